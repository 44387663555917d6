/** The approved and the present definition of a tool, side by side; on a narrow page one below the other. */
import { Code, SimpleGrid, Text, VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import { toShownBlock } from '../../../../src/contract/shown-text.ts';
import { toolsTexts } from '../../texts/tools.ts';
import { diffLines, toLines } from './diff-lines.ts';

const texts = toolsTexts.compare;
const longestLine = 8_000;

interface DefinitionDiffProps {
  readonly approved: unknown;
  readonly present: unknown;
}

export function DefinitionDiff({ approved, present }: DefinitionDiffProps) {
  const [left, right] = useMemo(() => [toLines(approved), toLines(present)], [approved, present]);
  const rows = useMemo(() => diffLines(left, right), [left, right]);
  if (rows === undefined) return <TooLong left={left} right={right} />;
  return (
    <div className="diff">
      <div className="diff-head">
        <Text size="xs" fw={600}>
          {texts.approved}
          {approved === null && `: ${texts.absent}`}
        </Text>
        <Text size="xs" fw={600}>
          {texts.present}
          {present === null && `: ${texts.absent}`}
        </Text>
      </div>
      {rows.map(({ kind, left: old, right: fresh }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may be alike, and the rows never move
        <div key={index} className="diff-row" data-kind={kind}>
          <Line text={old} side={kind === 'same' ? undefined : 'removed'} />
          <Line text={fresh} side={kind === 'same' ? undefined : 'added'} />
        </div>
      ))}
    </div>
  );
}

interface LineProps {
  readonly text: string | undefined;
  /** Undefined for a line that both sides have. */
  readonly side: 'removed' | 'added' | undefined;
}

const marks = { removed: '−', added: '+' } as const;
const words = { removed: texts.removedLine, added: texts.addedLine } as const;

function Line({ text, side }: LineProps) {
  if (text === undefined) return <div className="diff-line" data-is-absent />;
  return (
    <div className="diff-line foreign" data-side={side}>
      {side !== undefined && <VisuallyHidden>{words[side]}: </VisuallyHidden>}
      <span aria-hidden>{side === undefined ? ' ' : marks[side]} </span>
      {toShownBlock(text, longestLine)}
    </div>
  );
}

function TooLong({ left, right }: { readonly left: readonly string[]; readonly right: readonly string[] }) {
  return (
    <>
      <Text size="sm">{texts.tooLong}</Text>
      <SimpleGrid cols={2}>
        {[left, right].map((lines, side) => (
          <Code
            key={side === 0 ? 'approved' : 'present'}
            block
            mah={480}
            className="foreign"
            tabIndex={0}
            aria-label={side === 0 ? texts.approved : texts.present}
          >
            {toShownBlock(lines.join('\n'), 200_000)}
          </Code>
        ))}
      </SimpleGrid>
    </>
  );
}

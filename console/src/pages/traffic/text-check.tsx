/** Compares a pasted text with the hashes in the Evidence and shows the places that auditors found in it. Nothing is sent. */
import { Alert, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { Highlighted } from '../../parts/highlighted.tsx';
import { Panel } from '../../parts/panel.tsx';
import { spansOf } from '../../parts/spans.ts';
import { trafficTexts } from '../../texts/traffic.ts';
import type { ExchangePartProps } from './exchange-page.tsx';

const texts = trafficTexts.text;
type Side = 'input' | 'output';

export function TextCheck({ evidence, explanation }: ExchangePartProps) {
  const [text, setText] = useState('');
  const [side, setSide] = useState<Side>('input');
  const hash = useSha256(text);
  const spans = useMemo(
    () =>
      evidence.claims.flatMap((claim, index) => {
        const phase = explanation?.claims.find((entry) => entry.index === index)?.phase;
        const isOutput = phase === 'response';
        return isOutput === (side === 'output') ? spansOf(claim).filter(({ document }) => document === undefined) : [];
      }),
    [evidence, explanation, side],
  );
  const which =
    hash === undefined
      ? undefined
      : hash === evidence.request_hash
        ? texts.request
        : hash === evidence.response_hash
          ? texts.response
          : undefined;
  return (
    <Stack>
      <Text size="sm">{texts.about}</Text>
      <Textarea
        label={texts.label}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        autosize
        minRows={5}
        maxRows={16}
        spellCheck={false}
      />
      {text !== '' && hash !== undefined && (
        <Alert color={which === undefined ? 'gray' : 'green'} role="status">
          {which === undefined ? texts.noMatch : texts.matches(which)}
          <div className="mono">{hash}</div>
        </Alert>
      )}
      <Panel
        title={texts.found}
        actions={
          <Group gap="xs">
            <Text size="xs">{texts.forPart}</Text>
            <SegmentedControl
              size="xs"
              aria-label={texts.forPart}
              value={side}
              onChange={(value) => setSide(value === 'output' ? 'output' : 'input')}
              data={[
                { value: 'input', label: texts.input },
                { value: 'output', label: texts.output },
              ]}
            />
          </Group>
        }
      >
        {spans.length === 0 && <Text size="sm">{texts.noPlaces}</Text>}
        {spans.length > 0 && <Highlighted text={text} spans={spans} />}
      </Panel>
    </Stack>
  );
}

/** In lower-case hex; undefined while it is computed. */
function useSha256(text: string): string | undefined {
  const [known, setKnown] = useState<{ text: string; hash: string }>();
  useEffect(() => {
    let isCurrent = true;
    const compute = async () => {
      const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
      const hash = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
      if (isCurrent) setKnown({ text, hash });
    };
    void compute();
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return known?.text === text ? known.hash : undefined;
}

/** One tool of an installed app, with both definitions, and a rule that blocks it. */
import type { Installation, InstallationTools } from '@assay/client';
import { Badge, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { toShown } from '../../../../src/contract/shown-text.ts';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { AskReason } from '../../parts/ask-reason.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { labelOf } from '../../parts/labels.ts';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { toolsTexts } from '../../texts/tools.ts';
import { DefinitionDiff } from './definition-diff.tsx';
import { say } from './say.ts';
import { useChange } from './use-change.ts';

const texts = toolsTexts.compare;
const colours: Readonly<Record<string, string>> = { same: 'gray', changed: 'red', added: 'orange', removed: 'gray' };
type Tool = InstallationTools['items'][number];

interface ToolDifferenceProps {
  readonly installation: Installation;
  readonly tool: Tool;
}

export function ToolDifference({ installation, tool }: ToolDifferenceProps) {
  const { server, name, change, changed, flags, findings, allowed, approved, present } = tool;
  return (
    <details open={change === 'changed' || change === 'added'}>
      <summary>
        <b className="mono">
          <ForeignText text={name} />
        </b>{' '}
        <Text span size="xs" c="dimmed">
          <ForeignText text={server} />
        </Text>{' '}
        <Badge size="sm" color={colours[change] ?? 'gray'}>
          {labelOf(texts.changes, change)}
        </Badge>{' '}
        {flags.map((flag) => (
          <Badge key={flag} size="sm" color="yellow" mr={4}>
            {labelOf(texts.flags, flag)}
          </Badge>
        ))}
        <Text span size="sm" c="dimmed">
          <ForeignText text={(present ?? approved)?.description ?? ''} />
        </Text>
      </summary>
      <Group justify="space-between" my={6}>
        <div>
          {changed.length > 0 && (
            <Text size="sm">
              <ForeignText text={texts.differs(changed.join(', '))} />
            </Text>
          )}
          {findings.length > 0 && (
            <Text size="sm" c="red">
              {texts.findings}: <ForeignText text={findings.join(', ')} maxLength={500} />
            </Text>
          )}
          {allowed !== null && (
            <Text size="sm">
              {texts.allowed}: <ForeignText text={`${allowed.by}, ${allowed.reason}`} maxLength={500} />,{' '}
              <TimeAgo value={allowed.at} />
            </Text>
          )}
        </div>
        {present !== null && <BlockTool installation={installation} tool={tool} />}
      </Group>
      <DefinitionDiff approved={approved} present={present} />
    </details>
  );
}

function BlockTool({ installation, tool: { server, name } }: ToolDifferenceProps) {
  const { app_id: app, scope } = installation;
  const may = useMay('scopedTools.create');
  const [isAsked, setIsAsked] = useState(false);
  const block = useChange(
    (reason: string) =>
      api.scopedTools.create({
        body: {
          scope: { level: 'workspace', id: scope.id },
          tool: { app_id: app, server, name },
          mode: 'blocked',
          reason,
        },
      }),
    ['scopedTools', 'installations'],
    () => {
      say(texts.refused);
      setIsAsked(false);
    },
  );
  if (!may) return null;
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => setIsAsked(true)}>
        {texts.refuse}
      </Button>
      <AskReason
        isOpen={isAsked}
        title={texts.refuseTitle}
        about={texts.refuseAbout(toShown(name), scope.id)}
        verb={texts.refuse}
        isDangerous
        isPending={block.isPending}
        error={block.error}
        onClose={() => setIsAsked(false)}
        onConfirm={(reason) => block.mutate(reason)}
      />
    </>
  );
}

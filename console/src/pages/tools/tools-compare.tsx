/** The tools of an installed app: what was approved, what is there now, and what differs. */
import type { Installation } from '@assay/client';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { Empty } from '../../parts/empty.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Problem } from '../../parts/problem.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { toolsTexts } from '../../texts/tools.ts';
import { ApproveTools } from './approve-tools.tsx';
import { ToolDifference } from './tool-difference.tsx';
import { useChange } from './use-change.ts';

const texts = toolsTexts.compare;

export function ToolsCompare({ installation }: { readonly installation: Installation }) {
  const { id, revision, status } = installation;
  const mayCheck = useMay('installations.checkTools') && status === 'installed';
  const mayApprove = useMay('installations.approveTools') && status === 'installed';
  const [isApproving, setIsApproving] = useState(false);
  const tools = useQuery({
    // Another revision may have other tools.
    queryKey: ['installations.listTools', id, revision],
    queryFn: ({ signal }) => api.installations.listTools({ id }, { signal }),
    placeholderData: (old) => old,
  });
  const check = useChange(() => api.installations.checkTools({ id }), ['installations', 'scopedTools']);
  const { data } = tools;
  const hasFindings = data?.items.some(({ findings }) => findings.length > 0) === true;
  const canApprove = mayApprove && data !== undefined && data.tools_present_hash !== null;
  return (
    <Panel
      title={texts.title}
      about={texts.about}
      actions={
        <Group gap="xs">
          {mayCheck && (
            <Button size="xs" variant="default" loading={check.isPending} onClick={() => check.mutate(undefined)}>
              {texts.check}
            </Button>
          )}
          {canApprove && (data.is_quarantined || hasFindings) && (
            <Button size="xs" onClick={() => setIsApproving(true)}>
              {data.is_quarantined ? texts.approve : texts.allow}
            </Button>
          )}
        </Group>
      }
    >
      {check.error !== null && <Problem error={check.error} />}
      <Loaded query={tools}>
        {(shown) =>
          shown.items.length === 0 ? (
            <Empty title={texts.none}>{texts.noneHelp}</Empty>
          ) : (
            <Stack gap="sm">
              <Text size="xs" c="dimmed" component="div">
                {texts.seen} <TimeAgo value={shown.seen_at} /> {texts.by} <ForeignText text={shown.seen_by ?? ''} />
                {shown.tools_present_hash !== null && (
                  <>
                    . {texts.hash}: <IdText value={shown.tools_present_hash} short />
                  </>
                )}
              </Text>
              {shown.is_quarantined && <Text size="sm">{texts.refuseAll}</Text>}
              {shown.items.map((tool) => (
                <ToolDifference key={`${tool.server} ${tool.name}`} installation={installation} tool={tool} />
              ))}
            </Stack>
          )
        }
      </Loaded>
      {canApprove && isApproving && <ApproveTools id={id} tools={data} onClose={() => setIsApproving(false)} />}
    </Panel>
  );
}

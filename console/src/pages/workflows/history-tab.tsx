/** What changed, when and by whom, and the revisions of the graph. */
import { Button, Stack, Table } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../api/client.ts';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Problem } from '../../parts/problem.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { commonTexts } from '../../texts/common.ts';
import { workflowTexts } from '../../texts/workflows.ts';
import type { Graph } from './draft/graph.ts';
import { StateBadge } from './state-badge.tsx';

const texts = workflowTexts.history;
const columns = texts.columns;
const pageSize = 50;

interface HistoryTabProps {
  readonly id: string;
  /** Absent if the caller may not change the workflow. */
  readonly onDraw: ((graph: Graph) => void) | undefined;
}

export function HistoryTab({ id, onDraw }: HistoryTabProps) {
  return (
    <Stack>
      <Changes id={id} />
      <Revisions id={id} onDraw={onDraw} />
    </Stack>
  );
}

function Changes({ id }: { readonly id: string }) {
  const { items, query } = usePages({
    key: ['workflows.history', id],
    read: (cursor, signal) => api.workflows.history({ id, limit: pageSize, cursor }, { signal }),
  });
  return (
    <Panel title={texts.title}>
      {query.error !== null && <Problem error={query.error} />}
      <Rows heads={[columns.when, columns.action, columns.status, columns.revision, columns.deployed, columns.by]}>
        {items.map((change) => (
          <Table.Tr key={`${change.revision} ${change.action} ${change.changed_at}`}>
            <Table.Td>
              <TimeAgo value={change.changed_at} />
            </Table.Td>
            <Table.Td>
              <ForeignText text={change.reason === null ? change.action : `${change.action}: ${change.reason}`} />
            </Table.Td>
            <Table.Td>
              <StateBadge of="workflow" status={change.status} />
            </Table.Td>
            <Table.Td>{change.draft_revision}</Table.Td>
            <Table.Td>{change.deployed_revision ?? commonTexts.none}</Table.Td>
            <Table.Td>
              <ForeignText text={change.changed_by} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Rows>
      {query.hasNextPage && (
        <Button size="xs" variant="default" mt="sm" onClick={() => void query.fetchNextPage()}>
          {commonTexts.more}
        </Button>
      )}
    </Panel>
  );
}

function Revisions({ id, onDraw }: HistoryTabProps) {
  const navigate = useNavigate();
  const { items, query } = usePages({
    key: ['workflows.listRevisions', id],
    read: (cursor, signal) => api.workflows.listRevisions({ id, limit: pageSize, cursor }, { signal }),
  });
  const draw = useMutation({
    mutationFn: (revision: number) => api.workflows.getRevision({ id, revision }),
    onSuccess: async ({ graph }) => {
      onDraw?.(graph);
      await navigate({ to: '/workflows/$id', params: { id }, search: {} });
    },
  });
  return (
    <Panel title={texts.revisions}>
      {query.error !== null && <Problem error={query.error} />}
      {draw.error !== null && <Problem error={draw.error} />}
      <Rows
        heads={[
          columns.when,
          columns.revision,
          columns.deployed,
          columns.by,
          workflowTexts.passport.graph,
          columns.action,
        ]}
      >
        {items.map(({ revision, created_at: time, created_by: by, deployed_at: deployed, graph_digest: digest }) => (
          <Table.Tr key={revision}>
            <Table.Td>
              <TimeAgo value={time} />
            </Table.Td>
            <Table.Td>{revision}</Table.Td>
            <Table.Td>
              <TimeAgo value={deployed} />
            </Table.Td>
            <Table.Td>
              <ForeignText text={by} />
            </Table.Td>
            <Table.Td>
              <IdText value={digest} short />
            </Table.Td>
            <Table.Td>
              {onDraw !== undefined && (
                <Button size="compact-xs" variant="default" onClick={() => draw.mutate(revision)}>
                  {texts.restore}
                </Button>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Rows>
    </Panel>
  );
}

function Rows({ heads, children }: { readonly heads: readonly string[]; readonly children: ReactNode }) {
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

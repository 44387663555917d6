/** Changes of the record of the agent, newest first. */
import { Button, Table, Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Problem } from '../../parts/problem.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { agentsTexts } from '../../texts/agents.ts';
import { commonTexts } from '../../texts/common.ts';

const texts = agentsTexts.lifecycle;
const pageSize = 20;

export function AgentChanges({ id }: { readonly id: string }) {
  const may = useMay('agents.history');
  const { items, query } = usePages({
    key: ['agents.history', id],
    read: (cursor, signal) => api.agents.history({ id, limit: pageSize, cursor }, { signal }),
    enabled: may,
  });
  if (!may) return null;
  return (
    <Panel title={texts.changes} about={texts.changesAbout}>
      {query.error !== null && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      {items.length === 0 && query.isSuccess && <Text size="sm">{texts.noChanges}</Text>}
      <Table.ScrollContainer minWidth={480}>
        <Table>
          <Table.Tbody>
            {items.map(({ org_revision: revision, action, reason, changed_at: at, changed_by: by }) => (
              <Table.Tr key={revision}>
                <Table.Td>
                  <TimeAgo value={at} />
                </Table.Td>
                <Table.Td>{action}</Table.Td>
                <Table.Td>
                  <ForeignText text={by} />
                </Table.Td>
                <Table.Td>
                  <ForeignText text={reason ?? ''} maxLength={300} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {query.hasNextPage && (
        <Button
          size="xs"
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {commonTexts.more}
        </Button>
      )}
    </Panel>
  );
}

/** What was done with a policy, by whom and why. */
import type { ConfigurationChange } from '@assay/client';
import { Button, Stack, Table, Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Panel } from '../../parts/panel.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { commonTexts } from '../../texts/common.ts';
import { policiesTexts } from '../../texts/policies.ts';

const texts = policiesTexts.history;
const pageSize = 50;

export function ChangeList({ id }: { readonly id: string }) {
  const { items, query } = usePages<ConfigurationChange>({
    key: ['policies.history', id],
    read: (cursor, signal) => api.policies.history({ id, limit: pageSize, cursor }, { signal }),
  });
  return (
    <Panel title={texts.changes} about={texts.changesAbout}>
      <Loaded query={query}>
        {() => (
          <Stack gap="sm">
            {items.length === 0 && <Text size="sm">{texts.noChange}</Text>}
            <Table.ScrollContainer minWidth={520} type="native">
              <Table aria-label={texts.changes}>
                <Table.Tbody>
                  {items.map((change) => (
                    <Table.Tr key={change.org_revision}>
                      <Table.Td>
                        <ForeignText text={change.action} />
                        <Text size="xs" c="dimmed">
                          {texts.revision(change.org_revision)}
                        </Text>
                      </Table.Td>
                      <Table.Td>
                        <TimeAgo value={change.changed_at} />
                      </Table.Td>
                      <Table.Td>
                        <ForeignText text={change.changed_by} />
                      </Table.Td>
                      <Table.Td>
                        {change.reason === null ? (
                          <Text size="sm" c="dimmed">
                            {texts.noReason}
                          </Text>
                        ) : (
                          <ForeignText text={change.reason} maxLength={300} />
                        )}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
            {query.hasNextPage && (
              <Button variant="default" size="xs" onClick={() => void query.fetchNextPage()}>
                {commonTexts.more}
              </Button>
            )}
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}

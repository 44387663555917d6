/** The changes of a credential, newest first. */
import { Button, List, Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Problem } from '../../parts/problem.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { commonTexts } from '../../texts/common.ts';
import { toolsTexts } from '../../texts/tools.ts';

const texts = toolsTexts.credentials;

export function CredentialHistory({ id }: { readonly id: string }) {
  const { items, query } = usePages({
    key: ['scopedCredentials.history', id],
    read: (cursor, signal) => api.scopedCredentials.history({ id, limit: 20, cursor }, { signal }),
  });
  if (query.error !== null) return <Problem error={query.error} onRetry={() => void query.refetch()} />;
  if (items.length === 0 && !query.isPending) return <Text size="sm">{texts.noHistory}</Text>;
  return (
    <>
      <List size="sm">
        {items.map(({ org_revision: revision, action, reason, changed_at: at, changed_by: by }) => (
          <List.Item key={`${revision} ${action}`}>
            <ForeignText text={`${action}, ${by}`} />, <TimeAgo value={at} />
            {reason !== null && (
              <Text size="xs" c="dimmed">
                <ForeignText text={reason} maxLength={500} />
              </Text>
            )}
          </List.Item>
        ))}
      </List>
      {query.hasNextPage && (
        <Button size="xs" variant="default" mt="xs" onClick={() => void query.fetchNextPage()}>
          {commonTexts.more}
        </Button>
      )}
    </>
  );
}

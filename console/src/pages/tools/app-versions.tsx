/** The versions of an app, newest first. */
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Problem } from '../../parts/problem.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { commonTexts } from '../../texts/common.ts';
import { toolsTexts } from '../../texts/tools.ts';

const texts = toolsTexts.app;

interface AppVersionsProps {
  readonly id: string;
  readonly shown: string;
  readonly onOpen: (version: string) => void;
}

export function AppVersions({ id, shown, onOpen }: AppVersionsProps) {
  const { items, query } = usePages({
    key: ['apps.listVersions', id],
    read: (cursor, signal) => api.apps.listVersions({ app_id: id, limit: 50, cursor }, { signal }),
  });
  return (
    <Stack gap="xs">
      {query.error !== null && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      {items.map(({ version, latest_version: latest, created_at: created }) => (
        <Group key={version} gap="xs">
          <Button
            size="compact-sm"
            variant={version === shown ? 'light' : 'default'}
            aria-current={version === shown}
            onClick={() => onOpen(version)}
          >
            <ForeignText text={version} />
          </Button>
          {version === shown && <Badge size="sm">{texts.shown}</Badge>}
          {version === latest && (
            <Badge size="sm" color="gray">
              {texts.latest}
            </Badge>
          )}
          {created !== null && (
            <Text size="sm" component="span">
              <TimeAgo value={created} />
            </Text>
          )}
        </Group>
      ))}
      {query.hasNextPage && (
        <Button size="xs" variant="default" w="max-content" onClick={() => void query.fetchNextPage()}>
          {commonTexts.more}
        </Button>
      )}
    </Stack>
  );
}

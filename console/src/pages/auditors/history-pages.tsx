/** Changes of a record, page by page. */
import type { ConfigurationChange } from '@assay/client';
import { Button, Stack, Text } from '@mantine/core';
import { Loaded } from '../../parts/loaded.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { auditorsTexts } from '../../texts/auditors.ts';
import { commonTexts } from '../../texts/common.ts';
import { ChangeList } from './change-list.tsx';

interface HistoryPagesProps {
  readonly label: string;
  readonly queryKey: readonly unknown[];
  readonly read: (
    cursor: string | undefined,
    signal: AbortSignal,
  ) => Promise<{ readonly items: readonly ConfigurationChange[]; readonly next_cursor: string | null }>;
}

export function HistoryPages({ label, queryKey, read }: HistoryPagesProps) {
  const { items, query } = usePages({ key: queryKey, read });
  return (
    <Loaded query={query}>
      {() => (
        <Stack>
          {items.length === 0 && <Text size="sm">{auditorsTexts.auditor.noHistory}</Text>}
          <ChangeList changes={items} label={label} aboutOf={({ document }) => settingsOf(document)} />
          {query.hasNextPage && (
            <Button variant="default" size="xs" w="max-content" onClick={() => void query.fetchNextPage()}>
              {commonTexts.more}
            </Button>
          )}
        </Stack>
      )}
    </Loaded>
  );
}

/** The values of settings in the record after a change, such as `injection_risk.threshold = 0.7`. */
function settingsOf(document: unknown): string {
  if (typeof document !== 'object' || document === null) return '';
  const settings: unknown = Reflect.get(document, 'settings');
  if (typeof settings !== 'object' || settings === null) return '';
  return Object.entries(settings)
    .map(([name, entry]: [string, unknown]) => {
      const value: unknown = typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'value') : entry;
      return `${name} = ${JSON.stringify(value)}`;
    })
    .join(', ');
}

/** Changes of a registered auditor, newest first. */
import type { CatalogAuditor } from '@assay/client';
import { Button, Stack } from '@mantine/core';
import { api } from '../../api/client.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { auditorsTexts } from '../../texts/auditors.ts';
import { commonTexts } from '../../texts/common.ts';
import { ChangeList } from './change-list.tsx';

const texts = auditorsTexts.auditor;

export function AuditorHistory({ auditor: { id, built_in: builtIn } }: { readonly auditor: CatalogAuditor }) {
  const { items, query } = usePages({
    key: ['auditors.history', id],
    read: (cursor, signal) => api.auditors.history({ id, cursor }, { signal }),
    enabled: !builtIn,
  });
  const nothing = <Empty title={texts.noHistory}>{texts.noHistoryHelp}</Empty>;
  if (builtIn) return nothing;
  return (
    <Loaded query={query}>
      {() =>
        items.length === 0 ? (
          nothing
        ) : (
          <Stack>
            <ChangeList changes={items} label={texts.tabs.history} />
            {query.hasNextPage && (
              <Button variant="default" size="xs" w="max-content" onClick={() => void query.fetchNextPage()}>
                {commonTexts.more}
              </Button>
            )}
          </Stack>
        )
      }
    </Loaded>
  );
}

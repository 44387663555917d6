/** The whole catalog of auditors, page by page. */
import type { CatalogAuditor } from '@assay/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

const pageSize = 100;

export function useCatalog() {
  return useQuery({ queryKey: ['auditors.list', 'all'], queryFn: ({ signal }) => readAll(signal) });
}

async function readAll(signal: AbortSignal): Promise<readonly CatalogAuditor[]> {
  const all: CatalogAuditor[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.auditors.list({ limit: pageSize, cursor }, { signal });
    all.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}

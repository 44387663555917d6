/** The tools of an agent, over all pages. */
import type { Client, EffectiveTools, ScopedToolsListEffectiveCall } from '@assay/client';

const pageSize = 1000;

export async function readEffectiveTools(
  { scopedTools }: Client,
  query: ScopedToolsListEffectiveCall,
): Promise<EffectiveTools> {
  const first = await scopedTools.listEffective({ ...query, limit: pageSize });
  let [page, items] = [first, first.items];
  while (page.has_more && page.next_cursor !== null) {
    page = await scopedTools.listEffective({ ...query, limit: pageSize, cursor: page.next_cursor });
    items = [...items, ...page.items];
  }
  return { ...first, items, next_cursor: null, has_more: false };
}

/** `tools/list`: the caller's catalog, as JSON text that is made once per version. */
import type { Catalog } from '../ports.ts';
import { catalogOf, type McpCall, type MethodDeps } from './call.ts';
import { toListAnswer } from './list-answer.ts';
import { cursorOf, type PagedList, pageAt, toPages } from './pages.ts';
import { cleanItem } from './results.ts';
import type { McpAnswer } from './wire.ts';

export async function listTools(deps: MethodDeps, call: McpCall): Promise<McpAnswer> {
  const catalog = await catalogOf(deps, call);
  const page = pageAt(pagedTools(deps, call, catalog), cursorOf(call.request.params, 200));
  return toListAnswer('tools', page, { era: call.request.era, serverInfo: deps.serverInfo });
}

function pagedTools({ kept }: MethodDeps, { principal, endpoint }: McpCall, catalog: Catalog): PagedList {
  const key = `tools\n${endpoint.kind === 'all' ? '' : endpoint.alias}\n${principal.key}`;
  const known = kept.take(key, catalog.version);
  if (known !== undefined) return known;
  const definitions = catalog.tools.map((tool) => ({ ...cleanItem(tool.definition), name: tool.publicName }));
  const list = toPages(catalog.version, definitions);
  kept.keep(key, list);
  return list;
}

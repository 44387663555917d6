/**
 * `resources/list`, `resources/templates/list` and `prompts/list`, asked from the servers at each client request. At
 * the endpoint of all servers they are asked in parallel under one deadline; a server that fails is left out and named
 * in `_meta`. Entries with denied texts are left out.
 */
import { isRecord } from '@assay/sdk/contract';
import { isAppError } from '../../platform/errors.ts';
import { inLanes } from '../../platform/in-lanes.ts';
import type { CatalogServer, JsonObject } from '../ports.ts';
import { ask, askLimits, type NoAnswer } from './ask.ts';
import { catalogOf, type McpCall, type MethodDeps, serverOf } from './call.ts';
import { allowedEntries, judgeQuestion } from './judging.ts';
import { type ListMember, toListAnswer } from './list-answer.ts';
import { cursorOf, type PagedList, pageAt, toPages, versionOf } from './pages.ts';
import { cleanItem, finishResult, listTtlMs } from './results.ts';
import { codes, type McpAnswer, McpFailure, metaKeys } from './wire.ts';

export interface LiveList {
  readonly method: 'resources/list' | 'resources/templates/list' | 'prompts/list';
  readonly member: Exclude<ListMember, 'tools'>;
  /** The member that identifies an item. */
  readonly key: 'uri' | 'uriTemplate' | 'name';
}

const limits = { lanes: 8, pagesOfServer: 20, itemsOfServer: 2_000, bytesOfServer: 2 * 1024 * 1024 } as const;

export async function listLive(deps: MethodDeps, call: McpCall, list: LiveList): Promise<McpAnswer> {
  const catalog = await catalogOf(deps, call);
  if (call.endpoint.kind === 'server') return listOne(deps, call, list, serverOf(catalog, call.endpoint.alias));
  const cursor = cursorOf(call.request.params, 200);
  // Keyed by the catalog's version: pages of a removed server disappear.
  const keptKey = `${list.method}\n${catalog.version}\n${call.principal.key}`;
  const known = cursor === undefined ? undefined : deps.kept.take(keptKey);
  const { paged, leftOut } =
    known === undefined ? await gather(deps, call, list, catalog.servers) : { paged: known, leftOut: [] };
  if (known === undefined) deps.kept.keep(keptKey, paged);
  const meta = leftOut.length === 0 ? {} : { [metaKeys.leftOut]: leftOut };
  return toListAnswer(list.member, pageAt(paged, cursor), { era: call.request.era, serverInfo: deps.serverInfo, meta });
}

/** Lists one server with its own pages and cursors. */
async function listOne(deps: MethodDeps, call: McpCall, list: LiveList, server: CatalogServer): Promise<McpAnswer> {
  const cursor = cursorOf(call.request.params, 4_096);
  // The cursor goes to the server as the client wrote it.
  if (cursor !== undefined) await judgeQuestion(deps, call, server, [cursor]);
  const page = await pageOf(deps, call, list, { server, cursor, signal: call.httpAnswer.signal });
  if (page.kind === 'none') throw new McpFailure(page.error);
  const { items, nextCursor } = page;
  const result = { [list.member]: items, ...(nextCursor === undefined ? {} : { nextCursor }) };
  return finishResult(result, { era: call.request.era, serverInfo: deps.serverInfo, ttlMs: listTtlMs });
}

interface CollectedLists {
  readonly paged: PagedList;
  readonly leftOut: readonly JsonObject[];
}

async function gather(
  deps: MethodDeps,
  call: McpCall,
  list: LiveList,
  servers: readonly CatalogServer[],
): Promise<CollectedLists> {
  const signal = AbortSignal.any([call.httpAnswer.signal, AbortSignal.timeout(askLimits.listMs)]);
  const byServer = new Map<CatalogServer, OfServer>();
  await inLanes(servers, limits.lanes, async (server) => {
    byServer.set(
      server,
      await allOf(deps, call, list, { server, signal }).catch((error: unknown) => failed(deps, server, error)),
    );
  });
  const found = servers.flatMap((server) => byServer.get(server) ?? []);
  const items = found.flatMap((one) => one.items);
  const leftOut = found.flatMap(({ alias, missing }) =>
    missing === undefined ? [] : [{ server: alias, code: missing.code, connect_url: missing.connectUrl }],
  );
  return { paged: toPages(versionOf(items), items), leftOut };
}

interface OfServer {
  readonly alias: string;
  readonly items: readonly JsonObject[];
  /** The reason why the server gave nothing, or not everything. */
  readonly missing: Pick<NoAnswer, 'code' | 'connectUrl'> | undefined;
}

function failed({ log }: MethodDeps, { alias }: CatalogServer, err: unknown): OfServer {
  if (isAppError(err, 'unavailable')) {
    return { alias, items: [], missing: { code: 'judge_unavailable', connectUrl: null } };
  }
  log.error({ err, server: alias }, 'a server could not be asked for a list');
  return { alias, items: [], missing: { code: 'failed', connectUrl: null } };
}

type Asking = { readonly server: CatalogServer; readonly signal: AbortSignal };

async function allOf(deps: MethodDeps, call: McpCall, list: LiveList, { server, signal }: Asking): Promise<OfServer> {
  const { alias } = server;
  const items: JsonObject[] = [];
  let bytes = 0;
  let cursor: string | undefined;
  for (let at = 0; at < limits.pagesOfServer; at += 1) {
    const page = await pageOf(deps, call, list, { server, cursor, signal });
    if (page.kind === 'none') return { alias, items, missing: page };
    items.push(...page.items);
    bytes += page.bytes;
    if (page.nextCursor === undefined) return { alias, items, missing: undefined };
    if (items.length > limits.itemsOfServer || bytes > limits.bytesOfServer) break;
    cursor = page.nextCursor;
  }
  return { alias, items, missing: { code: 'too_many', connectUrl: null } };
}

type ServerPage =
  | {
      readonly kind: 'page';
      readonly items: readonly JsonObject[];
      readonly nextCursor: string | undefined;
      readonly bytes: number;
    }
  | ({ readonly kind: 'none' } & NoAnswer);

async function pageOf(
  deps: MethodDeps,
  call: McpCall,
  { method, member, key }: LiveList,
  { server, cursor, signal }: Asking & { readonly cursor: string | undefined },
): Promise<ServerPage> {
  const params = cursor === undefined ? {} : { cursor };
  const asked = await ask(deps, call, server, { method, params, timeoutMs: askLimits.listMs, signal });
  // A server without the method has no items.
  if (asked.kind === 'none' && asked.error.code === codes.methodNotFound) {
    return { kind: 'page', items: [], nextCursor: undefined, bytes: 0 };
  }
  if (asked.kind === 'none') return asked;
  const listed = asked.result[member];
  const entries = (Array.isArray(listed) ? listed : []).filter(isRecord).slice(0, limits.itemsOfServer + 1);
  const shown = await allowedEntries(deps, call, { server, signal }, entries);
  const items = shown.flatMap((item) => named(item, key, server.alias, call));
  const next = asked.result['nextCursor'];
  const nextCursor = typeof next === 'string' && next.length <= 4_096 ? next : undefined;
  return { kind: 'page', items, nextCursor, bytes: call.endpoint.kind === 'all' ? JSON.stringify(items).length : 0 };
}

/** The item under its name at this endpoint; empty for an item without a usable name. */
function named(item: unknown, key: LiveList['key'], alias: string, { naming }: McpCall): JsonObject[] {
  if (!isRecord(item)) return [];
  const value = item[key];
  if (typeof value !== 'string' || value === '' || value.length > 4_096) return [];
  return [{ ...cleanItem(item), [key]: key === 'name' ? naming.name(alias, value) : naming.uri(alias, value) }];
}

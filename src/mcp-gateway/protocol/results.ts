/**
 * What every result of ours has and what no server may put there: `resultType`, who we are, how long and for whom a result
 * may be kept. Keys of `_meta` that are MCP's or ours are dropped from what servers say.
 */

import { isObject } from '../json.ts';
import type { JsonObject } from '../seams.ts';
import type { Naming } from './names.ts';
import { type Era, type McpAnswer, metaKeys } from './wire.ts';

export interface ServerInfo {
  readonly name: string;
  readonly title: string;
  readonly version: string;
}

/** How long clients may keep a list that servers are asked for without asking again: changes come by subscription as well. */
export const listTtlMs = 30_000;
/** The same of tools, which are known here: one that is blocked stays in the list of a client without a subscription so long. */
export const toolsTtlMs = 5_000;

export interface ResultKind {
  readonly era: Era;
  readonly serverInfo: ServerInfo;
  /** Set for lists and what is read: how long it may be kept, by this client alone. */
  readonly ttlMs?: number;
  /** Of ours. */
  readonly meta?: JsonObject;
}

/** A result as clients of an era expect it; `result` has been said by a server or by us. */
export function finishResult(result: JsonObject, kind: ResultKind): McpAnswer {
  return { kind: 'result', json: JSON.stringify(dressed(result, kind)) };
}

function dressed(result: JsonObject, { era, serverInfo, ttlMs, meta }: ResultKind): JsonObject {
  const { resultType, ttlMs: _ttl, cacheScope: _scope, _meta, ...rest } = result;
  const own = { ...withoutReserved(_meta), ...meta };
  if (era === 'legacy') return Object.keys(own).length === 0 ? rest : { ...rest, _meta: own };
  return {
    ...{ ...rest, resultType: resultType === 'input_required' ? 'input_required' : 'complete' },
    ...(ttlMs === undefined ? {} : { ttlMs, cacheScope: 'private' }),
    _meta: { ...own, [metaKeys.serverInfo]: serverInfo },
  };
}

/** Members of `_meta` whose prefix has no label of MCP's or ours. Undefined becomes an empty object. */
export function withoutReserved(meta: unknown): JsonObject {
  if (!isObject(meta)) return {};
  return Object.fromEntries(Object.entries(meta).filter(([key]) => !isReserved(key)));
}

function isReserved(key: string): boolean {
  const slash = key.lastIndexOf('/');
  if (slash < 0) return key === 'progressToken' || key === 'traceparent' || key === 'tracestate' || key === 'baggage';
  const labels = key.slice(0, slash).toLowerCase().split(/[./]/);
  return labels.some((label) => label === 'modelcontextprotocol' || label === 'mcp') || isOurs(labels);
}

const isOurs = ([first, second]: readonly string[]): boolean => first === 'io' && second === 'assay';

/** A definition or an item of a list without what is reserved in its `_meta`. */
export function cleanItem(item: JsonObject): JsonObject {
  if (!Object.hasOwn(item, '_meta')) return item;
  return { ...item, _meta: withoutReserved(item['_meta']) };
}

/** Blocks of content with the URIs that clients of this endpoint can read, of links and of embedded resources; without what is reserved. */
export function nameContent(block: unknown, alias: string, naming: Naming): unknown {
  if (!isObject(block)) return block;
  const clean = cleanItem(block);
  if (block['type'] === 'resource_link' && typeof block['uri'] === 'string') {
    return { ...clean, uri: naming.uri(alias, block['uri']) };
  }
  const resource = block['resource'];
  if (block['type'] !== 'resource' || !isObject(resource) || typeof resource['uri'] !== 'string') return clean;
  return { ...clean, resource: { ...cleanItem(resource), uri: naming.uri(alias, resource['uri']) } };
}

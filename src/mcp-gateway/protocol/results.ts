/**
 * Adds the members that every result has and that no server may set: `resultType`, our name, how long and for whom a
 * result may be cached. Removes MCP's and our own keys from a server's `_meta`.
 */

import { isRecord } from '@assay/sdk/contract';
import type { JsonObject } from '../ports.ts';
import type { Naming } from './names.ts';
import { type Era, type McpAnswer, metaKeys } from './wire.ts';

export interface ServerInfo {
  readonly name: string;
  readonly title: string;
  readonly version: string;
}

/** The time for which clients may cache a list that is asked from servers; changes also come by subscription. */
export const listTtlMs = 30_000;
/** The same for tools. A client without a subscription still lists a blocked tool for this long. */
export const toolsTtlMs = 5_000;

export interface ResultKind {
  readonly era: Era;
  readonly serverInfo: ServerInfo;
  /** Set for lists and reads: how long this client alone may cache the result. */
  readonly ttlMs?: number;
  readonly meta?: JsonObject;
}

/** Completes a result of a server or of ours for clients of one era. */
export function finishResult(result: JsonObject, kind: ResultKind): McpAnswer {
  return { kind: 'result', json: JSON.stringify(dressed(result, kind)) };
}

function dressed(result: JsonObject, { era, serverInfo, ttlMs, meta }: ResultKind): JsonObject {
  const { resultType, ttlMs: _ttl, cacheScope: _scope, _meta, ...rest } = result;
  const own = { ...withoutReserved(_meta), ...meta };
  if (era === 'legacy') return Object.keys(own).length === 0 ? rest : { ...rest, _meta: own };
  return {
    ...rest,
    resultType: resultType === 'input_required' ? 'input_required' : 'complete',
    ...(ttlMs === undefined ? {} : { ttlMs, cacheScope: 'private' }),
    _meta: { ...own, [metaKeys.serverInfo]: serverInfo },
  };
}

/** Removes the members of `_meta` with a reserved prefix (MCP's or ours). Undefined becomes an empty object. */
export function withoutReserved(meta: unknown): JsonObject {
  if (!isRecord(meta)) return {};
  return Object.fromEntries(Object.entries(meta).filter(([key]) => !isReserved(key)));
}

function isReserved(key: string): boolean {
  const slash = key.lastIndexOf('/');
  if (slash < 0) return key === 'progressToken' || key === 'traceparent' || key === 'tracestate' || key === 'baggage';
  const labels = key.slice(0, slash).toLowerCase().split(/[./]/);
  return labels.some((label) => label === 'modelcontextprotocol' || label === 'mcp') || isOurs(labels);
}

const isOurs = ([first, second]: readonly string[]): boolean => first === 'io' && second === 'assay';

/** Removes reserved keys from the `_meta` of a definition or a list item. */
export function cleanItem(item: JsonObject): JsonObject {
  if (!Object.hasOwn(item, '_meta')) return item;
  return { ...item, _meta: withoutReserved(item['_meta']) };
}

/** Rewrites the URIs of links and embedded resources for this endpoint, and removes reserved keys. */
export function nameContent(block: unknown, alias: string, naming: Naming): unknown {
  if (!isRecord(block)) return block;
  const clean = cleanItem(block);
  if (block['type'] === 'resource_link' && typeof block['uri'] === 'string') {
    return { ...clean, uri: naming.uri(alias, block['uri']) };
  }
  const resource = block['resource'];
  if (block['type'] !== 'resource' || !isRecord(resource) || typeof resource['uri'] !== 'string') return clean;
  return { ...clean, resource: { ...cleanItem(resource), uri: naming.uri(alias, resource['uri']) } };
}

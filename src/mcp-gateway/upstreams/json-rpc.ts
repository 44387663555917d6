/** Parses JSON-RPC 2.0 messages of servers: checks the form, bounds the depth, and leaves the contents unchanged. */
import { isRecord } from '@assay/sdk/contract';
import { parseRoundedJson } from '../../platform/exact-json.ts';
import type { JsonObject } from '../ports.ts';

export type RequestId = string | number;

export type Message =
  | { readonly kind: 'result'; readonly id: unknown; readonly result: JsonObject }
  | { readonly kind: 'error'; readonly id: unknown; readonly code: number; readonly message: string; data: unknown }
  | { readonly kind: 'request'; readonly id: RequestId; readonly method: string }
  | { readonly kind: 'notification'; readonly method: string; readonly params: JsonObject };

const maxDepth = 100;
const maxInBatch = 100;
const maxWords = 4_000;
/** The id is sent back with our answer. */
const maxIdChars = 256;

/** Reads the messages of a text (2025-03-26 allows several); undefined for anything else. */
export function readMessages(text: string): readonly Message[] | undefined {
  const value = parse(text);
  const all: readonly unknown[] = Array.isArray(value) ? value.slice(0, maxInBatch + 1) : [value];
  if (all.length > maxInBatch) return undefined;
  const messages = all.flatMap((one) => readOne(one) ?? []);
  return messages.length === all.length && messages.length > 0 ? messages : undefined;
}

/** Refuses JSON that two parsers could read differently. */
function parse(text: string): unknown {
  const parsed = parseRoundedJson(text, maxDepth);
  return parsed.ok ? parsed.value : undefined;
}

function readOne(value: unknown): Message | undefined {
  if (!isRecord(value) || value['jsonrpc'] !== '2.0') return undefined;
  const { id, method, params, result, error } = value;
  if (typeof method === 'string') {
    if (id === undefined) return { kind: 'notification', method, params: isRecord(params) ? params : {} };
    return isId(id) ? { kind: 'request', id, method } : undefined;
  }
  if (isRecord(result) && error === undefined) return { kind: 'result', id, result };
  if (!isRecord(error) || typeof error['code'] !== 'number') return undefined;
  const words = typeof error['message'] === 'string' ? error['message'].slice(0, maxWords) : '';
  return { kind: 'error', id, code: error['code'], message: words, data: error['data'] };
}

function isId(id: unknown): id is RequestId {
  return typeof id === 'number' || (typeof id === 'string' && id.length <= maxIdChars);
}

export function toRequest(id: RequestId, method: string, params: JsonObject): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

export function toNotification(method: string, params?: JsonObject): string {
  return JSON.stringify({ jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) });
}

/** Answers a server's own request: there is nobody to ask (sampling, roots, elicitation). */
export function toOwnAnswer({ id, method }: { readonly id: RequestId; readonly method: string }): string {
  const refusal = { error: { code: -32601, message: 'this client does not answer such a request' } };
  return JSON.stringify({ jsonrpc: '2.0', id, ...(method === 'ping' ? { result: {} } : refusal) });
}

/** Builds MCP requests: the envelope and headers of 2026-07-28, and the form of older ones. */
import { Buffer } from 'node:buffer';
import { isRecord } from '@assay/sdk/contract';
import type { JsonObject } from '../ports.ts';
import type { Ask } from './conversation.ts';
import type { RequestId } from './json-rpc.ts';

const modernVersion = '2026-07-28';
/** The version offered to older servers: the newest with a handshake. */
export const legacyVersion = '2025-11-25';
export const clientInfo = { name: 'assay', version: '1.0.0' };

export type Era = 'modern' | 'legacy';

const prefix = 'io.modelcontextprotocol/';

/** Adds our own `_meta` to the params: passes on what the caller may set; protocol members are ours. */
export function toParams(
  era: Era,
  id: RequestId,
  ask: Pick<Ask, 'params' | 'traceparent' | 'clientCapabilities' | 'onProgress'>,
): JsonObject {
  const given = isRecord(ask.params['_meta']) ? ask.params['_meta'] : {};
  const kept = Object.entries(given).filter(([name]) => !name.startsWith(prefix) && name !== 'progressToken');
  const meta = {
    ...Object.fromEntries(kept),
    ...(ask.traceparent === '' ? {} : { traceparent: ask.traceparent }),
    ...(ask.onProgress === undefined ? {} : { progressToken: id }),
    ...(era === 'modern' ? envelope(ask.clientCapabilities) : {}),
  };
  return Object.keys(meta).length === 0 ? ask.params : { ...ask.params, _meta: meta };
}

function envelope(clientCapabilities: JsonObject | undefined): JsonObject {
  return {
    [`${prefix}protocolVersion`]: modernVersion,
    [`${prefix}clientInfo`]: clientInfo,
    [`${prefix}clientCapabilities`]: clientCapabilities ?? {},
  };
}

/** Headers that mirror the body (2026-07-28, Streamable HTTP). */
export function modernHeaders({ method, params }: Pick<Ask, 'method' | 'params'>): Record<string, string> {
  const name = method === 'resources/read' ? params['uri'] : params['name'];
  const isNamed = method === 'tools/call' || method === 'prompts/get' || method === 'resources/read';
  return {
    'mcp-protocol-version': modernVersion,
    'mcp-method': method,
    ...(isNamed && typeof name === 'string' ? { 'mcp-name': toHeaderValue(name) } : {}),
  };
}

const plain = /^(?! )(?!\t)[\t\x20-\x7e]+$/;

/** Encodes a text for a header: unchanged, or as Base64 where a header would alter it. */
export function toHeaderValue(text: string): string {
  const isPlain = plain.test(text) && !/[ \t]$/.test(text) && !(text.startsWith('=?base64?') && text.endsWith('?='));
  return isPlain ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}

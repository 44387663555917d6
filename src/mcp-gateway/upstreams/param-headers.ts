/**
 * `Mcp-Param-*`: arguments that a tool's approved schema wants in headers too (`x-mcp-header`, MCP 2026-07-28), for what
 * stands between us and the server. A schema that names them wrongly gets none of them, and its server says so.
 */
import type { JsonObject } from '../seams.ts';
import { isJsonObject } from './json-rpc.ts';
import { toHeaderValue } from './modern.ts';

interface Named {
  readonly path: readonly string[];
  readonly header: string;
}

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/;
const types = new Set<unknown>(['string', 'integer', 'boolean']);
const most = 32;
const mostNodes = 10_000;

/** Read once for each definition. */
const known = new WeakMap<JsonObject, readonly Named[]>();

/** @param definition as its server wrote it and people approved it */
export function paramHeaders(definition: JsonObject, args: unknown): Readonly<Record<string, string>> {
  let named = known.get(definition);
  if (named === undefined) {
    named = readNamed(definition['inputSchema']);
    known.set(definition, named);
  }
  if (named.length === 0) return none;
  const headers: Record<string, string> = {};
  for (const { path, header } of named) {
    const text = toText(path.reduce((node, key) => (isJsonObject(node) ? own(node, key) : undefined), args));
    if (text !== undefined) headers[`mcp-param-${header}`] = toHeaderValue(text);
  }
  return headers;
}

const none: Readonly<Record<string, string>> = {};

/** Along `properties` only: what stands anywhere else makes a definition invalid, and counts for nothing. */
function readNamed(schema: unknown): readonly Named[] {
  const found: Named[] = [];
  const waiting: { readonly node: unknown; readonly path: readonly string[] }[] = [{ node: schema, path: [] }];
  for (let seen = 0; waiting.length > 0 && seen < mostNodes; seen += 1) {
    const { node, path } = waiting.shift() ?? { node: undefined, path: [] };
    if (!isJsonObject(node)) continue;
    const header = node['x-mcp-header'];
    if (header !== undefined) {
      if (typeof header !== 'string' || !token.test(header) || !types.has(node['type']) || path.length === 0) return [];
      found.push({ path, header: header.toLowerCase() });
    }
    const { properties } = node;
    if (!isJsonObject(properties)) continue;
    for (const [key, child] of Object.entries(properties)) waiting.push({ node: child, path: [...path, key] });
  }
  const isTwice = new Set(found.map(({ header }) => header)).size !== found.length;
  return isTwice || found.length > most ? [] : found;
}

function own(node: JsonObject, key: string): unknown {
  return Object.hasOwn(node, key) ? node[key] : undefined;
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  return typeof value === 'number' &&
    Number.isFinite(value) &&
    (!Number.isInteger(value) || Number.isSafeInteger(value))
    ? String(value)
    : undefined;
}

/**
 * `Mcp-Param-*`: arguments that a tool's input schema wants in headers too (`x-mcp-header`, MCP 2026-07-28), for what stands
 * between client and server. Clients repeat them to us, and we to the server. A schema that names them wrongly names none.
 */
import { isObject } from './json.ts';
import type { JsonObject } from './seams.ts';

export interface ParamHeader {
  readonly path: readonly string[];
  /** Lower case, without `Mcp-Param-`. */
  readonly name: string;
  readonly isNumber: boolean;
}

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/;
const types = new Set<unknown>(['string', 'integer', 'boolean']);
const most = 32;
const mostNodes = 10_000;
const none: readonly ParamHeader[] = [];

/** Read once for each definition. */
const known = new WeakMap<JsonObject, readonly ParamHeader[]>();

/** @param definition of a tool, as its server wrote it and people approved it */
export function paramHeadersOf(definition: JsonObject): readonly ParamHeader[] {
  const before = known.get(definition);
  if (before !== undefined) return before;
  const found = readHeaders(definition['inputSchema']);
  known.set(definition, found);
  return found;
}

/** Along `properties` only: what stands anywhere else makes a definition invalid, and counts for nothing. */
function readHeaders(schema: unknown): readonly ParamHeader[] {
  const found: ParamHeader[] = [];
  const waiting: { readonly node: unknown; readonly path: readonly string[] }[] = [{ node: schema, path: [] }];
  for (let seen = 0; waiting.length > 0 && seen < mostNodes; seen += 1) {
    const { node, path } = waiting.shift() ?? { node: undefined, path: [] };
    if (!isObject(node)) continue;
    const header = node['x-mcp-header'];
    if (header !== undefined) {
      if (typeof header !== 'string' || !token.test(header) || !types.has(node['type']) || path.length === 0)
        return none;
      found.push({ path, name: header.toLowerCase(), isNumber: node['type'] === 'integer' });
    }
    const { properties } = node;
    if (!isObject(properties)) continue;
    for (const [key, child] of Object.entries(properties)) waiting.push({ node: child, path: [...path, key] });
  }
  const isTwice = new Set(found.map(({ name }) => name)).size !== found.length;
  return isTwice || found.length > most ? none : found;
}

/** The argument as its header says it; undefined where there is none to say. */
export function textOfParam(args: unknown, { path }: ParamHeader): string | undefined {
  const own = (node: unknown, key: string) => (isObject(node) && Object.hasOwn(node, key) ? node[key] : undefined);
  const value = path.reduce(own, args);
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value);
}

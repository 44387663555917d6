/**
 * `Mcp-Param-*`: arguments that a tool's input schema mirrors into headers. Clients send them to us, and we to the
 * server. A tool whose schema declares them wrongly is left out of every catalog.
 */
import { isRecord } from '@assay/sdk/contract';
import { type ParamHeader, type ParamHeaders, readParamHeaders } from '../platform/tools/param-headers.ts';
import type { JsonObject } from './ports.ts';

const none: readonly ParamHeader[] = [];

/** Read once for each definition. */
const known = new WeakMap<JsonObject, ParamHeaders>();

/** @param definition the tool's definition as its server wrote it and people approved it */
export function paramHeadersOf(definition: JsonObject): readonly ParamHeader[] {
  const found = read(definition);
  return found.kind === 'valid' ? found.headers : none;
}

/** False for a tool that clients have to leave out (MCP 2026-07-28, `x-mcp-header`). */
export function hasUsableHeaders(definition: JsonObject): boolean {
  return read(definition).kind === 'valid';
}

function read(definition: JsonObject): ParamHeaders {
  const before = known.get(definition);
  if (before !== undefined) return before;
  const found = readParamHeaders(definition['inputSchema']);
  known.set(definition, found);
  return found;
}

/** The argument as header text; undefined where the argument is absent or has no such text. */
export function textOfParam(args: unknown, { path }: ParamHeader): string | undefined {
  const own = (node: unknown, key: string) => (isRecord(node) && Object.hasOwn(node, key) ? node[key] : undefined);
  const value = path.reduce(own, args);
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value);
}

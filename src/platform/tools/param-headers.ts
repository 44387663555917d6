/**
 * Reads `x-mcp-header` in the input schema of a tool (MCP 2026-07-28, Streamable HTTP): arguments that are repeated
 * in a header `Mcp-Param-*` of the call for intermediaries. Lists leave out a tool with a wrong declaration, because
 * its calls could be read in two ways. Pure.
 */
import { isRecord } from '@assay/sdk/contract';

/** An argument and its header. */
export interface ParamHeader {
  readonly path: readonly string[];
  /** Lower case, without `Mcp-Param-`. */
  readonly name: string;
  readonly isNumber: boolean;
}

export type ParamHeaders =
  | { readonly kind: 'valid'; readonly headers: readonly ParamHeader[] }
  /** `why` is in our own words, with names of arguments as the server wrote them. */
  | { readonly kind: 'invalid'; readonly why: string };

const keyword = 'x-mcp-header';
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/;
const types: readonly unknown[] = ['string', 'integer', 'boolean'];
const maxHeaders = 32;
const maxNodes = 20_000;

/** Keywords that hold subschemas which may not describe an argument: one, a list, or several by name. */
const inside = [
  ...['items', 'prefixItems', 'contains', 'additionalProperties', 'unevaluatedProperties', 'unevaluatedItems'],
  ...['additionalItems', 'propertyNames', 'oneOf', 'anyOf', 'allOf', 'not', 'if', 'then', 'else'],
];
const insideByName = ['patternProperties', 'dependentSchemas', 'dependencies', '$defs', 'definitions'];

interface Waiting {
  readonly node: unknown;
  readonly path: readonly string[];
  /** True if reached from the root by `properties` only. */
  readonly isArgument: boolean;
}

export function readParamHeaders(schema: unknown): ParamHeaders {
  const headers: ParamHeader[] = [];
  const names = new Set<string>();
  const waiting: Waiting[] = [{ node: schema, path: [], isArgument: true }];
  for (let seen = 0; seen < waiting.length; seen += 1) {
    if (seen >= maxNodes) return invalid('the schema has too many parts to be looked through');
    const at = waiting[seen];
    if (at === undefined || !isRecord(at.node)) continue;
    if (Object.hasOwn(at.node, keyword)) {
      const why = problemOf(at, at.node);
      if (why !== undefined) return invalid(`${at.path.join('.') || 'the schema itself'} ${why}`);
      const name = String(at.node[keyword]).toLowerCase();
      if (names.has(name)) return invalid(`${at.path.join('.')} has the header of another argument`);
      names.add(name);
      headers.push({ path: at.path, name, isNumber: at.node['type'] === 'integer' });
    }
    for (const each of partsOf(at, at.node)) waiting.push(each);
  }
  if (headers.length > maxHeaders) return invalid(`more than ${maxHeaders} arguments have a header`);
  return { kind: 'valid', headers };
}

function problemOf({ path, isArgument }: Waiting, node: JsonRecord): string | undefined {
  const { [keyword]: header, type } = node;
  if (!isArgument || path.length === 0) return 'has a header where no argument is';
  if (typeof header !== 'string' || !token.test(header)) return 'has a header whose name is none';
  return types.includes(type) ? undefined : 'has a header, and is no text, whole number or truth value';
}

function* partsOf({ path, isArgument }: Waiting, node: JsonRecord): Iterable<Waiting> {
  for (const [key, child] of membersOf(node['properties'])) yield { node: child, path: [...path, key], isArgument };
  for (const key of inside) {
    const part = node[key];
    for (const child of Array.isArray(part) ? part : [part]) {
      if (isRecord(child)) yield { node: child, path: [...path, key], isArgument: false };
    }
  }
  for (const key of insideByName) {
    for (const [, child] of membersOf(node[key])) yield { node: child, path: [...path, key], isArgument: false };
  }
}

type JsonRecord = Readonly<Record<string, unknown>>;

function membersOf(value: unknown): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : [];
}

function invalid(why: string): ParamHeaders {
  return { kind: 'invalid', why };
}

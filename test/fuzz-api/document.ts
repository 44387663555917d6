/** Adapts an OpenAPI document for the fuzzer: existing ids, required credentials, no streams. */
import { readFileSync } from 'node:fs';

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly schema?: object;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly security?: readonly object[];
  readonly responses?: object;
}

export interface Document {
  readonly security?: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export function readDocument(name: string): Document {
  return JSON.parse(readFileSync(new URL(`../../docs/openapi/${name}.json`, import.meta.url), 'utf8'));
}

export interface Preparation {
  /** Values of a path's parameters, in order, if known. */
  readonly idsOf?: (path: string) => readonly string[] | undefined;
  /** The fuzzer's only credential scheme: with a second one it would try the first without. */
  readonly scheme: 'bearer' | 'key';
  /** Operations to leave out, e.g. `GET /v1/agents`. */
  readonly without?: ReadonlySet<string>;
}

export function prepare(document: Document, { idsOf, scheme, without }: Preparation): Document {
  // On loopback a credential is optional in general; the fuzzed product requires one.
  const needed = [{ [scheme]: [] }];
  const change = (path: string, operation: Operation): Operation => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const ids = idsOf?.(path) ?? [];
    const parameters = operation.parameters?.map((parameter) => {
      const id = parameter.in === 'path' ? ids[names.indexOf(parameter.name)] : undefined;
      return id === undefined ? parameter : { ...parameter, schema: { enum: [id] } };
    });
    return {
      ...operation,
      ...(operation.security?.length === 0 ? {} : { security: needed }),
      ...(parameters === undefined ? {} : { parameters }),
      ...(isOpaque(path, operation) ? { responses: { default: { description: 'an answer' } } } : {}),
    };
  };
  const paths = Object.entries(document.paths).map(([path, operations]) => {
    const kept = Object.entries(operations).filter(
      ([method]) => without?.has(`${method.toUpperCase()} ${path}`) !== true,
    );
    return [path, Object.fromEntries(kept.map(([method, operation]) => [method, change(path, operation)]))];
  });
  return { ...document, security: needed, paths: Object.fromEntries(paths) };
}

/** MCP refuses in JSON-RPC or with a problem, and signed answers are not JSON; the fuzzer would report both. */
function isOpaque(path: string, { responses }: Operation): boolean {
  return /\/mcp(?:\/|$)/.test(path) || JSON.stringify(responses ?? {}).includes('application/jwt');
}

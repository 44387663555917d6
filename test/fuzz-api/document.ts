/** Makes the copy of an OpenAPI document that the fuzzer reads: ids that exist, credentials that are needed, no streams. */
import { readFileSync } from 'node:fs';

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly schema?: object;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly security?: readonly object[];
}

export interface Document {
  readonly security?: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export function readDocument(name: string): Document {
  return JSON.parse(readFileSync(new URL(`../../docs/openapi/${name}.json`, import.meta.url), 'utf8'));
}

export interface Preparation {
  /** Values of the parameters of a path, in their order, where they are known. */
  readonly idsOf?: (path: string) => readonly string[] | undefined;
  /** Operations that are left out, e.g. `GET /v1/agents`. */
  readonly without?: ReadonlySet<string>;
}

/** On loopback a credential may be left out; here the product asks for one. */
const needed = [{ bearer: [] }, { key: [] }];

export function prepare(document: Document, { idsOf = () => undefined, without = new Set() }: Preparation): Document {
  const paths = Object.entries(document.paths).map(([path, operations]) => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const ids = idsOf(path) ?? [];
    const kept = Object.entries(operations).filter(([method]) => !without.has(`${method.toUpperCase()} ${path}`));
    const changed = kept.map(([method, operation]) => {
      const parameters = operation.parameters?.map((parameter) => {
        const id = parameter.in === 'path' ? ids[names.indexOf(parameter.name)] : undefined;
        return id === undefined ? parameter : { ...parameter, schema: { enum: [id] } };
      });
      return [method, { ...operation, ...(parameters === undefined ? {} : { parameters }) }];
    });
    return [path, Object.fromEntries(changed)];
  });
  return {
    ...document,
    ...(document.security === undefined ? {} : { security: needed }),
    paths: Object.fromEntries(paths),
  };
}

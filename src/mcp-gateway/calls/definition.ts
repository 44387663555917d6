/** The schemas of an approved tool definition, prepared once for each definition in a catalog. */
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';
import type { CatalogTool, JsonObject } from '../ports.ts';
import { type Preparation, prepareSchema } from './schema/prepare.ts';

export interface KnownDefinition {
  readonly hash: string;
  readonly input: Preparation;
  /** Undefined where the tool declares no output schema. */
  readonly output: Preparation | undefined;
}

/** Creates a reader that caches its result for as long as a catalog holds the definition. */
export function createDefinitions(): (tool: CatalogTool) => KnownDefinition {
  const known = new WeakMap<JsonObject, KnownDefinition>();
  return ({ approved, definition: shown }) => {
    const definition = approved?.definition ?? shown;
    const before = known.get(definition);
    const hash = approved?.hash ?? before?.hash ?? `sha256:${sha256Hex(canonicalize(definition))}`;
    if (before?.hash === hash) return before;
    const output = definition['outputSchema'];
    const read: KnownDefinition = {
      hash,
      // A tool without an input schema takes any object.
      input: prepareSchema(definition['inputSchema'] ?? { type: 'object' }),
      output: output === undefined ? undefined : prepareSchema(output),
    };
    known.set(definition, read);
    return read;
  };
}

/** What the approved definition of a tool asks: prepared once for each definition that a catalog holds. */
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';
import type { CatalogTool, JsonObject } from '../seams.ts';
import { type Preparation, prepareSchema } from './schema/prepare.ts';

export interface KnownDefinition {
  /** Of the definition that was approved. */
  readonly hash: string;
  readonly input: Preparation;
  /** Undefined where it promises nothing. */
  readonly output: Preparation | undefined;
}

/** A reader that remembers what it read for as long as a catalog holds the definition. */
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
      // A tool without a schema takes an object of anything.
      input: prepareSchema(definition['inputSchema'] ?? { type: 'object' }),
      output: output === undefined ? undefined : prepareSchema(output),
    };
    known.set(definition, read);
    return read;
  };
}

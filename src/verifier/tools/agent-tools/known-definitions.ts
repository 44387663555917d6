/**
 * Caches approved definitions in the form in which they are sent. A snapshot never changes, so each is read once, and
 * gateways that ask every minute do not cause reads of megabytes.
 */
import type { Db } from '../../../platform/db/db.ts';
import type { ToolDefinition } from '../../../platform/tools/definition.ts';
import { readSnapshots } from './store.ts';

/** A definition as its server wrote it. */
export type Written = Record<string, unknown>;
/** Definitions by {@link toolKeyOf}. */
export type Definitions = ReadonlyMap<string, Written>;

export interface KnownDefinitions {
  /** Gives definitions by installation id; one query if any is not cached. */
  get(
    db: Db,
    orgId: string,
    which: readonly { readonly id: string; readonly hash: string }[],
  ): Promise<ReadonlyMap<string, Definitions>>;
}

/** Maximum of cached characters, over all organisations. */
const maxKeptChars = 32 * 1024 * 1024;

interface Kept {
  readonly definitions: Definitions;
  readonly chars: number;
}

export function createKnownDefinitions(): KnownDefinitions {
  const kept = new Map<string, Kept>();
  let chars = 0;

  const keep = (key: string, entry: Kept): void => {
    chars += entry.chars - (kept.get(key)?.chars ?? 0);
    kept.delete(key);
    kept.set(key, entry);
    // The least recently used one goes first.
    for (const [oldest, { chars: freed }] of kept) {
      if (chars <= maxKeptChars || oldest === key) break;
      kept.delete(oldest);
      chars -= freed;
    }
  };

  return {
    async get(db, orgId, which) {
      const keyOf = (id: string, hash: string) => JSON.stringify([orgId, id, hash]);
      const found = new Map<string, Definitions>();
      const missing = which.filter(({ id, hash }) => {
        const known = kept.get(keyOf(id, hash));
        if (known === undefined) return true;
        keep(keyOf(id, hash), known);
        found.set(id, known.definitions);
        return false;
      });
      for (const { installation_id: id, hash, definitions: all } of await readSnapshots(db, orgId, missing)) {
        const definitions = new Map(all.map((each) => [toolKeyOf(each), toWritten(each)]));
        keep(keyOf(id, hash), { definitions, chars: JSON.stringify(all).length });
        found.set(id, definitions);
      }
      return found;
    },
  };
}

/** Gives the key of a tool within an app. */
export function toolKeyOf({ server, name }: Pick<ToolDefinition, 'server' | 'name'>): string {
  return `${server}\n${name}`;
}

/** Puts members that this program does not know beside the others. */
function toWritten({ server: _server, other = {}, ...definition }: ToolDefinition): Written {
  return { ...definition, ...other };
}

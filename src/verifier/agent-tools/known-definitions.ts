/**
 * Definitions that were approved, as they are sent: a snapshot never changes, so what was read of one once is kept, and
 * gateways that ask every minute cost no reading of megabytes.
 */
import type { Db } from '../../platform/db/db.ts';
import type { ToolDefinition } from '../../platform/tools/definition.ts';
import { readSnapshots } from './store.ts';

/** A definition as its server wrote it. */
export type Written = Record<string, unknown>;
/** By {@link placeOf}. */
export type Definitions = ReadonlyMap<string, Written>;

export interface KnownDefinitions {
  /** By id of the installation; one query where any of them is not known yet. */
  get(
    db: Db,
    orgId: string,
    which: readonly { readonly id: string; readonly hash: string }[],
  ): Promise<ReadonlyMap<string, Definitions>>;
}

/** Characters that are kept, of all organisations. */
const mostKeptChars = 32 * 1024 * 1024;

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
    // The one that was asked for longest ago goes first.
    for (const [oldest, { chars: freed }] of kept) {
      if (chars <= mostKeptChars || oldest === key) break;
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
        const definitions = new Map(all.map((each) => [placeOf(each), toWritten(each)]));
        keep(keyOf(id, hash), { definitions, chars: JSON.stringify(all).length });
        found.set(id, definitions);
      }
      return found;
    },
  };
}

/** Where a tool stands among those of an app. */
export function placeOf({ server, name }: Pick<ToolDefinition, 'server' | 'name'>): string {
  return `${server}\n${name}`;
}

/** Members that this program does not know stand beside the others. */
function toWritten({ server: _server, other = {}, ...definition }: ToolDefinition): Written {
  return { ...definition, ...other };
}

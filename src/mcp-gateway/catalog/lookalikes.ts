/**
 * Marks tools of one server whose names look alike, because a reader who means one may call the other. Tools of two
 * servers need no mark: their aliases differ visibly.
 */
import { skeletonOfName } from '../../platform/tools/lookalikes.ts';
import type { JsonObject } from '../ports.ts';
import { toPublicName } from './names.ts';

/** Key in `_meta` of a definition. */
export const looksLikeKey = 'io.assay/looks_like';

const maxNamed = 5;

/**
 * Maps a name to some look-alikes of the same server, as they are called at `/mcp` without the alias; most names have
 * none.
 */
export function findLookalikes(alias: string, names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, Set<string>>();
  for (const name of names) {
    const skeleton = skeletonOfName(name);
    groups.set(skeleton, (groups.get(skeleton) ?? new Set()).add(name));
  }
  // Gives a printable stand-in for characters that a name may not have.
  const toShown = (name: string) => toPublicName(alias, name).slice(alias.length + 2);
  const found = new Map<string, readonly string[]>();
  for (const group of groups.values()) {
    if (group.size === 1) continue;
    // A server may give all of its tools similar names: listing all for each would be quadratic.
    const named = [...group].slice(0, maxNamed + 1);
    for (const name of group)
      found.set(
        name,
        named
          .filter((other) => other !== name)
          .slice(0, maxNamed)
          .map(toShown),
      );
  }
  return found;
}

/** Adds a note to the definition, in its description and in `_meta`. */
export function withNote(definition: JsonObject, others: readonly string[] | undefined): JsonObject {
  if (others === undefined) return definition;
  const { description, _meta } = definition;
  const note = `[Note of the gateway: the name of this tool looks like ${others.join(', ')} of the same server. Check which is meant.]`;
  return {
    ...definition,
    description: typeof description === 'string' && description !== '' ? `${note} ${description}` : note,
    _meta: { ...Object(_meta), [looksLikeKey]: others },
  };
}

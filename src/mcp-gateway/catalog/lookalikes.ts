/**
 * Tools of one server whose names look alike: each says so where models and programs read, because whoever means the one
 * may call the other. Of two servers none do: their aliases differ for whoever reads fast, too.
 */
import { skeletonOfName } from '../../platform/tools/lookalikes.ts';
import type { JsonObject } from '../seams.ts';
import { toPublicName } from './names.ts';

/** Of `_meta` of a definition. */
export const looksLikeKey = 'io.assay/looks_like';

const mostNamed = 5;

/** By name, some of the others of the same server that look like it, as they are called at `/mcp` without the alias; none for most. */
export function findLookalikes(alias: string, names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, Set<string>>();
  for (const name of names) {
    const skeleton = skeletonOfName(name);
    groups.set(skeleton, (groups.get(skeleton) ?? new Set()).add(name));
  }
  // A stand-in for what no name may hold: it can be printed anywhere.
  const toShown = (name: string) => toPublicName(alias, name).slice(alias.length + 2);
  const found = new Map<string, readonly string[]>();
  for (const group of groups.values()) {
    if (group.size === 1) continue;
    // A server may name all of its tools alike: listing all of them for each would cost their number squared.
    const named = [...group].slice(0, mostNamed + 1);
    for (const name of group)
      found.set(
        name,
        named
          .filter((other) => other !== name)
          .slice(0, mostNamed)
          .map(toShown),
      );
  }
  return found;
}

/** The definition with a note, in its description and in `_meta`. */
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

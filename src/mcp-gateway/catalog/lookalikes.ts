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

/** By name, what others of the same server look like it, as they are called at `/mcp` without the alias; none for most. */
export function findLookalikes(alias: string, names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const name of names) groups.set(skeletonOfName(name), [...(groups.get(skeletonOfName(name)) ?? []), name]);
  const alike = [...groups.values()].filter((group) => group.length > 1);
  // A stand-in for what no name may hold: it can be printed anywhere.
  const toShown = (name: string) => toPublicName(alias, name).slice(alias.length + 2);
  return new Map(
    alike.flatMap((group) =>
      group.map((name) => [name, group.filter((other) => other !== name).map(toShown)] as const),
    ),
  );
}

/** The definition with a note, in its description and in `_meta`. */
export function withNote(definition: JsonObject, others: readonly string[] | undefined): JsonObject {
  if (others === undefined) return definition;
  const { description, _meta } = definition;
  const named = others.slice(0, mostNamed);
  const note = `[Note of the gateway: the name of this tool looks like ${named.join(', ')} of the same server. Check which is meant.]`;
  return {
    ...definition,
    description: typeof description === 'string' && description !== '' ? `${note} ${description}` : note,
    _meta: { ...Object(_meta), [looksLikeKey]: named },
  };
}

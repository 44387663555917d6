/** Ids of policies from several records: the author's id if it is unique, otherwise with a prefix. */

/** A policy as its record knows it. */
export interface NamedPolicy {
  /** Kind of the level, e.g. `workspace`. */
  readonly level: string;
  readonly record: string;
  /** Its `@id`, if any. */
  readonly own: string | undefined;
  /** Index in the record, from 0. */
  readonly index: number;
}

/** Gives one id for each policy, in order. Two policies of one record with the same `@id` get the same id. */
export function assignIds(policies: readonly NamedPolicy[], reserved: readonly string[]): string[] {
  const spellings = policies.map(({ level, record, own, index }) => {
    const name = own ?? `policy${index}`;
    const short = own === undefined ? [] : [own];
    return [...short, `${record}.${name}`, `${level}.${record}.${name}`];
  });
  const chosen = spellings.map(() => 0);
  const idOf = (at: number): string => spellings[at]?.[chosen[at] ?? 0] ?? '';
  for (;;) {
    const users = new Map<string, number[]>(reserved.map((id) => [id, [-1]]));
    spellings.forEach((_, at) => {
      users.set(idOf(at), [...(users.get(idOf(at)) ?? []), at]);
    });
    const clashing = [...users.values()].filter((positions) => positions.length > 1).flat();
    const movable = clashing.filter((at) => at >= 0 && (chosen[at] ?? 0) < (spellings[at]?.length ?? 0) - 1);
    if (movable.length === 0) return spellings.map((_, at) => idOf(at));
    for (const at of movable) chosen[at] = (chosen[at] ?? 0) + 1;
  }
}

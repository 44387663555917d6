/** Ids of policies that come from several records: as their authors named them where that is unique, else prefixed. */

/** A policy as its record knows it. */
export interface NamedPolicy {
  /** Kind of the level, e.g. `workspace`. */
  readonly level: string;
  readonly record: string;
  /** Of its `@id`. */
  readonly own: string | undefined;
  /** Place in the record, from 0. */
  readonly index: number;
}

/** One id for each policy, in their order; two of one record that share an `@id` come back alike. */
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

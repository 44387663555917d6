/** Counts and rates of each group in claims, with Wilson intervals, and the rates that are 0/0. */
import type { GroupTable } from './group-table.ts';
import { type Interval, wilsonInterval } from './intervals.ts';
import { type Counts, rateNames, rates, toValue } from './rates.ts';

/** Counts and rates by group label; a rate without value is left out. */
export function showGroups(tables: readonly GroupTable[]): Record<string, Record<string, number>> {
  return Object.fromEntries(
    tables.flatMap(({ groups }) =>
      groups.map(({ label, counts }) => [label, { ...showCounts(counts), ...showRates(counts) }]),
    ),
  );
}

/** Intervals of all rates by group label. */
export function showIntervals(tables: readonly GroupTable[], z: number): Record<string, Record<string, Interval>> {
  return Object.fromEntries(
    tables.flatMap(({ groups }) =>
      groups.map(({ label, counts }) => {
        const known = rateNames.map((name) => {
          const rate = rates[name](counts);
          return [name, rate && wilsonInterval(rate, z)] as const;
        });
        return [label, dropUnknown(known)];
      }),
    ),
  );
}

/**
 * Lists `<rate>:<group>` for each rate that is 0/0 although its inputs were sent, and `empty_group:<group>` for a
 * group without rows.
 */
export function listUndefinedRates(tables: readonly GroupTable[]): string[] {
  return tables.flatMap(({ groups }) =>
    groups.flatMap(({ label, counts }) => {
      if (counts.n === 0) return [`empty_group:${label}`];
      const names = rateNames.filter((name) => rates[name](counts)?.whole === 0);
      return names.map((name) => `${name}:${label}`);
    }),
  );
}

function showCounts({ n, selected, truth }: Counts): Record<string, number> {
  return truth === undefined
    ? { n, selected }
    : { n, selected, tp: truth.tp, fp: truth.fp, tn: truth.tn, fn: truth.fn };
}

function showRates(counts: Counts): Record<string, number> {
  const known = rateNames.map((name) => {
    const rate = rates[name](counts);
    return [name, rate && toValue(rate)] as const;
  });
  return dropUnknown(known);
}

export function dropUnknown<T>(entries: readonly (readonly [string, T | undefined])[]): Record<string, T> {
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

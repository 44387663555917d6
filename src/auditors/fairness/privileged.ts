/** Signed comparison of the unprivileged with the privileged groups, each pooled: AIF360's measures. */
import type { Group, GroupTable } from './group-table.ts';
import { noValue, type Outcome } from './outcome.ts';
import { type Counts, divide, pool, type Rate, type RateName, rates, subtract } from './rates.ts';

export interface Sides {
  readonly unprivileged: Counts;
  readonly privileged: Counts;
}

/** Finds the privileged groups of an attribute. Each of `names` is a value or `attribute=value`. */
export function listPrivileged({ attribute, groups }: GroupTable, names: readonly string[]): readonly Group[] {
  return groups.filter(({ value, label }) => names.includes(label) || names.includes(`${attribute}=${value}`));
}

/** Pools the groups of an attribute into two sides. */
export function splitSides(table: GroupTable, names: readonly string[]): Outcome<Sides> {
  const privileged = listPrivileged(table, names);
  if (privileged.length === 0) return noValue('no_privileged_group');
  const others = table.groups.filter((group) => !privileged.includes(group));
  if (others.length === 0) return noValue('no_unprivileged_group');
  return { value: { unprivileged: poolGroups(others), privileged: poolGroups(privileged) } };
}

export interface SideRates {
  readonly unprivileged: Rate;
  readonly privileged: Rate;
}

export function ratesOfSides(sides: Outcome<Sides>, name: RateName): Outcome<SideRates> {
  if (sides.value === undefined) return sides;
  const unprivileged = rates[name](sides.value.unprivileged);
  const privileged = rates[name](sides.value.privileged);
  if (unprivileged === undefined || privileged === undefined) return noValue('no_y_true');
  if (unprivileged.whole === 0 || privileged.whole === 0) return noValue('zero_denominator');
  return { value: { unprivileged, privileged } };
}

/** The rate of the unprivileged minus that of the privileged. */
export function signedDifference(sides: Outcome<Sides>, name: RateName): Outcome<number> {
  const found = ratesOfSides(sides, name);
  if (found.value === undefined) return found;
  const value = subtract(found.value.unprivileged, found.value.privileged);
  return value === undefined ? noValue('zero_denominator') : { value };
}

/** The rate of the unprivileged over that of the privileged; may exceed 1. */
export function openRatio(sides: Outcome<Sides>, name: RateName): Outcome<number> {
  const found = ratesOfSides(sides, name);
  if (found.value === undefined) return found;
  const value = divide(found.value.unprivileged, found.value.privileged);
  return value === undefined ? noValue('zero_denominator') : { value };
}

/** Mean of the differences of false and true positive rates, or of their sizes. */
export function averageOdds(sides: Outcome<Sides>, form: (difference: number) => number): Outcome<number> {
  const alarms = signedDifference(sides, 'false_positive_rate');
  if (alarms.value === undefined) return alarms;
  const hits = signedDifference(sides, 'true_positive_rate');
  if (hits.value === undefined) return hits;
  return { value: (form(alarms.value) + form(hits.value)) / 2 };
}

function poolGroups(groups: GroupTable['groups']): Counts {
  return pool(groups.map(({ counts }) => counts));
}

/** Distance between groups, regardless of which one is favoured: Fairlearn's differences and ratios. */
import type { Group, GroupTable } from './group-table.ts';
import { noValue, type Outcome } from './outcome.ts';
import { compareRates, divide, pool, type Rate, type RateName, rates, subtract } from './rates.ts';

/** Groups against each other, or each against all rows together. */
export type Comparison = 'between_groups' | 'to_overall';
export type Aggregation = 'worst_case' | 'mean';

export interface Extremes {
  readonly low: Group;
  readonly high: Group;
  readonly lowRate: Rate;
  readonly highRate: Rate;
}

/** Finds the groups of the lowest and the highest rate; equal rates are ordered by label. */
export function findExtremes({ groups }: GroupTable, name: RateName): Outcome<Extremes> {
  const [first, ...others] = groups.map((group) => ({ group, rate: rates[name](group.counts) }));
  if (first === undefined || others.length === 0) return noValue('one_group');
  if (first.rate === undefined) return noValue('no_y_true');
  let low = { group: first.group, rate: first.rate };
  let high = low;
  for (const { group, rate } of [first, ...others]) {
    if (rate === undefined) return noValue('no_y_true');
    if (rate.whole === 0) return noValue('zero_denominator');
    if (compareRates(rate, low.rate) < 0) low = { group, rate };
    if (compareRates(rate, high.rate) > 0) high = { group, rate };
  }
  return { value: { low: low.group, high: high.group, lowRate: low.rate, highRate: high.rate } };
}

/** Largest difference of a rate between two groups, or between a group and all. */
export function largestDifference(table: GroupTable, name: RateName, comparison: Comparison): Outcome<number> {
  const extremes = findExtremes(table, name);
  if (extremes.value === undefined) return extremes;
  const { lowRate, highRate } = extremes.value;
  if (comparison === 'between_groups') return orZeroDenominator(subtract(highRate, lowRate));
  const overall = overallRate(table, name);
  const below = subtract(overall, lowRate);
  const above = subtract(highRate, overall);
  return orZeroDenominator(below === undefined || above === undefined ? undefined : Math.max(below, above));
}

/** Smallest ratio of a rate between two groups, or between a group and all, the smaller over the larger. */
export function smallestRatio(table: GroupTable, name: RateName, comparison: Comparison): Outcome<number> {
  const extremes = findExtremes(table, name);
  if (extremes.value === undefined) return extremes;
  const { lowRate, highRate } = extremes.value;
  if (comparison === 'between_groups') return orZeroDenominator(divide(lowRate, highRate));
  const overall = overallRate(table, name);
  const below = divide(lowRate, overall);
  const above = divide(overall, highRate);
  return orZeroDenominator(below === undefined || above === undefined ? undefined : Math.min(below, above));
}

/** Equalized odds: true and false positive rates, the worse of both or their mean. */
export function equalizedOdds(
  measure: typeof largestDifference | typeof smallestRatio,
  table: GroupTable,
  { comparison, aggregation }: { readonly comparison: Comparison; readonly aggregation: Aggregation },
): Outcome<number> {
  const hits = measure(table, 'true_positive_rate', comparison);
  if (hits.value === undefined) return hits;
  const alarms = measure(table, 'false_positive_rate', comparison);
  if (alarms.value === undefined) return alarms;
  if (aggregation === 'mean') return { value: (hits.value + alarms.value) / 2 };
  const worse = measure === smallestRatio ? Math.min : Math.max;
  return { value: worse(hits.value, alarms.value) };
}

function overallRate({ groups }: GroupTable, name: RateName): Rate {
  return rates[name](pool(groups.map(({ counts }) => counts))) ?? { part: 0, whole: 0 };
}

function orZeroDenominator(value: number | undefined): Outcome<number> {
  return value === undefined ? noValue('zero_denominator') : { value };
}

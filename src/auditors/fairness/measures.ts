/**
 * The measures of one attribute, by name: the value, or the reason why there is none, and an interval for comparisons
 * of two rates.
 */
import {
  coefficientOfVariation,
  doubledRootOfEntropy,
  generalizedEntropy,
  meanLogDeviation,
} from './benefit-inequality.ts';
import {
  type Aggregation,
  type Comparison,
  equalizedOdds,
  findExtremes,
  largestDifference,
  smallestRatio,
} from './between-groups.ts';
import type { GroupTable } from './group-table.ts';
import { differenceInterval, type Interval, ratioInterval } from './intervals.ts';
import type { Outcome } from './outcome.ts';
import { averageOdds, openRatio, ratesOfSides, type Sides, signedDifference, splitSides } from './privileged.ts';
import { type Counts, pool, type Rate, type RateName } from './rates.ts';

export interface MeasureOptions {
  readonly comparison: Comparison;
  readonly aggregation: Aggregation;
  readonly privileged: readonly string[];
  readonly alpha: number;
  /** Normal quantile of the confidence level. */
  readonly z: number;
}

interface Subject {
  readonly table: GroupTable;
  readonly all: Counts;
  readonly sides: Outcome<Sides>;
  /** The same for every attribute, and costly. */
  readonly consistency: Outcome<number>;
  readonly options: MeasureOptions;
}

/** The range of a measure, and which of two values is less fair. */
type Kind = 'difference' | 'ratio' | 'signed_difference' | 'open_ratio' | 'inequality' | 'consistency';

interface Measure {
  readonly name: string;
  readonly kind: Kind;
  readonly of: (subject: Subject) => Outcome<number>;
  /** The compared rate, if the interval of two independent rates applies. */
  readonly rate?: RateName;
}

const sided = <const N extends string>(name: N, kind: 'signed_difference' | 'open_ratio', rate: RateName) => {
  const compare = kind === 'open_ratio' ? openRatio : signedDifference;
  return { name, kind, rate, of: ({ sides }: Subject) => compare(sides, rate) };
};

export const measures = [
  {
    name: 'demographic_parity_difference',
    kind: 'difference',
    rate: 'selection_rate',
    of: ({ table, options }) => largestDifference(table, 'selection_rate', options.comparison),
  },
  {
    name: 'demographic_parity_ratio',
    kind: 'ratio',
    rate: 'selection_rate',
    of: ({ table, options }) => smallestRatio(table, 'selection_rate', options.comparison),
  },
  {
    name: 'equalized_odds_difference',
    kind: 'difference',
    of: ({ table, options }) => equalizedOdds(largestDifference, table, options),
  },
  {
    name: 'equalized_odds_ratio',
    kind: 'ratio',
    of: ({ table, options }) => equalizedOdds(smallestRatio, table, options),
  },
  sided('disparate_impact', 'open_ratio', 'selection_rate'),
  sided('statistical_parity_difference', 'signed_difference', 'selection_rate'),
  {
    name: 'average_odds_difference',
    kind: 'signed_difference',
    of: ({ sides }) => averageOdds(sides, (value) => value),
  },
  { name: 'average_abs_odds_difference', kind: 'difference', of: ({ sides }) => averageOdds(sides, Math.abs) },
  sided('equal_opportunity_difference', 'signed_difference', 'true_positive_rate'),
  sided('error_rate_difference', 'signed_difference', 'error_rate'),
  sided('error_rate_ratio', 'open_ratio', 'error_rate'),
  sided('false_omission_rate_difference', 'signed_difference', 'false_omission_rate'),
  sided('false_discovery_rate_difference', 'signed_difference', 'false_discovery_rate'),
  sided('predictive_parity_difference', 'signed_difference', 'positive_predictive_value'),
  {
    name: 'generalized_entropy_index',
    kind: 'inequality',
    of: ({ all, options }) => generalizedEntropy(all, options.alpha),
  },
  { name: 'theil_index', kind: 'inequality', of: ({ all }) => generalizedEntropy(all, 1) },
  { name: 'mean_log_deviation', kind: 'inequality', of: ({ all }) => meanLogDeviation(all) },
  { name: 'coefficient_of_variation', kind: 'inequality', of: ({ all }) => coefficientOfVariation(all) },
  { name: 'coefficient_of_variation_aif360_0_4', kind: 'inequality', of: ({ all }) => doubledRootOfEntropy(all) },
  { name: 'consistency', kind: 'consistency', of: ({ consistency }) => consistency },
] as const satisfies readonly Measure[];

export type MeasureName = (typeof measures)[number]['name'];

export interface MeasuredAttribute {
  readonly attribute: string;
  readonly outcomes: ReadonlyMap<MeasureName, Outcome<number>>;
  readonly intervals: ReadonlyMap<MeasureName, Interval>;
}

export function measureAttribute(
  table: GroupTable,
  consistency: Outcome<number>,
  options: MeasureOptions,
): MeasuredAttribute {
  const all = pool(table.groups.map(({ counts }) => counts));
  const sides = splitSides(table, options.privileged);
  const subject: Subject = { table, all, sides, consistency, options };
  const outcomes = new Map<MeasureName, Outcome<number>>();
  const intervals = new Map<MeasureName, Interval>();
  for (const measure of measures) {
    const outcome = measure.of(subject);
    outcomes.set(measure.name, outcome);
    const interval = outcome.value === undefined ? undefined : intervalOf(measure, subject);
    if (interval !== undefined) intervals.set(measure.name, interval);
  }
  return { attribute: table.attribute, outcomes, intervals };
}

/** Gives the least fair value of a measure over the attributes that have one. */
export function worstValue(
  measured: readonly MeasuredAttribute[],
  { name, kind }: { readonly name: MeasureName; readonly kind: Kind },
): number | undefined {
  let worst: number | undefined;
  for (const { outcomes } of measured) {
    const value = outcomes.get(name)?.value;
    if (value === undefined) continue;
    if (worst === undefined || unfairness(kind, value) > unfairness(kind, worst)) worst = value;
  }
  return worst;
}

/** Bounds of the values of a kind, as JSON Schema has them. */
export function rangeOf(kind: Kind): { readonly minimum: number; readonly maximum?: number } {
  switch (kind) {
    case 'difference':
    case 'ratio':
    case 'consistency':
      return { minimum: 0, maximum: 1 };
    case 'signed_difference':
      return { minimum: -1, maximum: 1 };
    case 'open_ratio':
    case 'inequality':
      return { minimum: 0 };
  }
}

function intervalOf(measure: Measure, subject: Subject): Interval | undefined {
  const pair = measure.rate === undefined ? undefined : comparedRates(measure.kind, measure.rate, subject);
  if (pair === undefined) return undefined;
  const isRatio = measure.kind === 'ratio' || measure.kind === 'open_ratio';
  return (isRatio ? ratioInterval : differenceInterval)(pair[0], pair[1], subject.options.z);
}

/** Gives the two compared rates. A group and all rows together are not independent, so those have no interval. */
function comparedRates(kind: Kind, rate: RateName, { table, sides, options }: Subject): [Rate, Rate] | undefined {
  if (kind === 'signed_difference' || kind === 'open_ratio') {
    const found = ratesOfSides(sides, rate).value;
    return found && [found.unprivileged, found.privileged];
  }
  const extremes = options.comparison === 'to_overall' ? undefined : findExtremes(table, rate).value;
  if (extremes === undefined) return undefined;
  const { lowRate, highRate } = extremes;
  return kind === 'ratio' ? [lowRate, highRate] : [highRate, lowRate];
}

function unfairness(kind: Kind, value: number): number {
  switch (kind) {
    case 'difference':
    case 'signed_difference':
    case 'inequality':
      return Math.abs(value);
    case 'ratio':
    case 'open_ratio':
      return 1 - Math.min(value, 1 / value);
    case 'consistency':
      return 1 - value;
  }
}

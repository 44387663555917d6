/** Counts of a group, and its rates: fractions of counts, so that row order does not matter. */

/** Outcomes of one group; `truth` is present only if the true labels are known. */
export interface Counts {
  readonly n: number;
  /** Predicted positive. */
  readonly selected: number;
  readonly truth: Truth | undefined;
}

export interface Truth {
  readonly tp: number;
  readonly fp: number;
  readonly tn: number;
  readonly fn: number;
}

/** A rate as a fraction; it has no value if `whole` is 0. */
export interface Rate {
  readonly part: number;
  readonly whole: number;
}

/**
 * Largest number of rows behind counts. Products of two counts stay below 2^53, so that differences and ratios of rates are
 * rounded only once and a ratio of exactly four fifths is 0.8.
 */
export const maxCount = 94_906_265;

/** Rates of a group by name. */
export const rates = {
  selection_rate: ({ n, selected }: Counts): Rate => ({ part: selected, whole: n }),
  base_rate: withTruth(({ tp, fn }, n) => ({ part: tp + fn, whole: n })),
  accuracy: withTruth(({ tp, tn }, n) => ({ part: tp + tn, whole: n })),
  error_rate: withTruth(({ fp, fn }, n) => ({ part: fp + fn, whole: n })),
  true_positive_rate: withTruth(({ tp, fn }) => ({ part: tp, whole: tp + fn })),
  false_negative_rate: withTruth(({ tp, fn }) => ({ part: fn, whole: tp + fn })),
  false_positive_rate: withTruth(({ fp, tn }) => ({ part: fp, whole: fp + tn })),
  true_negative_rate: withTruth(({ fp, tn }) => ({ part: tn, whole: fp + tn })),
  positive_predictive_value: withTruth(({ tp, fp }) => ({ part: tp, whole: tp + fp })),
  false_discovery_rate: withTruth(({ tp, fp }) => ({ part: fp, whole: tp + fp })),
  negative_predictive_value: withTruth(({ tn, fn }) => ({ part: tn, whole: tn + fn })),
  false_omission_rate: withTruth(({ tn, fn }) => ({ part: fn, whole: tn + fn })),
} as const satisfies Record<string, (counts: Counts) => Rate | undefined>;

export type RateName = keyof typeof rates;

/** Names of all rates, in the order in which they are shown. */
export const rateNames: readonly RateName[] = [
  'selection_rate',
  'base_rate',
  'accuracy',
  'error_rate',
  'true_positive_rate',
  'false_negative_rate',
  'false_positive_rate',
  'true_negative_rate',
  'positive_predictive_value',
  'false_discovery_rate',
  'negative_predictive_value',
  'false_omission_rate',
];

/** Gives the number of a rate; `undefined` for 0/0. */
export function toValue({ part, whole }: Rate): number | undefined {
  return whole === 0 ? undefined : part / whole;
}

/** Orders two rates that both have a value. */
export function compareRates(left: Rate, right: Rate): number {
  return left.part * right.whole - right.part * left.whole;
}

/** `left - right`, rounded once. */
export function subtract(left: Rate, right: Rate): number | undefined {
  return left.whole === 0 || right.whole === 0 ? undefined : compareRates(left, right) / (left.whole * right.whole);
}

/** `left / right`, rounded once; `undefined` when either has no value or `right` is 0. */
export function divide(left: Rate, right: Rate): number | undefined {
  if (left.whole === 0 || right.whole === 0 || right.part === 0) return undefined;
  return (left.part * right.whole) / (right.part * left.whole);
}

export function pool(groups: readonly Counts[]): Counts {
  const sum = { n: 0, selected: 0 };
  const truth = { tp: 0, fp: 0, tn: 0, fn: 0 };
  for (const group of groups) {
    sum.n += group.n;
    sum.selected += group.selected;
    truth.tp += group.truth?.tp ?? 0;
    truth.fp += group.truth?.fp ?? 0;
    truth.tn += group.truth?.tn ?? 0;
    truth.fn += group.truth?.fn ?? 0;
  }
  return { ...sum, truth: groups.every((group) => group.truth !== undefined) ? truth : undefined };
}

function withTruth(rate: (truth: Truth, n: number) => Rate): (counts: Counts) => Rate | undefined {
  return ({ n, truth }) => (truth === undefined ? undefined : rate(truth, n));
}

/**
 * Inequality of the benefit b = prediction - truth + 1 over all rows (Speicher et al. 2018): 2 for a false positive,
 * 1 for a right prediction, 0 for a false negative. It takes three values only, so it is computed from counts.
 */
import { noValue, type Outcome } from './outcome.ts';
import type { Counts } from './rates.ts';

/**
 * Generalized entropy index. At alpha 0 it is divided by the mean once more, as AIF360 does (checked in its source,
 * 0.6.1); `meanLogDeviation` is the textbook form.
 */
export function generalizedEntropy(counts: Counts, alpha: number): Outcome<number> {
  if (alpha === 1) return overBenefits(counts, (x) => (x === 0 ? 0 : x * Math.log(x)));
  if (alpha === 0) return overBenefits(counts, (x, mean) => -Math.log(x) / mean);
  const scale = alpha * (alpha - 1);
  if (alpha < 0.5) return overBenefits(counts, (x) => Math.expm1(alpha * Math.log(x)) / scale);
  // The mean of x is 1, so x^a - x sums to the same as x^a - 1, and keeps its digits where alpha is near 1.
  return overBenefits(counts, (x) => (x === 0 ? 0 : (x * Math.expm1((alpha - 1) * Math.log(x))) / scale));
}

export function meanLogDeviation(counts: Counts): Outcome<number> {
  return overBenefits(counts, (x) => -Math.log(x));
}

/** Standard deviation of the benefit over its mean, sqrt(2 GE(2)). */
export function coefficientOfVariation(counts: Counts): Outcome<number> {
  const index = generalizedEntropy(counts, 2);
  return index.value === undefined ? index : { value: Math.sqrt(2 * index.value) };
}

/** 2 sqrt(GE(2)): the coefficient of variation of AIF360 up to 0.4, for comparison with old reports. */
export function doubledRootOfEntropy(counts: Counts): Outcome<number> {
  const index = generalizedEntropy(counts, 2);
  return index.value === undefined ? index : { value: 2 * Math.sqrt(index.value) };
}

/** Gives the mean of a term over x = b / mean(b). */
function overBenefits({ n, truth }: Counts, term: (x: number, mean: number) => number): Outcome<number> {
  if (truth === undefined) return noValue('no_y_true');
  const { tp, fp, tn, fn } = truth;
  const total = n + fp - fn;
  // No rows, or nobody has any benefit.
  if (total === 0) return noValue('zero_denominator');
  const mean = total / n;
  const share = (count: number, benefit: number) => (count === 0 ? 0 : count * term((benefit * n) / total, mean));
  const sum = share(tp + tn, 1) + share(fp, 2) + share(fn, 0);
  // Claims hold no larger number; NaN fails the comparison and ends here too.
  if (!(Math.abs(sum) / n <= Number.MAX_SAFE_INTEGER)) return noValue('not_finite');
  // No inequality index is negative (Jensen); rounding may make it so by a last digit.
  return { value: Math.max(0, sum / n) };
}

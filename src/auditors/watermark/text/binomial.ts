/** The exact upper tail of the binomial distribution, stable for long texts too, and its logarithm. */

const halfLogTwoPi = 0.9189385332046727;

/** ln P(X >= hits) for X ~ Binomial(trials, chance), 0 < chance < 1. */
export function logBinomialTail(hits: number, trials: number, chance: number): number {
  if (hits <= 0) return 0;
  if (hits > trials) return Number.NEGATIVE_INFINITY;
  // Sums away from the mean, where each term is smaller than the one before.
  if (hits > trials * chance) return logUpperSum(hits, trials, chance);
  return log1mexp(logUpperSum(trials - hits + 1, trials, 1 - chance));
}

/** P(X >= hits). */
export function binomialTail(hits: number, trials: number, chance: number): number {
  return Math.exp(logBinomialTail(hits, trials, chance));
}

function logUpperSum(hits: number, trials: number, chance: number): number {
  const odds = chance / (1 - chance);
  let term = 1;
  let sum = 1;
  for (let k = hits; k < trials && term > sum * 1e-18; k++) {
    term *= ((trials - k) / (k + 1)) * odds;
    sum += term;
  }
  return logMass(hits, trials, chance) + Math.log(sum);
}

/** ln P(X = k) by the saddle-point form (Loader 2000): no large logarithms are subtracted from each other. */
function logMass(k: number, trials: number, chance: number): number {
  if (k === 0) return trials * Math.log1p(-chance);
  if (k === trials) return trials * Math.log(chance);
  const rest = trials - k;
  return (
    stirlingError(trials) -
    stirlingError(k) -
    stirlingError(rest) -
    deviance(k, trials * chance) -
    deviance(rest, trials * (1 - chance)) -
    halfLogTwoPi +
    0.5 * Math.log(trials / k / rest)
  );
}

/** ln(n!) - ln(sqrt(2 pi n) (n/e)^n) */
function stirlingError(n: number): number {
  if (n <= 16) {
    let factorial = 1;
    for (let factor = 2; factor <= n; factor++) factorial *= factor;
    return Math.log(factorial) - (n + 0.5) * Math.log(n) + n - halfLogTwoPi;
  }
  const square = n * n;
  return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / square) / square) / square) / square) / n;
}

/** x ln(x / mean) + mean - x, without cancellation near the mean. */
function deviance(x: number, mean: number): number {
  const ratio = (x - mean) / (x + mean);
  if (Math.abs(ratio) >= 0.1) return x * Math.log(x / mean) + mean - x;
  let sum = (x - mean) * ratio;
  let power = 2 * x * ratio;
  for (let odd = 3; ; odd += 2) {
    power *= ratio * ratio;
    const next = sum + power / odd;
    if (next === sum) return sum;
    sum = next;
  }
}

/** ln(1 - e^x) for x < 0. */
function log1mexp(x: number): number {
  return x > -Math.LN2 ? Math.log(-Math.expm1(x)) : Math.log1p(-Math.exp(x));
}

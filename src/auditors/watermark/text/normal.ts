/** The tail of the normal distribution, to about 1e-13 relative, and its logarithm if the value itself underflows. */

const halfLogTwoPi = 0.9189385332046727;
/** From here on the continued fraction converges quickly; below it the series loses at most three digits. */
const seriesEnd = 3;
const fractionTerms = 160;

/** P(Z >= z). Zero where it underflows: see {@link logNormalTail}. */
export function normalTail(z: number): number {
  if (z < 0) return 1 - normalTail(-z);
  if (z < seriesEnd) return 0.5 - density(z) * seriesOf(z);
  return density(z) / fractionOf(z);
}

/** ln P(Z >= z), for every z. */
export function logNormalTail(z: number): number {
  if (z < 0) return Math.log1p(-normalTail(-z));
  if (z < seriesEnd) return Math.log(normalTail(z));
  return -(z * z) / 2 - halfLogTwoPi - Math.log(fractionOf(z));
}

function density(z: number): number {
  return Math.exp(-(z * z) / 2 - halfLogTwoPi);
}

/** (Phi(z) - 1/2) / phi(z) = z + z^3/3 + z^5/15 + ... (Abramowitz and Stegun 26.2.11); all terms are positive. */
function seriesOf(z: number): number {
  let term = z;
  let sum = z;
  for (let odd = 3; term > sum * 1e-18; odd += 2) {
    term *= (z * z) / odd;
    sum += term;
  }
  return sum;
}

/** phi(z) / Q(z) = z + 1/(z + 2/(z + 3/(z + ...))) (Abramowitz and Stegun 26.2.14). */
function fractionOf(z: number): number {
  let value = z;
  for (let term = fractionTerms; term > 0; term--) value = z + term / value;
  return value;
}

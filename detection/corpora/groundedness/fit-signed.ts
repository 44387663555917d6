/** Fits a logistic regression with non-negative weights by coordinate descent, so that correlated features cannot change sign. */

export interface Observation {
  readonly features: readonly number[];
  /** From 0 to 1. */
  readonly label: number;
  readonly weight: number;
}

export interface SignedFitOptions {
  /** Regularisation towards 0, in observations. */
  readonly ridge: number;
  /** Features whose weight may be negative. */
  readonly anySign: readonly number[];
}

const rounds = 300;
const settled = 1e-6;

/** Gives bias and weights; deterministic. */
export function fitSigned(
  observations: readonly Observation[],
  { ridge, anySign }: SignedFitOptions,
): { bias: number; weights: number[] } {
  const used = observations.filter(({ weight }) => weight > 0);
  const size = used[0]?.features.length ?? 0;
  const columns = Array.from({ length: size + 1 }, (_, column) =>
    Float64Array.from(used, ({ features }) => (column === 0 ? 1 : (features[column - 1] ?? 0))),
  );
  const logits = new Float64Array(used.length);
  const weights = new Array<number>(size + 1).fill(0);
  for (let round = 0; round < rounds; round += 1) {
    let largest = 0;
    for (const [column, values] of columns.entries()) {
      const isFree = column === 0 || anySign.includes(column - 1);
      const before = weights[column] ?? 0;
      const step = newtonStep(used, values, logits, column === 0 ? 0 : ridge, before);
      const after = isFree ? before - step : Math.max(0, before - step);
      if (after === before) continue;
      weights[column] = after;
      for (let at = 0; at < logits.length; at += 1)
        logits[at] = (logits[at] ?? 0) + (after - before) * (values[at] ?? 0);
      largest = Math.max(largest, Math.abs(after - before));
    }
    if (largest < settled) break;
  }
  return { bias: weights[0] ?? 0, weights: weights.slice(1) };
}

/** Newton step of a single weight. */
function newtonStep(
  observations: readonly Observation[],
  values: Float64Array,
  logits: Float64Array,
  ridge: number,
  weight: number,
): number {
  let [gradient, slope] = [ridge * weight, ridge + 1e-9];
  for (const [at, { label, weight: mass }] of observations.entries()) {
    const value = values[at] ?? 0;
    if (value === 0) continue;
    const probability = 1 / (1 + Math.exp(-(logits[at] ?? 0)));
    gradient += mass * value * (probability - label);
    slope += mass * value * value * Math.max(1e-3, probability * (1 - probability));
  }
  return gradient / slope;
}

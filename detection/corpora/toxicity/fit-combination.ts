/** Fits the small logistic regressions that combine model and rules: weighted Newton's method with L2. */

export interface Observation {
  readonly features: readonly number[];
  /** From 0 to 1. */
  readonly label: number;
  readonly weight: number;
}

export interface FitOptions {
  /** Regularisation towards 0, in observations. */
  readonly ridge: number;
  /** Features that can only speak for the label: negative weights are set to 0. */
  readonly risingOnly?: readonly number[];
}

const rounds = 25;

/** Gives bias and weights; deterministic. */
export function fitLogistic(
  observations: readonly Observation[],
  { ridge, risingOnly = [] }: FitOptions,
): { bias: number; weights: number[] } {
  const size = (observations[0]?.features.length ?? 0) + 1;
  const dropped = new Set<number>();
  for (;;) {
    const weights = solveNewton(observations, size, ridge, dropped);
    const negative = risingOnly.filter((index) => !dropped.has(index) && (weights[index + 1] ?? 0) < 0);
    if (negative.length === 0) return { bias: weights[0] ?? 0, weights: weights.slice(1) };
    for (const index of negative) dropped.add(index);
  }
}

function solveNewton(
  observations: readonly Observation[],
  size: number,
  ridge: number,
  dropped: ReadonlySet<number>,
): number[] {
  const weights = new Array<number>(size).fill(0);
  for (let round = 0; round < rounds; round += 1) {
    const gradient = weights.map((weight, index) => (index === 0 ? 0 : ridge * weight));
    const hessian = weights.map((_, row) =>
      weights.map((__, column) => (row === column ? (row === 0 ? 1e-6 : ridge) : 0)),
    );
    for (const { features, label, weight } of observations) {
      const inputs = [1, ...features.map((value, index) => (dropped.has(index) ? 0 : value))];
      let logit = 0;
      for (let index = 0; index < size; index += 1) logit += (weights[index] ?? 0) * (inputs[index] ?? 0);
      const probability = 1 / (1 + Math.exp(-logit));
      const error = (probability - label) * weight;
      const slope = Math.max(1e-6, probability * (1 - probability)) * weight;
      for (let row = 0; row < size; row += 1) {
        const input = inputs[row] ?? 0;
        gradient[row] = (gradient[row] ?? 0) + error * input;
        const line = hessian[row];
        if (line === undefined || input === 0) continue;
        for (let column = 0; column < size; column += 1) {
          line[column] = (line[column] ?? 0) + slope * input * (inputs[column] ?? 0);
        }
      }
    }
    const step = solveLinear(hessian, gradient);
    for (let index = 0; index < size; index += 1) weights[index] = (weights[index] ?? 0) - (step[index] ?? 0);
    if (step.every((change) => Math.abs(change) < 1e-9)) break;
  }
  return weights;
}

/** Gauss elimination with pivoting; the ridge keeps the small matrix regular. */
function solveLinear(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, index) => [...row, right[index] ?? 0]);
  const size = rows.length;
  for (let pivot = 0; pivot < size; pivot += 1) {
    let best = pivot;
    for (let row = pivot + 1; row < size; row += 1) {
      if (Math.abs(rows[row]?.[pivot] ?? 0) > Math.abs(rows[best]?.[pivot] ?? 0)) best = row;
    }
    const top = rows[best] ?? [];
    rows[best] = rows[pivot] ?? [];
    rows[pivot] = top;
    for (let row = 0; row < size; row += 1) {
      const line = rows[row];
      if (row === pivot || line === undefined) continue;
      const factor = (line[pivot] ?? 0) / (top[pivot] ?? 1);
      for (let column = pivot; column <= size; column += 1) {
        line[column] = (line[column] ?? 0) - factor * (top[column] ?? 0);
      }
    }
  }
  return rows.map((row, index) => (row[size] ?? 0) / (row[index] ?? 1));
}

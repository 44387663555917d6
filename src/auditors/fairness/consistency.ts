/** Individual fairness: whether rows with similar features get the same prediction (Zemel et al. 2013). */
import { noValue, type Outcome } from './outcome.ts';

export interface Individuals {
  /** All features, row after row. */
  readonly features: Float64Array;
  readonly dimensions: number;
  /** 1 where the prediction is positive. */
  readonly selected: Uint8Array;
}

/** Largest number of row pairs, weighted by their comparison cost (about 0.2 s). */
const maxWork = 2e8;
const workOfPair = 10;

/** True when this many rows can be compared in one request; checked before memory is allocated. */
export function isComparable(rows: number, dimensions: number): boolean {
  return rows * rows * (dimensions + workOfPair) <= maxWork;
}

/**
 * Gives one minus the mean distance of a row's prediction from the mean of its `neighbors` nearest rows by Euclidean
 * distance. The row itself is one of them, as in AIF360. Equally distant rows share the remaining places, so that row
 * order does not matter; without such ties the value is AIF360's.
 */
export function consistency(individuals: Individuals, neighbors: number): Outcome<number> {
  const { selected } = individuals;
  const size = selected.length;
  if (size < neighbors) return noValue('too_few_rows');
  const distances = new Float64Array(size);
  const nearest = new Float64Array(neighbors);
  let sum = 0;
  for (let row = 0; row < size; row += 1) {
    measureDistances(individuals, row, distances);
    const reach = findReach(distances, nearest);
    sum += Math.abs((selected[row] ?? 0) - meanWithin(selected, distances, { reach, neighbors }));
  }
  return { value: 1 - sum / size };
}

/** Gives squared distances, which have the same order. */
function measureDistances({ features, dimensions }: Individuals, row: number, distances: Float64Array): void {
  const start = row * dimensions;
  for (let other = 0; other < distances.length; other += 1) {
    let sum = 0;
    for (let dimension = 0; dimension < dimensions; dimension += 1) {
      const step = (features[start + dimension] ?? 0) - (features[other * dimensions + dimension] ?? 0);
      sum += step * step;
    }
    distances[other] = sum;
  }
}

/** Finds the distance of the last neighbour, by insertion into a short sorted list. */
function findReach(distances: Float64Array, nearest: Float64Array): number {
  nearest.fill(Number.POSITIVE_INFINITY);
  const last = nearest.length - 1;
  for (const distance of distances) {
    if (distance >= (nearest[last] ?? 0)) continue;
    let place = last;
    while (place > 0 && (nearest[place - 1] ?? 0) > distance) {
      nearest[place] = nearest[place - 1] ?? 0;
      place -= 1;
    }
    nearest[place] = distance;
  }
  return nearest[last] ?? 0;
}

function meanWithin(
  selected: Uint8Array,
  distances: Float64Array,
  { reach, neighbors }: { readonly reach: number; readonly neighbors: number },
): number {
  const inside = { rows: 0, selected: 0 };
  const edge = { rows: 0, selected: 0 };
  for (let row = 0; row < distances.length; row += 1) {
    const distance = distances[row] ?? 0;
    if (distance > reach) continue;
    const part = distance < reach ? inside : edge;
    part.rows += 1;
    part.selected += selected[row] ?? 0;
  }
  return (inside.selected + ((neighbors - inside.rows) * edge.selected) / edge.rows) / neighbors;
}

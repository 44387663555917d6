/** Combines features to a probability: a small logistic regression whose weights are in a readable file. */
import { readFileSync } from 'node:fs';
import { calibrate } from '../linear-model/scorer.ts';

/** Combination for one head: `overall` or a category. */
export interface Combination {
  readonly bias: number;
  readonly weights: readonly number[];
  /** Pairs of [logit, probability], both rising; see `Head.calibration`. */
  readonly calibration: readonly (readonly [logit: number, probability: number])[];
}

/** Content of `combination.json`, by head. */
export type Combinations = Readonly<Record<string, Combination>>;

export function loadCombinations(file: URL): Combinations {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The combined logit, before calibration. */
export function combinedLogit({ bias, weights }: Combination, features: readonly number[]): number {
  let sum = bias;
  for (let index = 0; index < features.length; index += 1) sum += (weights[index] ?? 0) * (features[index] ?? 0);
  return sum;
}

export function combine(combination: Combination, features: readonly number[]): number {
  const { calibration } = combination;
  return calibrate({ name: '', bias: 0, scale: 1, calibration }, combinedLogit(combination, features));
}

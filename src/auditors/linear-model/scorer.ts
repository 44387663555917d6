/**
 * Scores texts by a linear model over hashed n-grams: a text's logit is bias + sum of weights / sqrt(number of n-grams).
 * Calibration tables turn logits into probabilities.
 */
import type { Head, LinearModel } from './model.ts';
import { hashNgrams } from './ngrams.ts';
import { sumWeights } from './weight-sums.ts';

export interface Scorer {
  readonly heads: readonly string[];
  /** Calibrated probability of each head, in order. A text without n-grams scores the model's bias. */
  score(folded: string): number[];
  /** Scores before calibration. */
  logits(folded: string): number[];
}

export function createScorer({ card, weights }: LinearModel): Scorer {
  const { bits, heads } = card;
  const width = heads.length;
  const sums = new Int32Array(width);

  const logits = (folded: string): number[] => {
    const { buckets, count } = hashNgrams(folded, bits);
    sumWeights({ weights, width, buckets }, count, sums);
    return heads.map((head, index) => toLogit(head, sums[index] ?? 0, count));
  };

  return {
    heads: heads.map(({ name }) => name),
    logits,
    score: (folded) => logits(folded).map((logit, index) => calibrate(heads[index], logit)),
  };
}

function toLogit(head: Head, sum: number, count: number): number {
  return count === 0 ? head.bias : head.bias + (head.scale * sum) / Math.sqrt(count);
}

/** The score of a text's strongest window. */
export function calibrateWindow(head: Head | undefined, logit: number): number {
  return readTable(head?.windowCalibration ?? head?.calibration ?? [], logit);
}

/** Reads a calibration table. Without a table it applies the logistic function, for a model in training. */
export function calibrate(head: Head | undefined, logit: number): number {
  return readTable(head?.calibration ?? [], logit);
}

function readTable(table: Head['calibration'], logit: number): number {
  const [first, last] = [table[0], table.at(-1)];
  if (first === undefined || last === undefined) return 1 / (1 + Math.exp(-logit));
  if (logit <= first[0]) return first[1];
  if (logit >= last[0]) return last[1];
  const above = table.findIndex(([point]) => point > logit);
  const [left, right] = [table[above - 1] ?? first, table[above] ?? last];
  return left[1] + ((right[1] - left[1]) * (logit - left[0])) / (right[0] - left[0]);
}

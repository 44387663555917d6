/**
 * Trains a logistic regression per head over the auditor's features: AdaGrad (Duchi et al., 2011) with L2. Features are computed
 * once; folds leave out rows.
 */
import { eachFeature } from '../../../src/auditors/injection/features.ts';
import { createRandom, shuffle } from '../../training/random.ts';
import type { RowExample } from './examples.ts';

/** Features of many examples, concatenated. */
export interface FeatureTable {
  readonly examples: readonly RowExample[];
  /** Start of each example's features, plus one entry for the end. */
  readonly firsts: Uint32Array;
  readonly hashes: Uint32Array;
  readonly values: Uint8Array;
}

/** Computes the features of every example. */
export function tabulate(examples: readonly RowExample[]): FeatureTable {
  const firsts = new Uint32Array(examples.length + 1);
  let count = 0;
  for (const [index, { text }] of examples.entries()) {
    eachFeature(text, () => {
      count += 1;
    });
    firsts[index + 1] = count;
  }
  const hashes = new Uint32Array(count);
  const values = new Uint8Array(count);
  let at = 0;
  for (const { text } of examples) {
    eachFeature(text, (hash, _, value) => {
      hashes[at] = hash;
      values[at] = value;
      at += 1;
    });
  }
  return { examples, firsts, hashes, values };
}

export interface FitOptions {
  readonly bits: number;
  readonly epochs: number;
  readonly learningRate: number;
  /** Regularisation towards 0, once per update of a weight. */
  readonly l2: number;
  /** Label smoothing: a text that is clearly one or the other moves the weights no further. */
  readonly smoothing: number;
  readonly seed: number;
}

export interface FittedHead {
  readonly weights: Float32Array;
  readonly bias: number;
}

/** Trains one head on the examples of kept rows; deterministic. */
export function fitHead(
  table: FeatureTable,
  head: number,
  isKept: (row: number) => boolean,
  options: FitOptions,
): FittedHead {
  const { examples } = table;
  const order = examples.flatMap(({ row, labels }, index) =>
    isKept(row) && labels[head] !== undefined ? [index] : [],
  );
  const random = createRandom(options.seed);
  const state: State = {
    weights: new Float32Array(2 ** options.bits),
    squares: new Float32Array(2 ** options.bits).fill(1e-3),
    bias: 0,
    biasSquares: 1,
  };
  for (let epoch = 0; epoch < options.epochs; epoch += 1) {
    for (const index of shuffle(order, random)) learn(state, table, { index, head, options });
  }
  return { weights: state.weights, bias: state.bias };
}

interface State {
  readonly weights: Float32Array;
  /** Sums of squared gradients, for the step of each weight. */
  readonly squares: Float32Array;
  bias: number;
  biasSquares: number;
}

function learn(
  state: State,
  { examples, firsts, hashes, values }: FeatureTable,
  { index, head, options }: { index: number; head: number; options: FitOptions },
): void {
  const { weights, squares } = state;
  const { learningRate, l2, smoothing } = options;
  const [from, to] = [firsts[index] ?? 0, firsts[index + 1] ?? 0];
  const example = examples[index];
  if (example === undefined || from === to) return;
  const shift = 32 - options.bits;
  let mass = 0;
  let sum = 0;
  for (let at = from; at < to; at += 1) {
    const value = values[at] ?? 0;
    mass += value;
    sum += value * (weights[(hashes[at] ?? 0) >>> shift] ?? 0);
  }
  const norm = 1 / Math.sqrt(mass);
  const probability = 1 / (1 + Math.exp(-(state.bias + sum * norm)));
  const label = (example.labels[head] ?? 0) * (1 - 2 * smoothing) + smoothing;
  const error = (probability - label) * example.weight;
  state.biasSquares += error * error;
  state.bias -= (learningRate * error) / Math.sqrt(state.biasSquares);
  for (let at = from; at < to; at += 1) {
    const bucket = (hashes[at] ?? 0) >>> shift;
    const weight = weights[bucket] ?? 0;
    // A step does not depend on the gradient's size, so a feature's value counts once: in the sum.
    const gradient = error * norm + l2 * weight;
    const squared = (squares[bucket] ?? 0) + gradient * gradient;
    squares[bucket] = squared;
    weights[bucket] = weight - (learningRate * gradient) / Math.sqrt(squared);
  }
}

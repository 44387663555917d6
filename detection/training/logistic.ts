/** Trains logistic regressions over hashed n-grams that share their features: AdaGrad (Duchi et al., 2011) with L2. */
import { hashNgrams } from '../../src/auditors/linear-model/ngrams.ts';
import { createRandom, shuffle } from './random.ts';

export interface Example {
  /** Folded like the auditor's input. */
  readonly text: string;
  /** Label for each head from 0 to 1; `undefined` if unknown. */
  readonly labels: readonly (number | undefined)[];
  /** Weight; 1 is normal. */
  readonly weight: number;
}

export interface TrainOptions {
  readonly bits: number;
  readonly heads: readonly string[];
  readonly epochs: number;
  readonly learningRate: number;
  /** Regularisation towards 0, once per update of a weight. */
  readonly l2: number;
  readonly seed: number;
  readonly progress?: (message: string) => void;
}

export interface TrainedModel {
  readonly bits: number;
  readonly heads: readonly string[];
  readonly biases: Float64Array;
  /** One weight for each bucket and head; the heads of a bucket are adjacent. */
  readonly weights: Float32Array;
}

/** Trains; deterministic for the same examples, options and machine. */
export function train(examples: readonly Example[], options: TrainOptions): TrainedModel {
  const { bits, heads, epochs, learningRate, l2, seed } = options;
  const width = heads.length;
  const weights = new Float32Array(2 ** bits * width);
  const squares = new Float32Array(2 ** bits * width).fill(1e-3);
  const biases = new Float64Array(width);
  const biasSquares = new Float64Array(width).fill(1);
  const random = createRandom(seed);
  const order = examples.map((_, index) => index);
  const sums = new Float64Array(width);
  const errors = new Float64Array(width);

  for (let epoch = 1; epoch <= epochs; epoch += 1) {
    let loss = 0;
    let seen = 0;
    for (const index of shuffle(order, random)) {
      const example = examples[index];
      if (example === undefined) continue;
      const { buckets, count } = hashNgrams(example.text, bits);
      if (count === 0) continue;
      const value = 1 / Math.sqrt(count);
      sums.fill(0);
      for (let at = 0; at < count; at += 1) {
        const base = (buckets[at] ?? 0) * width;
        for (let head = 0; head < width; head += 1) sums[head] = (sums[head] ?? 0) + (weights[base + head] ?? 0);
      }
      for (let head = 0; head < width; head += 1) {
        const label = example.labels[head];
        if (label === undefined) {
          errors[head] = 0;
          continue;
        }
        const logit = (biases[head] ?? 0) + (sums[head] ?? 0) * value;
        const probability = 1 / (1 + Math.exp(-logit));
        const error = (probability - label) * example.weight;
        errors[head] = error;
        loss -= example.weight * Math.log(Math.max(1e-9, label > 0.5 ? probability : 1 - probability));
        seen += example.weight;
        biasSquares[head] = (biasSquares[head] ?? 0) + error * error;
        biases[head] = (biases[head] ?? 0) - (learningRate * error) / Math.sqrt(biasSquares[head] ?? 1);
      }
      for (let at = 0; at < count; at += 1) {
        const base = (buckets[at] ?? 0) * width;
        for (let head = 0; head < width; head += 1) {
          const error = errors[head] ?? 0;
          if (error === 0) continue;
          const place = base + head;
          const gradient = error * value + l2 * (weights[place] ?? 0);
          squares[place] = (squares[place] ?? 0) + gradient * gradient;
          weights[place] = (weights[place] ?? 0) - (learningRate * gradient) / Math.sqrt(squares[place] ?? 1);
        }
      }
    }
    options.progress?.(`epoch ${epoch} of ${epochs}: mean loss ${(loss / Math.max(1, seen)).toFixed(4)}`);
  }
  return { bits, heads, biases, weights };
}

export interface QuantizedModel {
  readonly weights: Int8Array<ArrayBuffer>;
  readonly heads: readonly { readonly name: string; readonly bias: number; readonly scale: number }[];
}

/**
 * Quantises weights to signed bytes with one scale per head. Clips the rarest extremes so that the others keep their resolution.
 */
export function quantize({ bits, heads, biases, weights }: TrainedModel): QuantizedModel {
  const width = heads.length;
  const bytes = new Int8Array(weights.length);
  const scales = heads.map((_, head) => largest(weights, width, head, 2 ** bits) / 127 || 1);
  for (let index = 0; index < weights.length; index += 1) {
    const steps = Math.round((weights[index] ?? 0) / (scales[index % width] ?? 1));
    bytes[index] = Math.max(-127, Math.min(127, steps));
  }
  return {
    weights: bytes,
    heads: heads.map((name, head) => ({ name, bias: biases[head] ?? 0, scale: scales[head] ?? 1 })),
  };
}

/** Magnitude above all but one in ten thousand of a head's weights. */
function largest(weights: Float32Array, width: number, head: number, buckets: number): number {
  const sizes = new Float32Array(buckets);
  for (let bucket = 0; bucket < buckets; bucket += 1) sizes[bucket] = Math.abs(weights[bucket * width + head] ?? 0);
  sizes.sort();
  return sizes[Math.floor(buckets * 0.9999)] ?? 0;
}

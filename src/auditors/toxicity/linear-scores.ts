/** Scores of the linear model for a folded text: of the whole, and of the worst chunk. */
import type { LinearModel } from '../linear-model/model.ts';
import { hashNgrams } from '../linear-model/ngrams.ts';
import { sumWeights } from '../linear-model/weight-sums.ts';
import type { Folded } from './fold.ts';

export interface LinearScores {
  /** Logit of each head over the whole text. */
  readonly whole: Float64Array;
  /** Highest logit of each head over the chunks. */
  readonly worst: Float64Array;
  /** Number of the chunk in which each head is highest. */
  readonly worstChunk: Int32Array;
}

/** Makes the scorer of a model. One pass over the text serves all heads and all chunks. */
export function createLinearScorer({ card, weights }: LinearModel): (folded: Folded) => LinearScores {
  const { bits, heads } = card;
  const width = heads.length;
  const scales = Float64Array.from(heads, ({ scale }) => scale);
  const biases = Float64Array.from(heads, ({ bias }) => bias);
  const chunkSums = new Int32Array(width);
  const sums = new Float64Array(width);

  return ({ chunks }) => {
    const whole = new Float64Array(width);
    const worst = new Float64Array(width).fill(-Infinity);
    const worstChunk = new Int32Array(width);
    let total = 0;
    sums.fill(0);
    for (const [number, chunk] of chunks.entries()) {
      const { buckets, count } = hashNgrams(chunk, bits);
      sumWeights({ weights, width, buckets }, count, chunkSums);
      const root = Math.sqrt(Math.max(1, count));
      total += count;
      for (let head = 0; head < width; head += 1) {
        const sum = chunkSums[head] ?? 0;
        sums[head] = (sums[head] ?? 0) + sum;
        const logit = (biases[head] ?? 0) + ((scales[head] ?? 0) * sum) / root;
        if (logit <= (worst[head] ?? 0)) continue;
        worst[head] = logit;
        worstChunk[head] = number;
      }
    }
    const root = Math.sqrt(Math.max(1, total));
    for (let head = 0; head < width; head += 1) {
      whole[head] = (biases[head] ?? 0) + ((scales[head] ?? 0) * (sums[head] ?? 0)) / root;
    }
    return { whole, worst, worstChunk };
  };
}

/**
 * Scores texts by a linear model over hashed n-grams. A text's logit is bias + sum of weights / sqrt(number of n-grams),
 * so that the sums of windows come from one pass over the text.
 */
import type { Head, LinearModel } from './model.ts';
import { hashNgrams } from './ngrams.ts';

export interface WindowScore {
  /** Calibrated probability of the strongest window. */
  readonly score: number;
  /** UTF-16 offsets into the folded text. */
  readonly start: number;
  readonly end: number;
}

export interface Scorer {
  readonly heads: readonly string[];
  /** Calibrated probability for each head, in order. A text without n-grams has the model's bias alone. */
  score(folded: string): number[];
  /** The same before calibration. */
  logits(folded: string): number[];
  /**
   * Strongest window of one head. Windows start every `step` characters and are `size` long; the last one ends at the
   * end of the text. Linear in the length of the text.
   */
  strongestWindow(folded: string, head: number, window: { readonly size: number; readonly step: number }): WindowScore;
}

/** Makes the scorer of a model. */
export function createScorer({ card, weights }: LinearModel): Scorer {
  const { bits, heads } = card;
  const width = heads.length;

  const logits = (folded: string): number[] => {
    const { buckets, count } = hashNgrams(folded, bits);
    const sums = new Float64Array(width);
    for (let index = 0; index < count; index += 1) {
      const base = (buckets[index] ?? 0) * width;
      for (let head = 0; head < width; head += 1) sums[head] = (sums[head] ?? 0) + (weights[base + head] ?? 0);
    }
    return heads.map((head, index) => toLogit(head, sums[index] ?? 0, count));
  };

  return {
    heads: heads.map(({ name }) => name),
    logits,
    score: (folded) => logits(folded).map((logit, index) => calibrate(heads[index], logit)),
    strongestWindow(folded, index, { size, step }) {
      const head = heads[index];
      if (head === undefined) throw new RangeError(`the model has no head ${index}`);
      const { buckets, starts, count } = hashNgrams(folded, bits);
      const sums = new Int32Array(count + 1);
      for (let at = 0; at < count; at += 1) {
        sums[at + 1] = (sums[at] ?? 0) + (weights[(buckets[at] ?? 0) * width + index] ?? 0);
      }
      let best = { logit: -Infinity, start: 0, end: folded.length };
      let from = 0;
      let to = 0;
      for (let start = 0; ; start += step) {
        const end = Math.min(start + size, folded.length);
        while (from < count && (starts[from] ?? 0) < start) from += 1;
        while (to < count && (starts[to] ?? 0) < end) to += 1;
        const logit = toLogit(head, (sums[to] ?? 0) - (sums[from] ?? 0), to - from);
        if (logit > best.logit) best = { logit, start, end };
        if (end === folded.length) break;
      }
      return { score: calibrate(head, best.logit), start: best.start, end: best.end };
    },
  };
}

function toLogit(head: Head, sum: number, count: number): number {
  return count === 0 ? head.bias : head.bias + (head.scale * sum) / Math.sqrt(count);
}

/** Reads a calibration table. Without one the logistic function stands in: a model under training has none yet. */
export function calibrate(head: Head | undefined, logit: number): number {
  const table = head?.calibration ?? [];
  const [first, last] = [table[0], table.at(-1)];
  if (first === undefined || last === undefined) return 1 / (1 + Math.exp(-logit));
  if (logit <= first[0]) return first[1];
  if (logit >= last[0]) return last[1];
  const above = table.findIndex(([point]) => point > logit);
  const [left, right] = [table[above - 1] ?? first, table[above] ?? last];
  return left[1] + ((right[1] - left[1]) * (logit - left[0])) / (right[0] - left[0]);
}

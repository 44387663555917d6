/**
 * Scores texts by a linear model over hashed n-grams. A text's logit is bias + sum of weights / sqrt(number of n-grams),
 * so that the sums of windows come from one pass over the text.
 */
import type { Head, LinearModel } from './model.ts';
import { hashNgrams, type Ngrams } from './ngrams.ts';

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
  strongestWindow(folded: string, head: number, window: WindowShape): WindowScore;
  /** The text as a whole and the strongest window of each head, from one pass: logits before calibration. */
  scan(folded: string, window: WindowShape): TextScan;
}

export interface WindowShape {
  readonly size: number;
  readonly step: number;
}

export interface TextScan {
  /** One for each head. */
  readonly whole: readonly number[];
  readonly windows: readonly WindowLogit[];
}

export interface WindowLogit {
  readonly logit: number;
  /** UTF-16 offsets into the folded text. */
  readonly start: number;
  readonly end: number;
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

  /** Sums of the weights of one head over the first n-grams of a text. */
  const sumUp = ({ buckets, starts, count }: Ngrams, index: number): PrefixSums => {
    const sums = new Int32Array(count + 1);
    for (let at = 0; at < count; at += 1) {
      sums[at + 1] = (sums[at] ?? 0) + (weights[(buckets[at] ?? 0) * width + index] ?? 0);
    }
    return { sums, starts, count };
  };

  return {
    heads: heads.map(({ name }) => name),
    logits,
    score: (folded) => logits(folded).map((logit, index) => calibrate(heads[index], logit)),
    strongestWindow(folded, index, { size, step }) {
      const head = heads[index];
      if (head === undefined) throw new RangeError(`the model has no head ${index}`);
      const best = strongestOf(sumUp(hashNgrams(folded, bits), index), head, folded.length, { size, step });
      return { score: calibrateWindow(head, best.logit), start: best.start, end: best.end };
    },
    scan(folded, window) {
      const ngrams = hashNgrams(folded, bits);
      const sums = heads.map((_, index) => sumUp(ngrams, index));
      return {
        whole: heads.map((head, index) => toLogit(head, sums[index]?.sums[ngrams.count] ?? 0, ngrams.count)),
        windows: heads.map((head, index) =>
          strongestOf(sums[index] ?? sumUp(ngrams, index), head, folded.length, window),
        ),
      };
    },
  };
}

interface PrefixSums {
  readonly sums: Int32Array;
  readonly starts: Uint32Array;
  readonly count: number;
}

function strongestOf(
  { sums, starts, count }: PrefixSums,
  head: Head,
  length: number,
  window: WindowShape,
): WindowLogit {
  let best: WindowLogit = { logit: -Infinity, start: 0, end: length };
  let from = 0;
  let to = 0;
  for (let start = 0; ; start += window.step) {
    const end = Math.min(start + window.size, length);
    while (from < count && (starts[from] ?? 0) < start) from += 1;
    while (to < count && (starts[to] ?? 0) < end) to += 1;
    const logit = toLogit(head, (sums[to] ?? 0) - (sums[from] ?? 0), to - from);
    if (logit > best.logit) best = { logit, start, end };
    if (end === length) return best;
  }
}

function toLogit(head: Head, sum: number, count: number): number {
  return count === 0 ? head.bias : head.bias + (head.scale * sum) / Math.sqrt(count);
}

/** The score of a text's strongest window. */
export function calibrateWindow(head: Head | undefined, logit: number): number {
  return readTable(head?.windowCalibration ?? head?.calibration ?? [], logit);
}

/** Reads a calibration table. Without one the logistic function stands in: a model under training has none yet. */
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

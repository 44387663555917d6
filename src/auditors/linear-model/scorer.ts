/**
 * Scores texts by a linear model over hashed n-grams. A text's logit is bias + sum of weights / sqrt(number of n-grams),
 * so that the sums of windows come from one pass over the text.
 */
import type { Head, LinearModel } from './model.ts';
import { hashNgrams, type Ngrams } from './ngrams.ts';
import { sumWeights, type Weighed } from './weight-sums.ts';

export interface Scorer {
  readonly heads: readonly string[];
  /** Calibrated probability for each head, in order. A text without n-grams has the model's bias alone. */
  score(folded: string): number[];
  /** The same before calibration. */
  logits(folded: string): number[];
  /**
   * The text as a whole and the strongest window of each head, from one pass: logits before calibration. Windows start
   * every `step` characters and are `size` long; the last one ends at the end of the text. An n-gram belongs to the
   * windows that its first character is in. Linear in the length of the text.
   */
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
  const wholeSums = new Int32Array(width);

  const logits = (folded: string): number[] => {
    const { buckets, count } = hashNgrams(folded, bits);
    sumWeights({ weights, width, buckets }, 0, count, wholeSums, 0);
    return heads.map((head, index) => toLogit(head, wholeSums[index] ?? 0, count));
  };

  return {
    heads: heads.map(({ name }) => name),
    logits,
    score: (folded) => logits(folded).map((logit, index) => calibrate(heads[index], logit)),
    scan(folded, window) {
      const ngrams = hashNgrams(folded, bits);
      const blocks = sumBlocks(ngrams, { weights, width, buckets: ngrams.buckets }, folded.length, window);
      return {
        whole: heads.map((head, index) => toLogit(head, sumOf(blocks, index, 0, blocks.number), ngrams.count)),
        windows: heads.map((head, index) => strongestOf(blocks, head, index, folded.length, window)),
      };
    },
  };
}

/** A text cut into blocks, of which each window is a whole number: n-grams in each, and what they weigh. */
interface Blocks {
  readonly number: number;
  readonly width: number;
  /** Of the n-grams before each block; one more than there are blocks. */
  readonly firsts: Uint32Array;
  /** For each block one sum for each head, side by side. */
  readonly sums: Int32Array;
  /** Characters in a block. */
  readonly size: number;
}

function sumBlocks({ starts, count }: Ngrams, weighed: Weighed, length: number, { size, step }: WindowShape): Blocks {
  const { width } = weighed;
  const blockSize = greatestCommonDivisor(size, step);
  const number = Math.ceil(length / blockSize);
  const firsts = new Uint32Array(number + 1);
  const sums = new Int32Array(number * width);
  let from = 0;
  for (let block = 0; block < number; block += 1) {
    const end = (block + 1) * blockSize;
    let to = from;
    while (to < count && (starts[to] ?? 0) < end) to += 1;
    sumWeights(weighed, from, to, sums, block * width);
    firsts[block + 1] = to;
    from = to;
  }
  return { number, width, firsts, sums, size: blockSize };
}

function sumOf({ sums, width }: Blocks, head: number, from: number, to: number): number {
  let sum = 0;
  for (let at = from * width + head; at < to * width; at += width) sum += sums[at] ?? 0;
  return sum;
}

function strongestOf(
  blocks: Blocks,
  head: Head,
  index: number,
  length: number,
  { size, step }: WindowShape,
): WindowLogit {
  const { firsts, number } = blocks;
  let best = -Infinity;
  let bestStart = 0;
  for (let start = 0; ; start += step) {
    const from = Math.min(start / blocks.size, number);
    const to = Math.min((start + size) / blocks.size, number);
    const logit = toLogit(head, sumOf(blocks, index, from, to), (firsts[to] ?? 0) - (firsts[from] ?? 0));
    if (logit > best) {
      best = logit;
      bestStart = start;
    }
    if (start + size >= length) return { logit: best, start: bestStart, end: Math.min(bestStart + size, length) };
  }
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
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

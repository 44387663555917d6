/** Adds up weights of n-grams: the innermost loop of every model, so it is written for speed. */

/** So many sums fit into registers beside everything else: heads are taken in groups of this size. */
const group = 3;

/** Weights of a model, head by head for each bucket, and the buckets that a text's n-grams are in. */
export interface Weighed {
  readonly weights: Int8Array;
  readonly width: number;
  readonly buckets: Uint32Array;
}

/** Writes to `sums[offset + head]` what the n-grams `from` to `to` (exclusive) weigh. */
export function sumWeights(weighed: Weighed, from: number, to: number, sums: Int32Array, offset: number): void {
  const { width } = weighed;
  const grouped = width - (width % group);
  for (let head = 0; head < grouped; head += group) sumGroup(weighed, from, to, head, sums, offset + head);
  for (let head = grouped; head < width; head += 1) sumHead(weighed, from, to, head, sums, offset + head);
}

function sumGroup(
  { weights, width, buckets }: Weighed,
  from: number,
  to: number,
  head: number,
  sums: Int32Array,
  offset: number,
): void {
  let first = 0;
  let second = 0;
  let third = 0;
  for (let at = from; at < to; at += 1) {
    const base = (buckets[at] ?? 0) * width + head;
    first += weights[base] ?? 0;
    second += weights[base + 1] ?? 0;
    third += weights[base + 2] ?? 0;
  }
  sums[offset] = first;
  sums[offset + 1] = second;
  sums[offset + 2] = third;
}

function sumHead(
  { weights, width, buckets }: Weighed,
  from: number,
  to: number,
  head: number,
  sums: Int32Array,
  offset: number,
): void {
  let sum = 0;
  for (let at = from; at < to; at += 1) sum += weights[(buckets[at] ?? 0) * width + head] ?? 0;
  sums[offset] = sum;
}

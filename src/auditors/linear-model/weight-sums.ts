/** Adds up weights of n-grams: the innermost loop of every model, so it is written for speed. */

/** Heads per pass: as many sums as fit into registers. */
const group = 3;

/** Weights of a model, head by head for each bucket, and the buckets of a text's n-grams. */
export interface Weighed {
  readonly weights: Int8Array;
  readonly width: number;
  readonly buckets: Uint32Array;
}

/** Writes the weight sum of the first `count` n-grams to `sums[head]`. */
export function sumWeights(weighed: Weighed, count: number, sums: Int32Array): void {
  const { width } = weighed;
  const grouped = width - (width % group);
  for (let head = 0; head < grouped; head += group) sumGroup(weighed, count, head, sums);
  for (let head = grouped; head < width; head += 1) sums[head] = sumHead(weighed, count, head);
}

function sumGroup({ weights, width, buckets }: Weighed, count: number, head: number, sums: Int32Array): void {
  let first = 0;
  let second = 0;
  let third = 0;
  for (let at = 0; at < count; at += 1) {
    const base = (buckets[at] ?? 0) * width + head;
    first += weights[base] ?? 0;
    second += weights[base + 1] ?? 0;
    third += weights[base + 2] ?? 0;
  }
  sums[head] = first;
  sums[head + 1] = second;
  sums[head + 2] = third;
}

function sumHead({ weights, width, buckets }: Weighed, count: number, head: number): number {
  let sum = 0;
  for (let at = 0; at < count; at += 1) sum += weights[(buckets[at] ?? 0) * width + head] ?? 0;
  return sum;
}

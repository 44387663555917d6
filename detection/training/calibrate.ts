/** Isotonic calibration (pool adjacent violators; Zadrozny and Elkan, 2002) as a short table of a model card. */

export interface Scored {
  readonly logit: number;
  readonly label: 0 | 1;
  readonly weight: number;
}

const maxPoints = 32;
/** Length of a tail, in logits. */
const tail = 8;
/** No score is certain. */
const lowest = 0.001;
const highest = 0.999;

/** Rising pairs of [logit, probability]. @throws Error unless both labels occur. */
export function calibrationTable(scored: readonly Scored[]): [number, number][] {
  if (!scored.some(({ label }) => label === 1) || !scored.some(({ label }) => label === 0)) {
    throw new Error('calibration needs rows of both labels');
  }
  const blocks: Block[] = [];
  for (const row of poolTies(scored)) {
    blocks.push(row);
    for (;;) {
      const [before, last] = [blocks.at(-2), blocks.at(-1)];
      if (before === undefined || last === undefined) break;
      if (before.positives / before.weight < last.positives / last.weight) break;
      blocks.splice(-2, 2, {
        logitSum: before.logitSum + last.logitSum,
        weight: before.weight + last.weight,
        positives: before.positives + last.positives,
      });
    }
  }
  const points = blocks.map(({ logitSum, weight, positives }): [number, number] => [
    logitSum / weight,
    Math.min(highest, Math.max(lowest, positives / weight)),
  ]);
  return withTails(thin(rising(points)));
}

interface Block {
  readonly logitSum: number;
  readonly weight: number;
  readonly positives: number;
}

/** One block for each distinct logit, in rising order, so that rows of one logit get the same score. */
function poolTies(scored: readonly Scored[]): Block[] {
  const blocks = new Map<number, Block>();
  for (const { logit, label, weight } of [...scored].sort((left, right) => left.logit - right.logit)) {
    const known = blocks.get(logit) ?? { logitSum: 0, weight: 0, positives: 0 };
    blocks.set(logit, {
      logitSum: known.logitSum + logit * weight,
      weight: known.weight + weight,
      positives: known.positives + label * weight,
    });
  }
  return [...blocks.values()];
}

/** Keeps the order of logits past the ends of the table; without tails they would share one score. */
function withTails(points: readonly [number, number][]): [number, number][] {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return [];
  const bottom: [number, number] = [round(first[0] - tail), round(first[1] / 2)];
  const top: [number, number] = [round(last[0] + tail), round(1 - (1 - last[1]) / 2)];
  return [bottom, ...points, top];
}

/** Clipping can make neighbours equal; keeps the first of them at the bottom and the last at the top. */
function rising(points: readonly [number, number][]): [number, number][] {
  const kept: [number, number][] = [];
  for (const point of points) if (point[1] > (kept.at(-1)?.[1] ?? -1)) kept.push(point);
  return kept;
}

function thin(points: readonly [number, number][]): [number, number][] {
  if (points.length <= maxPoints) return points.map(toRounded);
  const step = (points.length - 1) / (maxPoints - 1);
  return Array.from({ length: maxPoints }, (_, index) => toRounded(points[Math.round(index * step)] ?? [0, 0]));
}

const toRounded = ([logit, probability]: readonly [number, number]): [number, number] => [
  round(logit),
  round(probability),
];

const round = (value: number): number => Math.round(value * 1e6) / 1e6;

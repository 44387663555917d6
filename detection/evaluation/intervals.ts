/** 95 % intervals: Wilson for rates, DeLong for areas under the ROC curve, the bootstrap for all other measures. */
import { createRandom } from '../training/random.ts';
import type { ScoreGroup } from './ranking.ts';
import { rocAuc, totals } from './ranking.ts';

export type Interval = readonly [low: number, high: number];

/** 97.5 % quantile of the normal distribution. */
const z = 1.959963984540054;

/** Wilson score interval of a rate; `undefined` without trials. */
export function wilsonInterval(hits: number, trials: number): Interval | undefined {
  if (trials === 0) return undefined;
  const rate = hits / trials;
  const square = (z * z) / trials;
  const middle = (rate + square / 2) / (1 + square);
  const half = (z / (1 + square)) * Math.sqrt((rate * (1 - rate)) / trials + square / (4 * trials));
  // At the ends of the scale the exact bound is the end itself.
  return [hits === 0 ? 0 : Math.max(0, middle - half), hits === trials ? 1 : Math.min(1, middle + half)];
}

/**
 * DeLong's interval (DeLong, DeLong and Clarke-Pearson, 1988) on the logit scale, so that it stays within 0 and 1.
 * `undefined` unless each label has two rows. A perfect ranking has no variance; its lower bound is that of the rule of three
 * over the rarer label.
 */
export function aucInterval(groups: readonly ScoreGroup[]): Interval | undefined {
  const auc = rocAuc(groups);
  const { positives, negatives } = totals(groups);
  if (auc === undefined || positives < 2 || negatives < 2) return undefined;
  const spare = 3 / Math.min(positives, negatives);
  if (auc === 1) return [Math.max(0, 1 - spare), 1];
  if (auc === 0) return [0, Math.min(1, spare)];
  let above = { positives: 0, negatives: 0 };
  let ofPositives = 0;
  let ofNegatives = 0;
  for (const group of groups) {
    // Share of the other label that a row of this score beats (a positive), or that beats it (a negative).
    const beats = (negatives - above.negatives - group.negatives / 2) / negatives;
    const beaten = (above.positives + group.positives / 2) / positives;
    ofPositives += group.positives * (beats - auc) ** 2;
    ofNegatives += group.negatives * (beaten - auc) ** 2;
    above = { positives: above.positives + group.positives, negatives: above.negatives + group.negatives };
  }
  const variance = ofPositives / (positives * (positives - 1)) + ofNegatives / (negatives * (negatives - 1));
  const logit = Math.log(auc / (1 - auc));
  const half = (z * Math.sqrt(variance)) / (auc * (1 - auc));
  return [logistic(logit - half), logistic(logit + half)];
}

const resamples = 1000;

/**
 * Percentile bootstrap, resampled within each label, from a fixed seed. Draws over the groups of equal scores, so that no
 * resample must be sorted.
 */
export function bootstrapInterval(
  groups: readonly ScoreGroup[],
  measure: (groups: readonly ScoreGroup[]) => number | undefined,
  seed = 1,
): Interval | undefined {
  const places = placesByLabel(groups);
  if (measure(groups) === undefined) return undefined;
  const random = createRandom(seed);
  const values: number[] = [];
  const drawn = groups.map(({ score }) => ({ score, positives: 0, negatives: 0 }));
  for (let round = 0; round < resamples; round += 1) {
    for (const group of drawn) {
      group.positives = 0;
      group.negatives = 0;
    }
    for (let count = 0; count < places.positives.length; count += 1) {
      const group = drawn[places.positives[Math.floor(random() * places.positives.length)] ?? 0];
      if (group !== undefined) group.positives += 1;
    }
    for (let count = 0; count < places.negatives.length; count += 1) {
      const group = drawn[places.negatives[Math.floor(random() * places.negatives.length)] ?? 0];
      if (group !== undefined) group.negatives += 1;
    }
    const value = measure(drawn);
    if (value !== undefined) values.push(value);
  }
  values.sort((left, right) => left - right);
  const at = (share: number): number => values[Math.round(share * (values.length - 1))] ?? 0;
  return [at(0.025), at(0.975)];
}

/** For each row of a label, its group. */
function placesByLabel(groups: readonly ScoreGroup[]): { positives: Uint32Array; negatives: Uint32Array } {
  const { positives, negatives } = totals(groups);
  const places = { positives: new Uint32Array(positives), negatives: new Uint32Array(negatives) };
  let positive = 0;
  let negative = 0;
  for (const [index, group] of groups.entries()) {
    places.positives.fill(index, positive, positive + group.positives);
    places.negatives.fill(index, negative, negative + group.negatives);
    positive += group.positives;
    negative += group.negatives;
  }
  return places;
}

const logistic = (value: number): number => 1 / (1 + Math.exp(-value));

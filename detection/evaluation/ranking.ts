/** Measures of a ranking: separation of positives and negatives, independent of a threshold. */

/** A score and its label. */
export interface ScoredLabel {
  readonly score: number;
  readonly label: 0 | 1;
}

/** Rows of one score, which a threshold takes all or none. */
export interface ScoreGroup {
  readonly score: number;
  readonly positives: number;
  readonly negatives: number;
}

export interface CurvePoint {
  /** Rows of this score and above count as positive; `Infinity` selects none. */
  readonly threshold: number;
  readonly truePositives: number;
  readonly falsePositives: number;
}

/** Groups of equal scores, highest first. */
export function groupByScore(rows: readonly ScoredLabel[]): ScoreGroup[] {
  const groups: { score: number; positives: number; negatives: number }[] = [];
  for (const { score, label } of rows.toSorted((left, right) => right.score - left.score)) {
    let group = groups.at(-1);
    if (group === undefined || group.score !== score) {
      group = { score, positives: 0, negatives: 0 };
      groups.push(group);
    }
    if (label === 1) group.positives += 1;
    else group.negatives += 1;
  }
  return groups;
}

/** Gives the counts at each threshold, from none to all rows. */
export function toCurve(groups: readonly ScoreGroup[]): CurvePoint[] {
  const points: CurvePoint[] = [{ threshold: Number.POSITIVE_INFINITY, truePositives: 0, falsePositives: 0 }];
  let truePositives = 0;
  let falsePositives = 0;
  for (const { score, positives, negatives } of groups) {
    truePositives += positives;
    falsePositives += negatives;
    points.push({ threshold: score, truePositives, falsePositives });
  }
  return points;
}

/** Area under the ROC curve; ties count half. `undefined` unless both labels occur. */
export function rocAuc(groups: readonly ScoreGroup[]): number | undefined {
  const { positives, negatives } = totals(groups);
  if (positives === 0 || negatives === 0) return undefined;
  let above = 0;
  let wins = 0;
  for (const group of groups) {
    wins += group.negatives * (above + group.positives / 2);
    above += group.positives;
  }
  return wins / (positives * negatives);
}

/** Average precision: the step-wise area under the precision-recall curve, tied scores taken at once. */
export function averagePrecision(groups: readonly ScoreGroup[]): number | undefined {
  const { positives } = totals(groups);
  if (positives === 0) return undefined;
  let found = 0;
  let taken = 0;
  let area = 0;
  for (const group of groups) {
    found += group.positives;
    taken += group.positives + group.negatives;
    if (group.positives > 0) area += (group.positives / positives) * (found / taken);
  }
  return area;
}

export interface OperatingPoint {
  readonly threshold: number;
  readonly recall: number;
  readonly falsePositiveRate: number;
}

/** Finds the lowest threshold whose false-positive rate stays within the limit, with its counts. */
export function atFalsePositiveRate(groups: readonly ScoreGroup[], limit: number): OperatingPoint | undefined {
  const { positives, negatives } = totals(groups);
  if (positives === 0 || negatives === 0) return undefined;
  let threshold = Number.POSITIVE_INFINITY;
  let found = 0;
  let alarms = 0;
  for (const group of groups) {
    if (alarms + group.negatives > limit * negatives) break;
    threshold = group.score;
    found += group.positives;
    alarms += group.negatives;
  }
  return { threshold, recall: found / positives, falsePositiveRate: alarms / negatives };
}

export function totals(groups: readonly ScoreGroup[]): { positives: number; negatives: number } {
  let positives = 0;
  let negatives = 0;
  for (const group of groups) {
    positives += group.positives;
    negatives += group.negatives;
  }
  return { positives, negatives };
}

/** Calibration of scores: reliability by bins, expected calibration error, Brier score. */
import type { ScoredLabel } from './ranking.ts';

export interface CalibrationBin {
  /** The bin covers scores from here up to, not including, a tenth more; the last one includes 1. */
  readonly from: number;
  readonly rows: number;
  readonly mean_score: number;
  /** Share of rows with label 1. */
  readonly observed: number;
}

export interface Calibration {
  /** Bins with rows. */
  readonly bins: readonly CalibrationBin[];
  /** Mean distance between score and observed share over all rows. */
  readonly expected_calibration_error: number;
  /** Mean squared distance between score and label. */
  readonly brier_score: number;
}

const binCount = 10;

/** Measures the calibration of scores from 0 to 1; `undefined` without rows. */
export function measureCalibration(rows: readonly ScoredLabel[]): Calibration | undefined {
  if (rows.length === 0) return undefined;
  const sums = Array.from({ length: binCount }, () => ({ rows: 0, scores: 0, labels: 0 }));
  let squares = 0;
  for (const { score, label } of rows) {
    const sum = sums[Math.min(binCount - 1, Math.floor(score * binCount))];
    if (sum === undefined) throw new RangeError(`the score ${score} is not from 0 to 1`);
    sum.rows += 1;
    sum.scores += score;
    sum.labels += label;
    squares += (score - label) ** 2;
  }
  const bins = sums.flatMap((sum, index) =>
    sum.rows === 0
      ? []
      : [
          {
            from: index / binCount,
            rows: sum.rows,
            mean_score: sum.scores / sum.rows,
            observed: sum.labels / sum.rows,
          },
        ],
  );
  const distance = bins.reduce((total, bin) => total + bin.rows * Math.abs(bin.mean_score - bin.observed), 0);
  return { bins, expected_calibration_error: distance / rows.length, brier_score: squares / rows.length };
}

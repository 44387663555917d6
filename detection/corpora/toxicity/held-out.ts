/**
 * Measures the toxicity detector on unseen sources: for each source, a model is trained and calibrated without its rows, and
 * judges those rows of it that the shipped model learned from.
 */
import { heads } from '../../../src/auditors/toxicity/categories.ts';
import { createDetector, type Detect } from '../../../src/auditors/toxicity/detect.ts';
import type { DataFolder } from '../../data/folder.ts';
import type { Row } from '../../data/row.ts';
import type { Judged, JudgedRow } from '../../task.ts';
import { type Look, lookAt } from './look.ts';
import {
  calibrateCombinations,
  fitCombinations,
  judgeAll,
  judgeOutOfFold,
  toLinearModel,
  trainLinear,
} from './train-model.ts';
import { loadDevelopmentRows, loadTrainingRows } from './training-rows.ts';

/** Sources similar to real traffic, with rows of both labels. */
const sources = ['talk-pages-half', 'moderation-half'];

/** Default of the auditor's setting. */
const threshold = 0.7;

/** Judges the rows of every source. Each model takes as long to train as the shipped one. */
export async function judgeHeldOutToxicity(
  data: DataFolder,
  progress: (message: string) => void,
): Promise<readonly JudgedRow[]> {
  const training = (await loadTrainingRows(data)).map(lookAt);
  const development = (await loadDevelopmentRows(data)).map(lookAt);
  const judged: JudgedRow[] = [];
  for (const source of sources) {
    progress(`training without ${source}`);
    const isKept = ({ row }: Look): boolean => row.source !== source;
    const detect = trainDetector(training.filter(isKept), development.filter(isKept));
    for (const { row } of training) {
      if (row.source !== source) continue;
      judged.push({ row: { ...row, source: `${source}, left out` }, judged: judgeRow(detect, row) });
    }
  }
  return judged;
}

function trainDetector(looks: readonly Look[], calibration: readonly Look[]): Detect {
  const uncalibrated = fitCombinations(
    looks,
    judgeOutOfFold(looks, () => undefined),
  );
  const linear = toLinearModel(trainLinear(looks));
  return createDetector({
    linear,
    combinations: calibrateCombinations(uncalibrated, calibration, judgeAll(linear, calibration)),
  });
}

function judgeRow(detect: Detect, { text }: Row): Judged {
  const { overall, scores } = detect(text, { multilingual: true });
  const byHead: Readonly<Record<string, number>> = scores;
  return {
    score: overall,
    detected: overall >= threshold,
    scores: Object.fromEntries(heads.slice(1).map((head) => [head, byHead[head] ?? 0])),
  };
}

/** Training and evaluation of the groundedness auditor. */
import { type Auditor, createAuditor } from '@assay/sdk';
import { featureNames } from '../../src/auditors/groundedness/features.ts';
import { type SupportModel, shippedModelId } from '../../src/auditors/groundedness/support-model.ts';
import { calibrateSupport, fitSupport, lookAtRows } from '../corpora/groundedness/fit-support.ts';
import { loadDevelopmentRows, loadTrainingRows } from '../corpora/groundedness/rows.ts';
import type { DataFolder } from '../data/folder.ts';
import type { Row } from '../data/row.ts';
import type { DetectionTask, Judged, TrainedFile } from '../task.ts';

export const groundednessTask: DetectionTask = {
  auditor: 'groundedness',
  trainingRows: loadTrainingRows,
  developmentRows: loadDevelopmentRows,
  train,
  judge: judgeRow,
};

async function train(data: DataFolder, progress: (message: string) => void): Promise<TrainedFile[]> {
  const rows = await loadTrainingRows(data);
  const looks = lookAtRows(rows);
  progress(`${looks.length} rows to train on`);
  const { bias, weights } = fitSupport(looks);
  const own = rows.filter(({ source }) => source.startsWith('own.')).length;
  const model: SupportModel = {
    id: shippedModelId,
    format: 'assay-support/1',
    features: featureNames,
    bias,
    weights,
    calibration: calibrateSupport(looks),
    trained_on: data.filesRead(),
    notes: [
      `${rows.length} rows, of which ${own} are sentences of our own articles or made from articles and passages by rule`,
      'Each row is seen as written and in lower case; weighted so that both labels count the same at every length.',
      'Calibrated out of fold, a source in one fold; four of five copied claims and two of three others are taken to be supported.',
    ],
  };
  const bytes = new TextEncoder().encode(`${JSON.stringify(model, null, 2)}\n`);
  return [{ path: 'src/auditors/groundedness/model/groundedness.json', bytes }];
}

let started: Auditor | undefined;

/** Loaded on first use: training must run without a model. */
async function startAuditor(): Promise<Auditor> {
  const { groundedness } = await import('../../src/auditors/groundedness/auditor.ts');
  started ??= createAuditor(groundedness, { env: {} });
  return started;
}

/** The score is the missing support; it decides like the support of a claim. */
async function judgeRow({ text, userInput, sources = [] }: Row): Promise<Judged> {
  const auditor = await startAuditor();
  const data = { output: text, metadata: { sources }, ...(userInput === undefined ? {} : { input: userInput }) };
  const answer = await auditor.claims({ data, phase: 'response' });
  if (answer.status === 'error') throw new Error(answer.error.message);
  const score = answer.claims.find(({ name }) => name === 'groundedness_score');
  const detected = answer.claims.find(({ name }) => name === 'hallucination_detected');
  const support = score?.detail?.['support'];
  // Without claims or sources nothing is invented.
  return { score: typeof support === 'number' ? 1 - support : 0, detected: detected?.value === true };
}

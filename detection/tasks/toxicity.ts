/** Training and evaluation of the toxicity auditor. */
import { createHash } from 'node:crypto';
import { type Auditor, createAuditor } from '@assay/sdk';
import type { ModelCard } from '../../src/auditors/linear-model/model.ts';
import { heads } from '../../src/auditors/toxicity/categories.ts';
import { shippedModelId } from '../../src/auditors/toxicity/shipped-model.ts';
import { contrastCases } from '../corpora/toxicity/contrast-cases.ts';
import { lookAt } from '../corpora/toxicity/look.ts';
import {
  calibrateCombinations,
  fitCombinations,
  judgeAll,
  judgeOutOfFold,
  toLinearModel,
  trainingOptions,
  trainLinear,
} from '../corpora/toxicity/train-model.ts';
import { loadDevelopmentRows, loadTrainingRows } from '../corpora/toxicity/training-rows.ts';
import { writtenSource } from '../corpora/toxicity/written.ts';
import type { DataFolder } from '../data/folder.ts';
import type { Row } from '../data/row.ts';
import type { DetectionTask, Judged, TrainedFile } from '../task.ts';

const folder = 'src/auditors/toxicity/model';

export const toxicityTask: DetectionTask = {
  auditor: 'toxicity',
  trainingRows: loadTrainingRows,
  developmentRows: async (data) => [...(await loadDevelopmentRows(data)), ...contrastCases()],
  train,
  heldOut: async (data, progress) =>
    (await import('../corpora/toxicity/held-out.ts')).judgeHeldOutToxicity(data, progress),
  judge: judgeRow,
};

async function train(data: DataFolder, progress: (message: string) => void): Promise<TrainedFile[]> {
  const rows = await loadTrainingRows(data);
  const trainedOn = await countRows(data, rows);
  const looks = rows.map(lookAt);
  progress(`${looks.length} rows to train on`);
  const uncalibrated = fitCombinations(looks, judgeOutOfFold(looks, progress));
  const { card: draft, weights } = toLinearModel(trainLinear(looks, { progress }));
  // Contrast cases are for measurement only; a calibration on them would only reflect our own ideas.
  const held = (await loadDevelopmentRows(data)).map(lookAt);
  const combinations = calibrateCombinations(uncalibrated, held, judgeAll({ card: draft, weights }, held));
  const card = {
    id: shippedModelId,
    format: draft.format,
    bits: draft.bits,
    heads: draft.heads,
    weights_sha256: createHash('sha256').update(weights).digest('hex'),
    trained_on: trainedOn,
    notes: [
      `${looks.length} rows, of which ${rows.filter(({ source }) => source === 'own.toxicity').length} by templates of ours and ${rows.filter(({ source }) => source === writtenSource).length} written by hand`,
      `calibrated on ${held.length} rows that were not trained on; the combination with the rules stands in combination.json`,
      `heads: ${heads.join(', ')}; training: ${JSON.stringify(trainingOptions)}`,
    ],
  };
  return [
    { path: `${folder}/toxicity.json`, bytes: toJson(card) },
    { path: `${folder}/toxicity.bin`, bytes: new Uint8Array(weights.buffer) },
    { path: `${folder}/combination.json`, bytes: toJson(combinations) },
  ];
}

/** Number of rows per file: those of its set or, if a set has several files, those whose line it contains. */
async function countRows(data: DataFolder, rows: readonly Row[]): Promise<ModelCard['trained_on']> {
  const counted = new Set<Row>();
  const files: { path: string; sha256: string; rows: number }[] = [];
  for (const { path, sha256 } of data.filesRead()) {
    const lines = path.endsWith('.txt')
      ? new Set((await data.read(path)).split(/\r?\n/).map((line) => line.trim()))
      : undefined;
    const own = rows.filter((row) => isOf(row, path) && !counted.has(row) && (lines?.has(row.text) ?? true));
    for (const row of own) counted.add(row);
    files.push({ path, sha256, rows: own.length });
  }
  return files;
}

function isOf({ source, category }: Row, path: string): boolean {
  if (!path.includes(`/${source}`)) return false;
  return source !== 'self-instruct' || path.includes(category === 'seed' ? '/seed_' : '/user_');
}

const toJson = (value: unknown): Uint8Array => new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);

let started: Auditor | undefined;

/** Loaded on first use: training must run without a model. */
async function startAuditor(): Promise<Auditor> {
  const { toxicity } = await import('../../src/auditors/toxicity/auditor.ts');
  started ??= createAuditor(toxicity);
  return started;
}

async function judgeRow({ text }: Row): Promise<Judged> {
  const auditor = await startAuditor();
  const answer = await auditor.claims({ data: { output: text }, phase: 'response' });
  if (answer.status === 'error') throw new Error(answer.error.message);
  const values = new Map(answer.claims.map(({ name, value }) => [name, value]));
  const scores: Record<string, number> = {};
  for (const head of heads) scores[head] = Number(values.get(head) ?? 0);
  return { score: Number(values.get('toxic_content')), detected: values.get('toxicity_exceeded') === true, scores };
}

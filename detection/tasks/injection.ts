/** Training and measurement of the injection auditor. */
import { createHash } from 'node:crypto';
import { type Auditor, createAuditor } from '@assay/sdk';
import type { LinearModel, ModelCard } from '../../src/auditors/linear-model/model.ts';
import { loadCalibrationDocuments } from '../corpora/injection/calibration-documents.ts';
import { calibrateByFolds, calibrated, fitModels, prepareRows } from '../corpora/injection/fit-model.ts';
import { loadDevelopmentRows, loadTrainingRows } from '../corpora/injection/training-rows.ts';
import { loadWritten } from '../corpora/injection/written.ts';
import type { DetectionTask, TrainedFile } from '../task.ts';

const stem = 'src/auditors/injection/model/injection';

let auditor: Promise<Auditor> | undefined;

export const injectionTask: DetectionTask = {
  auditor: 'injection',
  trainingRows: loadTrainingRows,
  developmentRows: async (data) => [...(await loadDevelopmentRows(data)), ...(await loadWritten()).measured],
  async train(data, progress) {
    const rows = await loadTrainingRows(data);
    const trainedOn = data.filesRead();
    const prompts = await loadDevelopmentRows(data);
    const documents = await loadCalibrationDocuments(data);
    const prepared = prepareRows(rows);
    const tables = calibrateByFolds(prepared, () => true, { prompts, documents }, progress);
    const models = calibrated(
      fitModels(prepared, () => true),
      tables,
    );
    return [
      ...toFiles('', models.attack, trainedOn),
      ...toFiles('-jailbreak', models.jailbreak, trainedOn),
      ...toFiles('-indirect', models.indirect, trainedOn),
    ];
  },
  async judge({ text, userInput }) {
    auditor ??= openAuditor();
    const data =
      userInput === undefined
        ? { input: text }
        : { input: userInput, metadata: { documents: [{ id: 'row', source: 'row', text }] } };
    const response = await (await auditor).claims({
      phase: 'request',
      data,
      vendor_context: { needed_claims: ['injection_risk', 'injection_detected'] },
    });
    if (response.status === 'error') throw new Error(response.error.message);
    const claimed = (name: string): unknown => response.claims.find((claim) => claim.name === name)?.value;
    const [score, detected] = [claimed('injection_risk'), claimed('injection_detected')];
    if (typeof score !== 'number' || typeof detected !== 'boolean') throw new Error('claims are missing');
    return { score, detected };
  },
};

const notes = [
  'Three models of one head each: attack (an attack on the model that reads the text), jailbreak (of an attack: whether it loosens the model), indirect (an order to a model inside a document).',
  'Features: src/auditors/injection/features.ts.',
  'A score tells how rare it is on ordinary text: 0.8 is reached by 3 in 1,000 benign rows that the calibrating model had not seen, most of them of sources that it had not seen either, each source counting the same; by the strongest window or passage of a text 3 in 2,000; for orders in documents 1 in 100.',
  'notinject-one and the other half of wildguard-dev were calibrated on, never trained on; mails of the indirect set and half of the discussion comments were trained on, its tables and code and the other half only calibrated on.',
  'Trained on our own texts too, made from grammars in 18 languages and written one by one: detection/corpora/injection. A fifth of the latter is only measured on.',
];

function toFiles(part: string, { card, weights }: LinearModel, trainedOn: ModelCard['trained_on']): TrainedFile[] {
  const full: ModelCard = {
    ...card,
    id: `assay-injection-2${part}`,
    weights_sha256: createHash('sha256').update(weights).digest('hex'),
    trained_on: trainedOn,
    notes,
  };
  return [
    { path: `${stem}${part}.json`, bytes: Buffer.from(`${JSON.stringify(full, null, 2)}\n`) },
    { path: `${stem}${part}.bin`, bytes: new Uint8Array(weights.buffer, weights.byteOffset, weights.byteLength) },
  ];
}

/** Loaded late: the auditor needs the model files that training writes. */
async function openAuditor(): Promise<Auditor> {
  const { injection } = await import('../../src/auditors/injection/auditor.ts');
  return createAuditor(injection);
}

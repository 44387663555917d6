/** Training and measurement of the injection auditor. */
import { createHash } from 'node:crypto';
import { type Auditor, createAuditor } from '@assay/sdk';
import type { ModelCard } from '../../src/auditors/linear-model/model.ts';
import { loadCalibrationDocuments } from '../corpora/injection/calibration-documents.ts';
import { calibrateByFolds, fitScorer, modelBits } from '../corpora/injection/fit-model.ts';
import { loadDevelopmentRows, loadTrainingRows } from '../corpora/injection/training-rows.ts';
import type { DetectionTask } from '../task.ts';

const stem = 'src/auditors/injection/model/injection';

let auditor: Promise<Auditor> | undefined;

export const injectionTask: DetectionTask = {
  auditor: 'injection',
  trainingRows: loadTrainingRows,
  developmentRows: loadDevelopmentRows,
  async train(data, progress) {
    const rows = await loadTrainingRows(data);
    const trainedOn = data.filesRead();
    const prompts = await loadDevelopmentRows(data);
    const { quantized } = fitScorer(rows);
    const documents = await loadCalibrationDocuments(data);
    const { attack, attackWindow, indirectWindow } = calibrateByFolds(rows, { prompts, documents }, progress);
    const tablesOf: Readonly<Record<string, Pick<ModelCard['heads'][number], 'calibration' | 'windowCalibration'>>> = {
      attack: { calibration: attack, windowCalibration: attackWindow },
      indirect: { calibration: [], windowCalibration: indirectWindow },
    };
    const card: ModelCard = {
      id: 'assay-injection-1',
      format: 'assay-linear/1',
      bits: modelBits,
      heads: quantized.heads.map((head) => ({ ...head, calibration: [], ...tablesOf[head.name] })),
      weights_sha256: createHash('sha256').update(quantized.weights).digest('hex'),
      trained_on: trainedOn,
      notes: [
        'Heads: attack (an attack on the model that reads the text), jailbreak (of an attack: whether it loosens the model), indirect (an order to a model inside a document).',
        'A score tells how rare it is on ordinary text: 0.8 is reached by 3 in 1,000 benign rows of sources that the calibrating model had not seen, each source counting the same; for orders in documents 1 in 100.',
        'notinject-one and the other half of wildguard-dev were calibrated on, never trained on; mails of the indirect set and half of the discussion comments were trained on, its tables and code and the other half only calibrated on.',
        'Trained on our own texts in 18 languages too: detection/corpora/injection.',
      ],
    };
    return [
      { path: `${stem}.json`, bytes: Buffer.from(`${JSON.stringify(card, null, 2)}\n`) },
      { path: `${stem}.bin`, bytes: new Uint8Array(quantized.weights.buffer) },
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

/** Loaded late: the auditor needs the model files that training writes. */
async function openAuditor(): Promise<Auditor> {
  const { injection } = await import('../../src/auditors/injection/auditor.ts');
  return createAuditor(injection);
}

/** A detector of the word "attack", for tests of training and evaluation. */
import type { DataFolder } from './data/folder.ts';
import { readCsv } from './data/read.ts';
import type { Row } from './data/row.ts';
import type { DetectionTask, TrainedFile } from './task.ts';

/** Reads `train.csv` and `dev.csv` of the data folder; the trained model is the number of its rows. */
export function createFakeTask(overrides: Partial<DetectionTask> = {}): DetectionTask {
  return {
    auditor: 'injection',
    trainingRows: (data) => readRows(data, 'train.csv'),
    developmentRows: (data) => readRows(data, 'dev.csv'),
    async train(data, progress): Promise<readonly TrainedFile[]> {
      const rows = await readRows(data, 'train.csv');
      progress('counted');
      const card = { rows: rows.length, trained_on: data.filesRead() };
      return [{ path: 'model/fake.json', bytes: Buffer.from(JSON.stringify(card)) }];
    },
    judge: async ({ text }) => {
      const at = text.indexOf('attack');
      const found = at >= 0;
      return {
        score: found ? 0.9 : Math.min(0.5, text.length / 100),
        detected: found,
        scores: { threat: found ? 0.9 : 0.1 },
        spans: found ? [{ type: 'word', start: at, end: at + 6, score: 0.9 }] : [],
      };
    },
    ...overrides,
  };
}

async function readRows(data: DataFolder, file: string): Promise<Row[]> {
  return (await readCsv(data, file)).map((record) => ({
    text: record.get('text'),
    label: record.get('label') === '1' ? 1 : 0,
    source: record.get('source'),
    category: record.get('source') === 'clean' ? 'mail' : 'direct',
    language: 'en',
    labels: { threat: record.get('label') === '1' ? 1 : 0 },
  }));
}

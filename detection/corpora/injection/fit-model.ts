/**
 * Trains the injection model and sets its calibration. A score tells the rarity on ordinary text: the tables come from benign
 * rows outside the training, most of them from sources outside the training.
 */
import {
  type AttackHead,
  attackWindow,
  longestWhole,
  orderWindow,
  passagesFrom,
  passageWindow,
  windowedFrom,
} from '../../../src/auditors/injection/classifier.ts';
import { fold } from '../../../src/auditors/injection/fold.ts';
import {
  createReader,
  type HeadName,
  type InjectionModels,
  type Reading,
} from '../../../src/auditors/injection/reader.ts';
import type { LinearModel } from '../../../src/auditors/linear-model/model.ts';
import { normalFormHash } from '../../data/normal-form.ts';
import type { Row } from '../../data/row.ts';
import { quantize } from '../../training/logistic.ts';
import { heads, toExamples } from './examples.ts';
import { type FeatureTable, type FittedHead, fitHead, tabulate } from './fit-weights.ts';
import type { WeightedRow } from './training-rows.ts';

/** Buckets of each model; the deciding model has the most. */
const bitsOf: Readonly<Record<HeadName, number>> = { attack: 19, jailbreak: 17, indirect: 18 };
const seed = 20_251;
const options = { epochs: 6, learningRate: 0.2, l2: 1e-4, smoothing: 0.05, seed } as const;

/**
 * Shares of benign rows at or above a logit, with the score of that logit. The default threshold of 0.8 means three false alarms
 * in 1,000 ordinary prompts judged as a whole.
 */
const anchors: readonly (readonly [share: number, score: number])[] = [
  [0.5, 0.02],
  [0.2, 0.06],
  [0.04, 0.25],
  [0.015, 0.5],
  [0.003, 0.8],
];
/** Anchors of the strongest window, an additional occasion for a false alarm: three in 2,000. */
const windowAnchors: typeof anchors = [
  [0.5, 0.02],
  [0.2, 0.06],
  [0.04, 0.25],
  [0.012, 0.5],
  [0.0015, 0.8],
];
/** Anchors of orders in documents: 0.8 means one false alarm in a hundred clean documents. */
const orderAnchors: typeof anchors = [
  [0.5, 0.02],
  [0.2, 0.06],
  [0.06, 0.25],
  [0.025, 0.5],
  [0.01, 0.8],
];
/** Logits above the last anchor, where too few benign rows remain to count. */
const tail: readonly (readonly [beyond: number, score: number])[] = [
  [0.8, 0.9],
  [2.5, 0.97],
  [8, 0.995],
];

type Table = [logit: number, score: number][];

/** Sources that a fold leaves out as a whole; rows of other sources are assigned individually. */
const foldOfSource: Readonly<Record<string, number>> = {
  deepset: 0,
  'grade-school-math': 1,
  'self-instruct': 2,
  davidson: 3,
  toxigen: 3,
};
const folds = 4;

/** Rows and their features. */
export interface PreparedRows {
  readonly rows: readonly WeightedRow[];
  readonly table: FeatureTable;
}

/** Computes the features of rows once for all trainings. */
export function prepareRows(rows: readonly WeightedRow[]): PreparedRows {
  return { rows, table: tabulate(toExamples(rows, seed)) };
}

/** Trains on the kept rows. */
export function fitModels({ rows, table }: PreparedRows, isKept: (row: WeightedRow) => boolean): InjectionModels {
  const kept = rows.map(isKept);
  const fitOne = (name: HeadName): LinearModel => {
    const bits = bitsOf[name];
    const fitted = fitHead(table, heads.indexOf(name), (row) => kept[row] === true, { ...options, bits });
    return toModel(name, bits, fitted);
  };
  return { attack: fitOne('attack'), jailbreak: fitOne('jailbreak'), indirect: fitOne('indirect') };
}

/** Makes an uncalibrated model of one head with one-byte weights. */
function toModel(name: HeadName, bits: number, { weights, bias }: FittedHead): LinearModel {
  const quantized = quantize({ bits, heads: [name], weights, biases: Float64Array.of(bias) });
  return {
    card: {
      id: 'under training',
      format: 'assay-linear/1',
      bits,
      heads: quantized.heads.map((head) => ({ ...head, calibration: [] })),
      weights_sha256: '',
      trained_on: [],
      notes: [],
    },
    weights: quantized.weights,
  };
}

/** Adds the tables to the cards. */
export function calibrated(models: InjectionModels, tables: Calibration): InjectionModels {
  const { attack, attackWindow: inWindows, attackPassage, indirectWindow } = tables;
  const attackTables = { calibration: attack, windowCalibration: inWindows, passageCalibration: attackPassage };
  return {
    attack: withTables(models.attack, attackTables),
    jailbreak: models.jailbreak,
    indirect: withTables(models.indirect, { calibration: [], windowCalibration: indirectWindow }),
  };
}

function withTables({ card, weights }: LinearModel, tables: Partial<AttackHead>): LinearModel {
  return { card: { ...card, heads: card.heads.map((head) => ({ ...head, ...tables })) }, weights };
}

/** Input of the calibration beside the training rows: benign rows that no model is trained on. */
export interface CalibrationRows {
  readonly prompts: readonly Row[];
  readonly documents: readonly Row[];
}

export interface Calibration {
  readonly attack: Table;
  readonly attackWindow: Table;
  readonly attackPassage: Table;
  readonly indirectWindow: Table;
}

/** Makes the tables by one training per fold, without the fold's rows. */
export function calibrateByFolds(
  prepared: PreparedRows,
  isKept: (row: WeightedRow) => boolean,
  { prompts, documents }: CalibrationRows,
  progress: (message: string) => void,
): Calibration {
  const whole: Scored[] = [];
  const attackWindows: Scored[] = [];
  const attackPassages: Scored[] = [];
  const indirectWindows: Scored[] = [];
  for (let left = 0; left < folds; left += 1) {
    progress(`fold ${left + 1} of ${folds}`);
    const read = createReader(fitModels(prepared, (row) => isKept(row) && foldOf(row) !== left));
    const unseen = (row: Row): boolean => foldOf(row) === left;
    const heldOut = prepared.rows.filter((row) => isKept(row) && isCalibrating(row) && unseen(row));
    const note = ({ source }: Row, reading: Reading, length: number): void => {
      if (length >= passagesFrom && length <= longestWhole) {
        attackPassages.push({ source, logit: reading.strongest('attack', passageWindow).logit });
      }
      if (length < windowedFrom) return;
      attackWindows.push({ source, logit: reading.strongest('attack', attackWindow).logit });
    };
    for (const row of [...heldOut.filter(({ userInput }) => userInput === undefined), ...prompts.filter(unseen)]) {
      const text = fold(row.text).text;
      const reading = read(text);
      whole.push({ source: row.source, logit: reading.whole('attack') });
      note(row, reading, text.length);
    }
    for (const row of [...heldOut.filter(({ userInput }) => userInput !== undefined), ...documents.filter(unseen)]) {
      const text = fold(row.text).text;
      const reading = read(text);
      indirectWindows.push({ source: row.source, logit: reading.strongest('indirect', orderWindow).logit });
      note(row, reading, text.length);
    }
  }
  return {
    attack: toTable(whole),
    attackWindow: toTable(attackWindows, windowAnchors),
    attackPassage: toTable(attackPassages, windowAnchors),
    indirectWindow: toTable(indirectWindows, orderAnchors),
  };
}

/** True for ordinary texts written by people; sentences from a grammar are too similar. */
function isCalibrating({ label, source }: WeightedRow): boolean {
  return label === 0 && (!source.startsWith('own') || source.startsWith('own.written'));
}

/** The fold that leaves out a row. */
export function foldOf({ source, text }: Row): number {
  return foldOfSource[source] ?? Number.parseInt(normalFormHash(text).slice(0, 4), 16) % folds;
}

interface Scored {
  readonly source: string;
  readonly logit: number;
}

/** Reads the anchors from the benign logits; each source counts equally, whatever its number of rows. */
export function toTable(scored: readonly Scored[], points: typeof anchors = anchors): Table {
  const counts = new Map<string, number>();
  for (const { source } of scored) counts.set(source, (counts.get(source) ?? 0) + 1);
  const falling = [...scored].sort((left, right) => right.logit - left.logit);
  const table: Table = [];
  let share = 0;
  let next = points.length - 1;
  for (const { source, logit } of falling) {
    share += 1 / ((counts.get(source) ?? 1) * counts.size);
    while (next >= 0 && share > (points[next]?.[0] ?? 1)) {
      table.unshift([round(logit), points[next]?.[1] ?? 0]);
      next -= 1;
    }
  }
  const rising = table.filter(([logit], index) => index === 0 || logit > (table[index - 1]?.[0] ?? -Infinity));
  const top = rising.at(-1)?.[0] ?? 0;
  const bottom: Table = [[round((rising[0]?.[0] ?? 0) - 8), 0.001]];
  return [...bottom, ...rising, ...tail.map(([beyond, score]): [number, number] => [round(top + beyond), score])];
}

const round = (value: number): number => Math.round(value * 1e6) / 1e6;

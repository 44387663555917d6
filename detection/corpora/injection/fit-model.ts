/**
 * Trains the injection model and sets its calibration. A score says how rare it is on ordinary text: the tables are
 * made of benign rows that the scoring model did not see, most of them of sources that it did not see either.
 */
import { orderWindow, windowedFrom, windowSize, windowStep } from '../../../src/auditors/injection/classifier.ts';
import { fold } from '../../../src/auditors/injection/fold.ts';
import type { LinearModel } from '../../../src/auditors/linear-model/model.ts';
import { createScorer, type Scorer } from '../../../src/auditors/linear-model/scorer.ts';
import { normalFormHash } from '../../data/normal-form.ts';
import type { Row } from '../../data/row.ts';
import { type QuantizedModel, quantize, train } from '../../training/logistic.ts';
import { toExamples } from './examples.ts';
import type { WeightedRow } from './training-rows.ts';

export const modelBits = 17;
const options = { epochs: 6, learningRate: 0.3, l2: 1e-4, seed: 20_251 } as const;

/**
 * Share of benign rows that reach a logit, and the score that the logit gets. The default threshold of 0.8 stands for
 * three false alarms in 1,000 ordinary prompts.
 */
const anchors: readonly (readonly [share: number, score: number])[] = [
  [0.5, 0.02],
  [0.2, 0.06],
  [0.04, 0.25],
  [0.015, 0.5],
  [0.003, 0.8],
];
/** The same for orders in documents: 0.8 stands for one false alarm in a hundred clean documents. */
const orderAnchors: typeof anchors = [
  [0.5, 0.02],
  [0.2, 0.06],
  [0.06, 0.25],
  [0.025, 0.5],
  [0.01, 0.8],
];
/** Logits past the last anchor, where too few benign rows are left to count. */
const tail: readonly (readonly [beyond: number, score: number])[] = [
  [0.8, 0.9],
  [2.5, 0.97],
  [8, 0.995],
];

type Table = [logit: number, score: number][];

/** Sources that a fold leaves out as a whole; the rows of the others are dealt out one by one. */
const foldOfSource: Readonly<Record<string, number>> = {
  deepset: 0,
  'grade-school-math': 1,
  'self-instruct': 2,
  davidson: 3,
  toxigen: 3,
};
const folds = 4;

/** Trains on rows and makes the scorer of the result, without calibration. */
export function fitScorer(rows: readonly WeightedRow[]): {
  readonly quantized: QuantizedModel;
  readonly scorer: Scorer;
} {
  const examples = toExamples(rows, options.seed);
  const quantized = quantize(
    train(examples, { ...options, bits: modelBits, heads: ['attack', 'jailbreak', 'indirect'] }),
  );
  const model: LinearModel = {
    card: {
      id: 'under training',
      format: 'assay-linear/1',
      bits: modelBits,
      heads: quantized.heads.map((head) => ({ ...head, calibration: [] })),
      weights_sha256: '',
      trained_on: [],
      notes: [],
    },
    weights: quantized.weights,
  };
  return { quantized, scorer: createScorer(model) };
}

/** What the calibration is made of, beside the training rows: benign rows that no model is trained on. */
export interface CalibrationRows {
  readonly prompts: readonly Row[];
  readonly documents: readonly Row[];
}

export interface Calibration {
  readonly attack: Table;
  readonly attackWindow: Table;
  readonly indirectWindow: Table;
}

/** Makes the tables by training once for each fold without its rows. */
export function calibrateByFolds(
  rows: readonly WeightedRow[],
  { prompts, documents }: CalibrationRows,
  progress: (message: string) => void,
): Calibration {
  const whole: Scored[] = [];
  const attackWindows: Scored[] = [];
  const indirectWindows: Scored[] = [];
  for (let left = 0; left < folds; left += 1) {
    progress(`fold ${left + 1} of ${folds}`);
    const { scorer } = fitScorer(rows.filter((row) => foldOf(row) !== left));
    const heldOut = rows.filter((row) => row.label === 0 && !row.source.startsWith('own') && foldOf(row) === left);
    const unseen = (row: Row): boolean => foldOf(row) === left;
    for (const row of [...heldOut.filter(({ userInput }) => userInput === undefined), ...prompts.filter(unseen)]) {
      const scored = scan(scorer, row);
      whole.push({ source: row.source, logit: scored.whole[0] ?? 0 });
      if (scored.length >= windowedFrom)
        attackWindows.push({ source: row.source, logit: scored.windows[0]?.logit ?? 0 });
    }
    for (const row of [...heldOut.filter(({ userInput }) => userInput !== undefined), ...documents.filter(unseen)]) {
      const scored = scan(scorer, row);
      const order = scorer.scan(fold(row.text).text, orderWindow).windows[2];
      indirectWindows.push({ source: row.source, logit: order?.logit ?? 0 });
      if (scored.length >= windowedFrom)
        attackWindows.push({ source: row.source, logit: scored.windows[0]?.logit ?? 0 });
    }
  }
  return {
    attack: toTable(whole),
    attackWindow: toTable(attackWindows),
    indirectWindow: toTable(indirectWindows, orderAnchors),
  };
}

/** Fold that a row is left out of training in. */
export function foldOf({ source, text }: Row): number {
  return foldOfSource[source] ?? Number.parseInt(normalFormHash(text).slice(0, 4), 16) % folds;
}

function scan(scorer: Scorer, row: Row): ReturnType<Scorer['scan']> & { readonly length: number } {
  const text = fold(row.text).text;
  return { length: text.length, ...scorer.scan(text, { size: windowSize, step: windowStep }) };
}

interface Scored {
  readonly source: string;
  readonly logit: number;
}

/** Reads the anchors off the benign logits; each source counts the same, however many rows it has. */
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

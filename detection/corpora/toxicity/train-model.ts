/** Trains the linear model and its combination with the rules, and calibrates both on rows outside the training. */

import type { LinearModel } from '../../../src/auditors/linear-model/model.ts';
import { heads } from '../../../src/auditors/toxicity/categories.ts';
import { type Combinations, combinedLogit } from '../../../src/auditors/toxicity/combination.ts';
import { categoryFeatures, overallFeatures, type Seen } from '../../../src/auditors/toxicity/features.ts';
import { createLinearScorer } from '../../../src/auditors/toxicity/linear-scores.ts';
import type { Scored } from '../../training/calibrate.ts';
import { type Example, quantize, type TrainedModel, train } from '../../training/logistic.ts';
import { type FitOptions, fitLogistic, type Observation } from './fit-combination.ts';
import type { Look } from './look.ts';

/** Strong regularisation costs accuracy on rows like the trained ones and gains it on other sources, prompts most of all. */
export const trainingOptions = { bits: 16, epochs: 8, learningRate: 0.3, l2: 1e-3 } as const;
const allSeeds = [8093, 8094, 8095];
const folds = 4;
/** A fold only shows the combination the model's confidence on unseen rows; one seed suffices. */
const foldSeeds = allSeeds.slice(0, 1);
/** Every chunk of a long harmless text is harmless. */
const chunkWeight = 0.4;
const fewestChunks = 2;

/** The linear model alone: the mean of a few trainings with different row orders, which is steadier on other sources. */
export function trainLinear(
  looks: readonly Look[],
  { progress, seeds = allSeeds }: { progress?: (message: string) => void; seeds?: readonly number[] } = {},
): TrainedModel {
  const examples = looks.flatMap(toExamples);
  const told = progress === undefined ? {} : { progress };
  const models = seeds.map((seed) => train(examples, { ...trainingOptions, seed, heads, ...told }));
  const [first] = models;
  if (first === undefined) throw new Error('there is no seed to train with');
  const mean = (read: (model: TrainedModel) => number): number =>
    models.reduce((sum, model) => sum + read(model), 0) / models.length;
  return {
    bits: first.bits,
    heads,
    biases: first.biases.map((_, index) => mean(({ biases }) => biases[index] ?? 0)),
    weights: first.weights.map((_, index) => mean(({ weights }) => weights[index] ?? 0)),
  };
}

function toExamples({ folded, truth, weight }: Look): Example[] {
  const whole = { text: folded.chunks.join(''), labels: truth, weight };
  if (truth[0] !== 0 || folded.chunks.length < fewestChunks) return [whole];
  const labels = truth.map((label) => (label === 0 ? 0 : undefined));
  const chunks = folded.chunks.map((text) => ({ text, labels, weight: weight * chunkWeight }));
  return [whole, ...chunks];
}

/** Converts a trained model to the auditor's form. */
export function toLinearModel(trained: TrainedModel): LinearModel {
  const { weights, heads: quantized } = quantize(trained);
  return {
    card: {
      id: 'training',
      format: 'assay-linear/1',
      bits: trained.bits,
      heads: quantized.map((head) => ({ ...head, calibration: [] })),
      weights_sha256: '',
      trained_on: [],
      notes: [],
    },
    weights,
  };
}

/** Judges rows by a model. */
export function judgeAll(model: LinearModel, looks: readonly Look[]): Seen[] {
  const score = createLinearScorer(model);
  return looks.map(({ list, signals, lexical, folded }) => ({ list, signals, lexical, linear: score(folded) }));
}

/** Judges each row by a model without it and its neighbours: own rows of one series stay together. */
export function judgeOutOfFold(looks: readonly Look[], progress: (message: string) => void): Seen[] {
  const foldOf = looks.map(({ row }, index) =>
    row.source === 'own.toxicity' ? hash(row.category ?? '') % folds : index % folds,
  );
  const seen = new Array<Seen>(looks.length);
  for (let fold = 0; fold < folds; fold += 1) {
    const model = toLinearModel(
      trainLinear(
        looks.filter((_, index) => foldOf[index] !== fold),
        { seeds: foldSeeds },
      ),
    );
    const held = looks.filter((_, index) => foldOf[index] === fold);
    const judged = judgeAll(model, held).values();
    for (const [index, of] of foldOf.entries()) {
      const next = of === fold ? judged.next().value : undefined;
      if (next !== undefined) seen[index] = next;
    }
    progress(`fold ${fold + 1} of ${folds}: ${held.length} rows`);
  }
  return seen;
}

function hash(text: string): number {
  let value = 7;
  for (let index = 0; index < text.length; index += 1) value = (Math.imul(value, 31) + text.charCodeAt(index)) >>> 0;
  return value;
}

/** Fits the combinations without calibration. */
export function fitCombinations(looks: readonly Look[], seen: readonly Seen[]): Combinations {
  const combinations: Record<string, Combinations[string]> = {};
  for (const [head, name] of heads.entries()) {
    const featuresOf = featuresFor(head);
    const observations = looks.flatMap(({ truth, weight }, index): Observation[] => {
      const [label, one] = [truth[head], seen[index]];
      return label === undefined || one === undefined ? [] : [{ features: featuresOf(one), label, weight }];
    });
    const { bias, weights } = fitLogistic(observations, head === 0 ? overallFit : categoryFit);
    combinations[name] = { bias: round(bias), weights: weights.map(round), calibration: [] };
  }
  return combinations;
}

/** Scores can only speak for abuse; length, address, quotation and report may speak either way. */
const overallFit: FitOptions = { ridge: 1, risingOnly: Array.from({ length: 17 }, (_, index) => index) };
const categoryFit: FitOptions = { ridge: 1, risingOnly: [0, 1, 2] };

export const featuresFor = (head: number): ((seen: Seen) => number[]) =>
  head === 0 ? overallFeatures : (seen) => categoryFeatures(seen, head - 1);

/** Calibrates on rows outside the training; a category without both labels there keeps the logistic function. */
export function calibrateCombinations(
  combinations: Combinations,
  looks: readonly Look[],
  seen: readonly Seen[],
): Combinations {
  const calibrated: Record<string, Combinations[string]> = {};
  for (const [head, name] of heads.entries()) {
    const combination = combinations[name];
    if (combination === undefined) throw new Error(`there is no combination for ${name}`);
    const featuresOf = featuresFor(head);
    const scored = looks.flatMap(({ truth, weight }, index) => {
      const [label, one] = [truth[head], seen[index]];
      if ((label !== 0 && label !== 1) || one === undefined) return [];
      const isTrue: 0 | 1 = label;
      return [{ logit: combinedLogit(combination, featuresOf(one)), label: isTrue, weight }];
    });
    const count = scored.filter(({ label }) => label === 1).length;
    calibrated[name] = { ...combination, calibration: count < fewestPositives ? [] : smoothTable(scored) };
  }
  return calibrated;
}

/**
 * Tabulates a logistic curve through the observations. With a few hundred of them, steps (isotonic regression) give many
 * different texts one score, some right next to a threshold.
 */
function smoothTable(scored: readonly Scored[]): [number, number][] {
  const observations = scored.map(({ logit, label, weight }) => ({ features: [logit], label, weight }));
  const { bias, weights } = fitLogistic(observations, { ridge: 1e-3 });
  return Array.from({ length: 2 * tablePoints + 1 }, (_, index): [number, number] => {
    const logit = ((index - tablePoints) * tableEnd) / tablePoints;
    return [round(logit), round(1 / (1 + Math.exp(-(bias + (weights[0] ?? 0) * logit))))];
  });
}

const tablePoints = 20;
const tableEnd = 8;
const fewestPositives = 20;
const round = (value: number): number => Math.round(value * 1e6) / 1e6;

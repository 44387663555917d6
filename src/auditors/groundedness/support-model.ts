/** Converts the features of a claim to its support: a logistic regression with readable weights. */
import { readFileSync } from 'node:fs';
import { calibrate } from '../linear-model/scorer.ts';
import { featureNames } from './features.ts';

type CalibrationTable = readonly (readonly [logit: number, probability: number])[];

/** Content of `model/groundedness.json`. */
export interface SupportModel {
  readonly id: string;
  readonly format: 'assay-support/1';
  readonly features: readonly string[];
  readonly bias: number;
  readonly weights: readonly number[];
  /**
   * Pairs of [logit, probability of support], both rising. One table is for claims that copy the words of a source,
   * one for reworded claims: a true reworded claim shares less with its source than a false copied one.
   */
  readonly calibration: { readonly copied: CalibrationTable; readonly free: CalibrationTable };
  readonly trained_on: readonly { readonly path: string; readonly sha256: string; readonly rows: number }[];
  readonly notes: readonly string[];
}

/** Name of the included model, in settings and claims. */
export const shippedModelId = 'assay-groundedness-1';

/** Reads the included model. @throws Error when it belongs to other features */
export function loadSupportModel(): SupportModel {
  return checkSupportModel(JSON.parse(readFileSync(new URL('./model/groundedness.json', import.meta.url), 'utf8')));
}

/** @throws Error when the model has another format, or was made for other features */
export function checkSupportModel(model: SupportModel): SupportModel {
  if (model.format !== 'assay-support/1') throw new Error(`model ${model.id} does not have the expected format`);
  const sameFeatures =
    featureNames.length === model.features.length && featureNames.every((name, at) => model.features[at] === name);
  if (!sameFeatures || model.weights.length !== model.features.length) {
    throw new Error(`model ${model.id} was trained for other features`);
  }
  return model;
}

/** The logit of support, before calibration. */
export function supportLogit(
  { bias, weights }: Pick<SupportModel, 'bias' | 'weights'>,
  features: readonly number[],
): number {
  let sum = bias;
  for (let at = 0; at < features.length; at += 1) sum += (weights[at] ?? 0) * (features[at] ?? 0);
  return sum;
}

/**
 * Calibrated support, 0 to 1.
 *
 * @param copied How much the claim copies, 0 to 1.
 */
export function supportOf(model: SupportModel, features: readonly number[], copied: number): number {
  const logit = supportLogit(model, features);
  const read = (calibration: CalibrationTable): number =>
    calibrate({ name: '', bias: 0, scale: 1, calibration }, logit);
  return copied * read(model.calibration.copied) + (1 - copied) * read(model.calibration.free);
}

/** The model that ships: weights and card written by training, and its combination with the rules. */
import { loadModel } from '../linear-model/model.ts';
import { loadCombinations } from './combination.ts';
import type { ToxicityModel } from './detect.ts';

/** Name of the model in settings and claims. */
export const shippedModelId = 'assay-toxicity-1';

/** Reads the files beside this one. @throws Error when they do not match. */
export function loadShippedModel(): ToxicityModel {
  return {
    linear: loadModel(new URL('./model/toxicity', import.meta.url)),
    combinations: loadCombinations(new URL('./model/combination.json', import.meta.url)),
  };
}

/** The model that ships with the auditor: loaded once, when the auditor is loaded. */
import { loadModel } from '../linear-model/model.ts';
import { type Classifier, createClassifier } from './classifier.ts';

/** Reads `model/injection.json` and `.bin`. @throws Error when they are missing or do not belong together. */
export function loadClassifier(): Classifier {
  return createClassifier(loadModel(new URL('./model/injection', import.meta.url)));
}

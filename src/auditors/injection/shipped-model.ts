/** The auditor's included models, loaded once with the auditor. */
import { loadModel } from '../linear-model/model.ts';
import { type Classifier, createClassifier } from './classifier.ts';

/** Reads `model/injection*.json` and `.bin`. @throws Error when they are missing or do not belong together. */
export function loadClassifier(): Classifier {
  return createClassifier({
    attack: loadModel(new URL('./model/injection', import.meta.url)),
    jailbreak: loadModel(new URL('./model/injection-jailbreak', import.meta.url)),
    indirect: loadModel(new URL('./model/injection-indirect', import.meta.url)),
  });
}

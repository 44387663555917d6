/** Check of an auditor image's labels (contract 2.1), from what `docker image inspect` prints. */
import { isRecord } from '@assay/sdk/contract';
import type { CheckResult } from '@assay/sdk/testing';
import { type ImageLabels, imageLabelRules } from '../contract/image-labels.ts';
import { UsageError } from './options.ts';

/** Finds the labels in an object of labels, an image description, or a list of one. @throws UsageError. */
export function findLabels(value: unknown): ImageLabels {
  const image: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (!isRecord(image)) throw notLabels();
  const config = image['Config'];
  if (!isRecord(config)) {
    if (Object.values(image).every((label) => typeof label === 'string')) return image;
    throw notLabels();
  }
  const found = config['Labels'] ?? {};
  if (!isRecord(found)) throw notLabels();
  return found;
}

/** One check for each required label. */
export function checkImageLabels(found: ImageLabels): CheckResult[] {
  return imageLabelRules.map(({ id, title, problemOf }) => {
    const message = problemOf(found);
    return { id, title, obligation: 'contract', status: message === '' ? 'passed' : 'failed', message };
  });
}

function notLabels(): UsageError {
  return new UsageError('The input is neither the output of `docker image inspect IMAGE` nor a JSON object of labels.');
}

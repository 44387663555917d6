/** Check of an auditor image's labels (contract 2.1), from what `docker image inspect` prints. */
import { contractVersion, labels, phases } from '@assay/sdk/contract';
import type { CheckResult } from '@assay/sdk/testing';
import { isRecord } from '../proof/json.ts';
import { UsageError } from './options.ts';

type Labels = Readonly<Record<string, unknown>>;

const requiredInterfaces = ['health', 'claims', 'vocabulary'];

/** Finds the labels in an object of labels, an image description, or a list of one. @throws UsageError. */
export function findLabels(value: unknown): Labels {
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
export function checkImageLabels(found: Labels): CheckResult[] {
  const major = contractVersion.split('.', 1)[0];
  return [
    toCheck('label-auditor', `${labels.auditor} marks the image as an auditor`, () =>
      found[labels.auditor] === 'true' ? '' : `it must be "true", not ${show(found[labels.auditor])}`,
    ),
    toCheck('label-schema-version', `${labels.schemaVersion} names a version of the contract that is known`, () => {
      const version = found[labels.schemaVersion];
      const isKnown = typeof version === 'string' && /^\d+\.\d+$/.test(version) && version.split('.', 1)[0] === major;
      return isKnown ? '' : `it must be a version such as "${contractVersion}", not ${show(version)}`;
    }),
    toCheck('label-phase', `${labels.phase} lists phases`, () =>
      listProblem(found[labels.phase], (items) => items.filter((item) => !phases.some((phase) => phase === item))),
    ),
    toCheck('label-interfaces', `${labels.interfaces} lists ${requiredInterfaces.join(', ')}`, () =>
      listProblem(
        found[labels.interfaces],
        () => [],
        (items) => requiredInterfaces.filter((name) => !items.includes(name)),
      ),
    ),
  ];
}

function toCheck(id: string, title: string, problem: () => string): CheckResult {
  const message = problem();
  return { id, title, status: message === '' ? 'passed' : 'failed', message };
}

function listProblem(
  label: unknown,
  findUnknown: (items: readonly string[]) => readonly string[],
  findMissing: (items: readonly string[]) => readonly string[] = () => [],
): string {
  if (typeof label !== 'string' || label.trim() === '') return `it must be a comma-separated list, not ${show(label)}`;
  const items = label.split(',').map((item) => item.trim());
  const unknown = findUnknown(items);
  if (unknown.length > 0) return `it names ${unknown.map(show).join(', ')}; known are ${phases.join(', ')}`;
  const missing = findMissing(items);
  return missing.length === 0 ? '' : `it does not name ${missing.join(', ')}`;
}

function show(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value).slice(0, 80);
}

function notLabels(): UsageError {
  return new UsageError('That is neither the output of `docker image inspect IMAGE` nor a JSON object of labels.');
}

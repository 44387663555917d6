/** The labels that an auditor's image needs (contract 2.1). The command line and the registry share these rules. */
import { contractVersion, labels, phases } from '@assay/sdk/contract';

export type ImageLabels = Readonly<Record<string, unknown>>;

export interface ImageLabelRule {
  readonly id: string;
  readonly label: string;
  readonly title: string;
  /** Describes the problem; empty for a valid image. */
  problemOf(found: ImageLabels): string;
}

const requiredInterfaces = ['health', 'claims', 'vocabulary'] as const;

export const imageLabelRules: readonly ImageLabelRule[] = [
  {
    id: 'label-auditor',
    label: labels.auditor,
    title: `${labels.auditor} marks the image as an auditor`,
    problemOf: (found) =>
      found[labels.auditor] === 'true' ? '' : `it must be "true", not ${show(found[labels.auditor])}`,
  },
  {
    id: 'label-schema-version',
    label: labels.schemaVersion,
    title: `${labels.schemaVersion} names a version of the contract that is known`,
    problemOf: (found) => versionProblem(found[labels.schemaVersion]),
  },
  {
    id: 'label-phase',
    label: labels.phase,
    title: `${labels.phase} lists phases`,
    problemOf: (found) =>
      listProblem(found[labels.phase], (items) => items.filter((item) => !phases.some((phase) => phase === item))),
  },
  {
    id: 'label-interfaces',
    label: labels.interfaces,
    title: `${labels.interfaces} lists ${requiredInterfaces.join(', ')}`,
    problemOf: (found) =>
      listProblem(
        found[labels.interfaces],
        () => [],
        (items) => requiredInterfaces.filter((name) => !items.includes(name)),
      ),
  },
];

/** The items of a label that is a list. */
export function labelItems(label: string): string[] {
  return label.split(',').map((item) => item.trim());
}

/** Shows a label in a message, shortened. */
export function show(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value).slice(0, 80);
}

function versionProblem(version: unknown): string {
  const major = contractVersion.split('.', 1)[0];
  const isKnown = typeof version === 'string' && /^\d+\.\d+$/.test(version) && version.split('.', 1)[0] === major;
  return isKnown ? '' : `it must be a version such as "${contractVersion}", not ${show(version)}`;
}

function listProblem(
  label: unknown,
  findUnknown: (items: readonly string[]) => readonly string[],
  findMissing: (items: readonly string[]) => readonly string[] = () => [],
): string {
  if (typeof label !== 'string' || label.trim() === '') return `it must be a comma-separated list, not ${show(label)}`;
  const items = labelItems(label);
  const unknown = findUnknown(items);
  if (unknown.length > 0) return `it names ${unknown.map(show).join(', ')}; known are ${phases.join(', ')}`;
  const missing = findMissing(items);
  return missing.length === 0 ? '' : `it does not name ${missing.join(', ')}`;
}

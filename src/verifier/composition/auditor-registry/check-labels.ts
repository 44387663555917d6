/** Checks the labels of a release: those of its image, read from its registry, against the contract and the record. */
import { labels as labelNames } from '@assay/sdk/contract';
import type { ReleaseLabels, VerificationCheck } from '../../../contract/api/auditor-registry/shapes.ts';
import type { labelSources } from '../../../contract/api/auditor-registry/states.ts';
import { type ImageLabels, imageLabelRules, labelItems, show } from '../../../contract/image-labels.ts';
import { AppError } from '../../../platform/errors.ts';
import type { GuardedFetch } from '../../../platform/http/guarded-fetch.ts';
import { type FoundLabels, readImageLabels } from './image-config.ts';
import { parseImage } from './image-reference.ts';
import { createRegistryClient, ImageFault, RegistryClosed } from './registry-client.ts';

export interface LabelCheck {
  readonly check: VerificationCheck;
  readonly source: (typeof labelSources)[number] | null;
}

export interface LabelCheckInput {
  readonly image: string;
  readonly labels: ReleaseLabels;
  /** Labels given by the caller, for a registry that cannot be read. */
  readonly submitted: FoundLabels | null;
  readonly fetch: GuardedFetch;
  readonly signal: AbortSignal;
}

/** Limit for all calls together. */
const timeoutMs = 30_000;

/** @throws AppError `too_many_requests` of the outbound client: the check is repeated later. */
export async function checkLabels(input: LabelCheckInput): Promise<LabelCheck> {
  const found = await readFromRegistry(input);
  if (found.kind === 'wrong') return { check: failed(found.detail), source: null };
  if (found.kind === 'labels') return judge(found.labels, input.labels, 'image');
  if (input.submitted !== null) return judge(input.submitted, input.labels, 'submitted', found.detail);
  const hint = 'submit the labels with the request (labels: {…} of docker image inspect) if nobody outside may pull it';
  return { check: failed(`the labels could not be read: ${found.detail}; ${hint}`), source: null };
}

type Found =
  | { readonly kind: 'labels'; readonly labels: FoundLabels }
  | { readonly kind: 'wrong' | 'unreachable'; readonly detail: string };

async function readFromRegistry({ image, fetch, signal }: LabelCheckInput): Promise<Found> {
  const reference = parseImage(image);
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const client = createRegistryClient({ fetch, signal: limited }, reference);
    return { kind: 'labels', labels: await readImageLabels(client, reference.digest) };
  } catch (error) {
    if (error instanceof ImageFault) return { kind: 'wrong', detail: error.message };
    if (error instanceof RegistryClosed) return { kind: 'unreachable', detail: error.message };
    if (!(error instanceof AppError) || error.code === 'too_many_requests' || signal.aborted) throw error;
    return { kind: 'unreachable', detail: `${new URL(reference.origin).host}: ${error.publicText}` };
  }
}

function judge(
  found: ImageLabels,
  record: ReleaseLabels,
  source: (typeof labelSources)[number],
  why?: string,
): LabelCheck {
  const problems = [
    ...imageLabelRules.flatMap(({ label, problemOf }) => {
      const problem = problemOf(found);
      return problem === '' ? [] : [`${label}: ${problem}`];
    }),
    ...findDifferences(found, record),
  ];
  if (problems.length > 0) return { check: failed(problems.join('; ')), source };
  const detail =
    source === 'image'
      ? 'the labels of the image for linux/amd64 match the record'
      : `the submitted labels match the record; the image itself was not read (${why ?? ''})`;
  return { check: { name: 'labels', status: 'passed', detail }, source };
}

function findDifferences(found: ImageLabels, record: ReleaseLabels): string[] {
  const { schemaVersion, phase, interfaces } = labelNames;
  const pairs = [
    [schemaVersion, record.schema_version],
    [phase, record.phase],
    [interfaces, record.interfaces],
  ] as const;
  return pairs.flatMap(([name, expected]) => {
    const value = found[name];
    if (typeof value === 'string' && isSame(value, expected)) return [];
    return [`${name} is ${show(value)}, but the record has ${show(expected)}`];
  });
}

/** Lists in a different order are equal. */
function isSame(left: string, right: string): boolean {
  const [one, two] = [left, right].map((label) => [...new Set(labelItems(label))].toSorted().join());
  return one === two;
}

function failed(detail: string): VerificationCheck {
  return { name: 'labels', status: 'failed', detail };
}

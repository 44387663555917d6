/** The observation of an auditor in a stored exchange: the marked claim in the Evidence. */
import type { EvidenceView } from '@assay/client';
import { UsageError } from '../options.ts';
import { looseJson } from './loose-json.ts';

export interface Observation {
  /** Name of the claim. */
  readonly claim: string;
  readonly phase: string;
  readonly value: boolean | number;
  /** Whether the value is a finding: true, or a score at or above its threshold. */
  readonly detected: boolean;
  /** Places of the finding: '' is the main text, otherwise a document's id, `system`, `input` or `output`. */
  readonly places: readonly string[];
}

export interface ObservationChoice {
  /** Id of the auditor, or name of its chain item. */
  readonly auditor: string;
  readonly claim?: string | undefined;
  readonly phase?: string | undefined;
}

/** Claims that tell whether an auditor found something; the first present one counts. */
const mainClaims: Readonly<Record<string, readonly string[]>> = {
  injection: ['injection_detected', 'injection_risk'],
  pii: ['pii_found'],
  secrets: ['secret_leaked'],
  toxicity: ['toxicity_exceeded', 'toxic_content'],
};

/**
 * Finds the claim. An auditor runs several times in one phase if its text was redacted and judged again, or came in
 * windows; a finding in any of these runs counts.
 *
 * @throws UsageError with what is missing, or with the choices
 */
export function findObservation(view: EvidenceView, { auditor, claim, phase }: ObservationChoice): Observation {
  const runs = findRuns(view, auditor, phase);
  const wanted = claim === undefined ? mainClaims[runs[0].auditor_id] : [claim];
  if (wanted === undefined) throw new UsageError(`Name the claim of ${auditor} with --claim.`);
  const made = runs.flatMap((run) => run.claims.flatMap((index) => view.claims[index] ?? []));
  const name = wanted.find((one) => made.some((found) => found.name === one));
  if (name === undefined) {
    const known = [...new Set(made.map((found) => found.name))].join(', ');
    throw new UsageError(`The evidence has no claim ${wanted.join(' or ')} of ${auditor}; it has ${known || 'none'}.`);
  }
  const observed = made.filter((found) => found.name === name).map(readValue);
  const strongest = observed.reduce((best, one) => (Number(one.value) > Number(best.value) ? one : best));
  return { claim: name, phase: runs[0].phase, ...strongest };
}

type Claim = EvidenceView['claims'][number];
type Run = EvidenceView['auditors'][number];

/** Runs of one chain item in one phase; there is at least one. */
function findRuns(view: EvidenceView, auditor: string, phase: string | undefined): readonly [Run, ...Run[]] {
  const named = view.auditors.filter(({ name }) => name === auditor);
  const runs = named.length > 0 ? named : view.auditors.filter(({ auditor_id: id }) => id === auditor);
  if (runs.length === 0) {
    const known = [...new Set(view.auditors.map(({ name }) => name))].join(', ');
    throw new UsageError(`The evidence has no auditor ${auditor}; it has ${known || 'none'}.`);
  }
  const done = runs.filter((run) => run.status === 'ok' && (phase === undefined || run.phase === phase));
  const [first, ...others] = done;
  if (first === undefined) {
    const when = phase === undefined ? '' : ` in phase ${phase}`;
    throw new UsageError(`${auditor} observed nothing${when}: ${[...new Set(runs.map(toStatus))].join(', ')}.`);
  }
  const phases = [...new Set(done.map((one) => one.phase))];
  if (phases.length > 1)
    throw new UsageError(`${auditor} ran in several phases: choose one with --phase ${phases.join('|')}.`);
  const items = [...new Set(done.map(({ name }) => name))];
  if (items.length > 1) throw new UsageError(`${auditor} is ambiguous: choose one of ${items.join(', ')}.`);
  return [first, ...others];
}

const toStatus = (run: Run): string => `${run.status} in phase ${run.phase}`;

function readValue({ name, value, provenance, detail }: Claim): Pick<Observation, 'value' | 'detected' | 'places'> {
  const places = [...new Set(looseJson.list(looseJson.member(detail, 'spans')).map(placeOf))];
  if (typeof value === 'boolean') return { value, detected: value, places };
  if (typeof value !== 'number') throw new UsageError(`The claim ${name} is neither a boolean nor a score.`);
  const threshold = provenance?.['threshold'];
  if (typeof threshold !== 'number') throw new UsageError(`The claim ${name} does not state its threshold.`);
  return { value, detected: value > 0 && value >= threshold, places };
}

function placeOf(span: unknown): string {
  const names = ['document', 'field', 'part'].map((name) => looseJson.text(looseJson.member(span, name)));
  return names.find((name) => name !== undefined) ?? '';
}

/** Describes an appraisal: the meaning of each value of the trust vector (AR4SI), and the statistics of a passport. */
import type { PassportView } from '@assay/client';
import { isRecord } from '@assay/sdk/contract';
import { toPlainText } from '../../proof/report.ts';
import { tierOfValue } from '../../proof/trust-vector.ts';
import { paintVerdict, type Style } from './style.ts';
import { renderTable } from './table.ts';

type Part = PassportView['evaluations'][number];

const general: Readonly<Record<number, string>> = {
  [-1]: 'the verifier failed',
  0: 'not checked',
  1: 'unexpected evidence',
  99: 'the cryptography is not valid',
};
const words: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  'instance-identity': { 2: 'trustworthy', 96: 'untrustworthy', 97: 'not recognised' },
  configuration: { 2: 'approved', 3: 'without known weaknesses', 32: 'unsafe', 96: 'not supportable' },
  executables: {
    2: 'the approved code runs',
    3: 'the approved code was started',
    32: 'unsafe',
    33: 'not recognised',
    96: 'code that is not allowed',
  },
  'file-system': { 2: 'approved', 32: 'not recognised', 96: 'not allowed' },
  hardware: { 2: 'genuine', 32: 'genuine, with known weaknesses', 96: 'not reliable', 97: 'not recognised' },
  'runtime-opaque': { 2: 'memory is encrypted', 32: 'memory is isolated', 96: 'memory is visible' },
  'storage-opaque': { 2: 'encrypted', 32: 'weakly protected', 96: 'visible' },
  'sourced-data': {
    2: 'all from inside the boundary',
    32: 'not all from inside the boundary',
    96: 'not reliable',
  },
};

/** Renders one part: its status, each claim in words, its comparisons, the unproven parts. */
export function renderPart(part: Part, style: Style): string {
  const claims = Object.entries(isRecord(part.vector) ? part.vector : {}).map(([claim, value]) => [
    `      ${toPlainText(claim)}`,
    describeValue(claim, value),
  ]);
  const lines = [
    part.policy_id === undefined ? '' : `policy ${part.policy_id}`,
    (part.reference_values ?? []).length === 0
      ? ''
      : `compared with reference values ${part.reference_values?.join(', ')}`,
    part.tcb_status == null ? '' : `firmware ${part.tcb_status}`,
    (part.advisories ?? []).length === 0 ? '' : `advisories ${part.advisories?.join(', ')}`,
    ...part.notes,
  ];
  const shown = lines.filter((line) => line !== '').map((line) => `      ${toPlainText(line, 500)}\n`);
  return `  ${toPlainText(part.name)}: ${paintVerdict(style, part.status, toPlainText(part.status))}\n${renderTable(claims)}${shown.join('')}`;
}

function describeValue(claim: string, value: unknown): string {
  if (typeof value !== 'number') return 'a value that this release does not know';
  return words[claim]?.[value] ?? general[value] ?? tierOfValue(value);
}

/** Renders the statistics, the auditors, and the claims by control; empty for an older passport. */
export function renderNumbers(view: PassportView, style: Style): string {
  const { statistics, auditors = [], appraisal_record: record } = view;
  if (statistics === undefined || statistics === null) return '';
  const section = (title: string, body: string) => (body === '' ? '' : `\n${style.bold(title)}\n${body}`);
  const { exchanges, allowed, denied, not_enforced: open } = statistics;
  const counts = [
    `  ${exchanges} exchanges, ${allowed} allowed, ${denied} denied${open === 0 ? '' : `, ${open} let through against the policy`}`,
    `  from ${statistics.first_evidence_at} to ${statistics.last_evidence_at}`,
  ];
  const runs = auditors.map((run) => [
    `  ${toPlainText(run.name)}`,
    `${run.ok} ok, ${run.failed} failed, ${run.late} late, ${run.skipped} skipped`,
    run.remote === 0 ? 'inside the attested boundary' : `${run.remote} runs outside the attested boundary`,
  ]);
  const controls = (record?.controls ?? []).map((control) => [
    `  ${toPlainText(`${control.compliance_framework ?? 'no framework'} ${control.control_id ?? ''}`.trim())}`,
    `${control.affirming} affirming, ${control.warning} warning, ${control.contraindicated} contraindicated`,
    toPlainText(control.claim_names.join(', '), 200),
  ]);
  return [
    section('Decisions', counts.map((line) => `${toPlainText(line, 300)}\n`).join('')),
    section('Auditors', renderTable(runs)),
    section('Claims by control', renderTable(controls)),
  ].join('');
}

/** Renders evidence for people: what the verifier says about it, what was decided, who observed what. */
import type { EvidenceSummary, EvidenceView } from '@assay/client';
import type { RefusedEvidence } from '../../contract/refused-evidence.ts';
import { toPlainText } from '../../proof/report.ts';
import { renderClaims } from './decision.ts';
import { paintVerdict, type Style } from './style.ts';
import { renderFacts, renderTable } from './table.ts';

const verdictColumns = new Set([2, 3]);

/** The list: one line each. */
export function renderEvidenceList(items: readonly EvidenceSummary[], style: Style): string {
  const head = ['EVIDENCE', 'TIME', 'DECISION', 'TIER', 'AGENT'];
  const rows = items.map((item) => [
    toPlainText(item.evidence_id),
    toPlainText(item.generated_at),
    toPlainText(item.decision.decision),
    toPlainText(item.trust_tier),
    toPlainText(item.agent_id),
  ]);
  return renderTable([head, ...rows], (cell, column, row) => {
    if (row === 0) return style.bold(cell);
    return verdictColumns.has(column) ? paintVerdict(style, cell.trim(), cell) : cell;
  });
}

/** Evidence that the verifier refused: one line each. */
export function renderRefusedEvidence(items: readonly RefusedEvidence[], style: Style): string {
  const rows = items.map(({ evidence_id: id, seq, reason, refused_at: at, message }) =>
    [id ?? 'unknown', String(seq), reason, at, message].map((text) => toPlainText(text)),
  );
  const head = ['EVIDENCE', 'RECEIPT', 'REASON', 'REFUSED', 'MESSAGE'];
  return renderTable([head, ...rows], (cell, _column, row) => (row === 0 ? style.bold(cell) : cell));
}

/** One piece of evidence, whole but for the exact bytes. */
export function renderEvidence(view: EvidenceView, style: Style): string {
  const { decision } = view;
  const section = (title: string, body: string) => (body === '' ? '' : `\n${style.bold(title)}\n${body}`);
  const list = (items: readonly string[]) => items.map((item) => `  - ${toPlainText(item, 500)}\n`).join('');
  return [
    renderFacts(toFacts(view, style)),
    section('Decision', renderFacts(toDecisionFacts(view, style), '  ')),
    section('Reasons', list(decision.reasons)),
    section('Messages', list(decision.messages)),
    section('Errors', list(decision.errors)),
    section('Policies skipped by @on_missing("ignore")', list(decision.ignored_missing)),
    section('Policies on trial (not enforced)', list((view.shadow ?? []).map((run) => describeShadow(view, run)))),
    section('Not inspected', list(view.uninspected.map(({ where, kind }) => `${kind} at ${where}`))),
    section('What the request lets the provider do itself', list(view.features ?? [])),
    section('Settings that the policies read', renderSettings(view)),
    section('Auditors', renderAuditors(view, style)),
    section('Claims', renderClaims(view.claims.map(toShown), style)),
    section('What this does not prove', list(view.notes)),
    `\nCheck it yourself: assay evidence show ${toPlainText(view.evidence_id)} --jws > evidence.jws && assay verify evidence.jws\n`,
  ].join('');
}

function describeShadow({ phases }: EvidenceView, run: NonNullable<EvidenceView['shadow']>[number]): string {
  const reasons = run.reasons.length === 0 ? '' : `: ${run.reasons.join(', ')}`;
  return `${run.policy_id} version ${run.version}, ${phases[run.phase_index]?.phase ?? '?'}: ${run.decision}${reasons}`;
}

function toFacts(view: EvidenceView, style: Style): [string, string][] {
  const rows: [string, string | undefined][] = [
    ['evidence', view.evidence_id],
    ['verdict', paintVerdict(style, view.trust_tier, toPlainText(view.trust_tier))],
    ['made', `${view.generated_at} by ${view.attester_id}`],
    ['received', view.received_at],
    ['agent', `${view.agent_id} (workspace ${view.workspace_id}, known by ${view.authentication})`],
    ['for', view.on_behalf_of === undefined ? undefined : describePerson(view.on_behalf_of)],
    ['approval', view.approval === undefined ? undefined : describeApproval(view.approval)],
    ...(view.earlier_approvals ?? []).map((each): [string, string] => ['  before it', describeApproval(each)]),
    ['session', view.session_id],
    ['trace', view.trace_id],
    ['model', view.model_id ?? 'none'],
    ['tool', describeTool(view)],
    ['mode', `${view.mode}, stream ${view.stream_mode}`],
    ['request', `sha256 ${view.request_hash}`],
    ['  as sent', view.redacted_request_hash === undefined ? undefined : `sha256 ${view.redacted_request_hash}`],
    ['response', view.response_hash === null ? 'none' : `sha256 ${view.response_hash}`],
    ['  as sent', view.redacted_response_hash === undefined ? undefined : `sha256 ${view.redacted_response_hash}`],
    ['before it', view.previous_evidence_id],
    ['continues', view.continues?.evidence_id],
    ['configured', view.config === undefined ? undefined : `revision ${view.config.revision} (${view.config.hash})`],
    ['passport', view.passport_id ?? 'none yet'],
    ['key', view.kid],
  ];
  return rows.flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    return [[name, name === 'verdict' ? value : toPlainText(value, 500)]];
  });
}

function describeTool({ tool, server }: EvidenceView): string | undefined {
  return server === undefined ? tool : `${tool ?? 'none'} of ${server}`;
}

function describePerson({ sub, grant_id }: NonNullable<EvidenceView['on_behalf_of']>): string {
  return `${sub}, under grant ${grant_id}`;
}

function describeApproval({ id, status, approvers, approved_at: at }: NonNullable<EvidenceView['approval']>): string {
  const by = approvers === undefined ? '' : ` by ${approvers.join(', ')} at ${at ?? '?'}`;
  return `${status}${by}${id === null ? '' : ` (${id})`}`;
}

function toDecisionFacts({ decision, enforced }: EvidenceView, style: Style): [string, string][] {
  return [
    ['policy said', paintVerdict(style, decision.decision, toPlainText(decision.decision))],
    ['enforced', paintVerdict(style, enforced, toPlainText(enforced))],
    ['policy', toPlainText(decision.policy_id)],
    ['version', toPlainText(decision.policy_version)],
    ['obligations', decision.obligations.length === 0 ? 'none' : toPlainText(decision.obligations.join(', '))],
  ];
}

/** Renders one line for each setting and value; phases with the same value share it. */
function renderSettings({ phases }: EvidenceView): string {
  const rows = new Map<string, { readonly name: string; readonly value: string; readonly phases: Set<string> }>();
  for (const { phase, settings = {} } of phases) {
    for (const [auditor, values] of Object.entries(settings)) {
      for (const [key, used] of Object.entries(values)) {
        const [name, value] = [`${auditor}.${key}`, JSON.stringify(used)];
        const row = rows.get(`${name} ${value}`) ?? { name, value, phases: new Set() };
        rows.set(`${name} ${value}`, row);
        row.phases.add(phase);
      }
    }
  }
  const cells = [...rows.values()].map((row) => [`  ${row.name}`, row.value, [...row.phases].join(', ')]);
  return renderTable(cells.map((row) => row.map((cell) => toPlainText(cell, 500))));
}

function renderAuditors({ auditors }: EvidenceView, style: Style): string {
  const rows = auditors.map((run) => [
    `  ${toPlainText(run.name)} ${toPlainText(run.version)}`,
    toPlainText(run.phase),
    toPlainText(run.status),
    `${run.duration_ms} ms`,
    toPlainText(run.boundary),
    run.error === undefined ? '' : toPlainText(`${run.error.code}: ${run.error.message}`),
  ]);
  return renderTable(rows, (cell, column) => (column === 2 && cell.trim() !== 'ok' ? style.yellow(cell) : cell));
}

function toShown(claim: EvidenceView['claims'][number]): EvidenceView['claims'][number] {
  return { ...claim, name: `  ${claim.name}` };
}

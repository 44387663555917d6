/**
 * Renders approval requests for approvers: the request, the reason of the refusal, and known facts. Agents and
 * callers wrote most of it, so nothing in it may control the terminal or break its line.
 */
import type { Approval } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { formatValue } from './claim.ts';
import { renderHeadTable } from './head-table.ts';
import type { Style } from './style.ts';
import { renderFacts, renderTable } from './table.ts';

type Fact = readonly [name: string, value: string];

/** Renders one line for each. */
export function renderApprovals(items: readonly Approval[], style: Style): string {
  const rows = items.map((item) => [
    toPlainText(item.id),
    toPlainText(item.kind),
    toPlainText(item.status),
    toPlainText(item.risk),
    toPlainText(item.requester.id, 60),
    toPlainText(item.subject ?? '-', 60),
    toPlainText(item.expires_at),
    toPlainText(item.display.title, 60),
  ]);
  return renderHeadTable(['APPROVAL', 'KIND', 'STATUS', 'RISK', 'ASKED BY', 'FOR', 'EXPIRES', 'WHAT'], rows, style);
}

/** Renders everything that an approver needs. */
export function renderApproval(item: Approval, style: Style): string {
  const parts = [
    renderFacts([...describeRequest(item), ...describeWanted(item), ...describeRules(item), ...describeOutcome(item)]),
    section('Details', renderLines(item), style),
    section('Policies that ask', renderPolicies(item), style),
    section('What auditors found', renderClaims(item), style),
    section('Part of the content', renderPreview(item), style),
    section('Decisions', renderDecisions(item), style),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function describeRequest(item: Approval): Fact[] {
  const { requester, actor } = item;
  return [
    ['approval', toPlainText(item.id)],
    ['kind', toPlainText(item.kind)],
    ['status', toPlainText(item.status)],
    ['what', toPlainText(item.display.title, 300)],
    ['asked by', toPlainText(`${requester.kind} ${requester.id}`, 220)],
    ...fact('acting', actor === null ? null : `${actor.id} (${actor.verified ? 'known' : 'as they say'})`, 300),
    ...fact('for', item.subject),
    ...fact('agent', item.agent_id),
    ...fact('workspace', item.workspace_id),
  ];
}

function describeWanted({ action, resource, requested, evaluation_id: evidence }: Approval): Fact[] {
  const { scopes, resources, tools, max_uses, ttl, until, emergency, purpose, justification } = requested;
  return [
    ...fact('action', action, 200),
    ...fact('resource', resource, 512),
    ...fact('resources', resources?.join(' '), 4_000),
    ...fact('scopes', scopes?.join(' '), 4_000),
    ...fact('tools', tools?.join(' '), 4_000),
    ...fact('lasts', ttl === undefined ? undefined : describeSeconds(ttl)),
    ...fact('until', until),
    ...fact('uses', max_uses === undefined ? undefined : `at most ${max_uses}`),
    ...fact('emergency', emergency === true ? 'yes, as the requester says' : undefined),
    ...fact('purpose', purpose, 500),
    ...fact('reason', justification, 2_000),
    ...fact('evidence', evidence),
  ];
}

function describeRules({ risk, agent_id: agentId, approvers, policy }: Approval): Fact[] {
  const note = risk === 'high' && agentId !== null ? ' (takes an owner of the agent or an admin)' : '';
  return [
    ['risk', toPlainText(`${risk}${note}`)],
    ...fact('approvers', approvers.length === 0 ? undefined : approvers.join(', '), 4_000),
    ['quorum', String(policy.quorum)],
    ...(policy.separation_of_duties ? [] : [['separation', 'none: the requester may decide'] as const]),
  ];
}

function describeOutcome({ expires_at, created_at, decided_at, result, url, status }: Approval): Fact[] {
  return [
    ['asked', toPlainText(created_at)],
    ...(status === 'pending' ? [['expires', toPlainText(expires_at)] as const] : []),
    ...fact('decided', decided_at),
    ...fact('holds until', result?.approval.approved_until),
    ...fact('used', toUse(result), 200),
    ...fact('decide at', status === 'pending' ? url : undefined, 400),
  ];
}

function toUse(result: Approval['result']): string | undefined {
  return result === null || result.used_at === null ? undefined : `${result.used_at} by ${result.used_by ?? '-'}`;
}

function renderLines({ display: { lines = [] } }: Approval): string {
  return lines.length === 0
    ? ''
    : renderFacts(
        lines.map(({ label, value }) => [toPlainText(label, 60), toPlainText(value, 1_000)]),
        '  ',
      );
}

function renderPolicies({ display: { policies = [] } }: Approval): string {
  return renderTable(policies.map(({ id, reason }) => [`  ${toPlainText(id, 200)}`, toPlainText(reason ?? '', 1_000)]));
}

function renderClaims({ display: { claims = [] } }: Approval): string {
  return renderTable(
    claims.map(({ auditor_id, name, value, confidence }) => [
      ...[`  ${toPlainText(auditor_id, 60)}`, toPlainText(name, 60), formatValue(value)],
      confidence === undefined ? '' : `confidence ${formatValue(confidence)}`,
    ]),
  );
}

function renderPreview({ display: { preview = '' } }: Approval): string {
  if (preview === '') return '';
  return preview
    .split('\n')
    .map((line) => `  | ${toPlainText(line, 8_000)}\n`)
    .join('');
}

function renderDecisions({ decisions }: Approval): string {
  return renderTable(
    decisions.map(({ approver, verdict, reason, decided_at }) => [
      ...[`  ${toPlainText(approver, 60)}`, toPlainText(verdict), toPlainText(decided_at)],
      toPlainText(reason ?? '', 2_000),
    ]),
  );
}

function section(title: string, body: string, style: Style): string {
  return body === '' ? '' : `${style.bold(title)}\n${body}`;
}

function fact(name: string, value: string | null | undefined, maxChars?: number): Fact[] {
  return value === null || value === undefined ? [] : [[name, toPlainText(value, maxChars)]];
}

const units = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
] as const;

/** `8 h`, `90 s`. */
function describeSeconds(seconds: number): string {
  const [size, unit] = units.find(([length]) => seconds >= length && seconds % length === 0) ?? [1, 's'];
  return `${seconds / size} ${unit}`;
}

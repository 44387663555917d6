/** Renders policies for people: records, what a text would do, and what holds for an agent. */
import type { EffectivePolicy, Policy, PolicyValidation, PolicyVersion } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { renderHeadTable } from './head-table.ts';
import { countProblems, renderProblems } from './policy-problems.ts';
import type { Style } from './style.ts';
import { renderFacts } from './table.ts';

/** Renders one line for each. */
export function renderPolicyList(items: readonly Policy[], style: Style): string {
  const rows = items.map((item) => [
    toPlainText(item.id),
    toPlainText(item.name),
    toPlainText(item.status),
    describeVersions(item),
    toPlainText(`${item.scope.level} ${item.scope.id}`, 100),
    toPlainText(item.origin),
    toPlainText(item.updated_at),
  ]);
  const head = ['POLICY', 'NAME', 'STATUS', 'VERSIONS', 'SCOPE', 'ORIGIN', 'UPDATED'];
  const table = renderHeadTable(head, rows, style, (cell, column) => (column === 2 ? paintStatus(cell, style) : cell));
  return `${table}${items.map((item) => renderGeneratedBefore(item, style)).join('')}`;
}

/** Describes what an upgrade left unchanged. */
function renderGeneratedBefore({ name, scope, problems }: Policy, style: Style): string {
  const before = problems.find(({ code }) => code === 'generated_before');
  if (before === undefined) return '';
  const where = toPlainText(`${name} of ${scope.level} ${scope.id}`, 200);
  return `${style.yellow(where)}: ${toPlainText(before.message, 1_000)}\n`;
}

/** One policy with the text of its newest version. */
export function renderPolicy(policy: Policy, style: Style): string {
  return `${renderPolicyHead(policy, style)}\n${toSafeText(policy.text)}`;
}

/** Renders one policy without its text, as the answer to a change. */
export function renderPolicyHead(policy: Policy, style: Style): string {
  const found = countProblems(policy.problems);
  return renderFacts([
    ['policy', toPlainText(policy.id)],
    ['name', toPlainText(policy.name)],
    ...(policy.description === '' ? [] : [['description', toPlainText(policy.description, 2_000)] as const]),
    ['scope', toPlainText(`${policy.scope.level} ${policy.scope.id}`, 200)],
    ['status', paintStatus(toPlainText(policy.status), style)],
    ['versions', describeVersions(policy)],
    ['origin', toPlainText(`${policy.origin}, made by ${policy.created_by}`)],
    ['revision', String(policy.revision)],
    ['updated', toPlainText(policy.updated_at)],
    ['text', toPlainText(`${policy.sha256} (version ${policy.version})`, 200)],
    ...(found === '' ? [] : [['problems', `${found}, see assay policy validate ${toPlainText(policy.id)}`] as const]),
  ]);
}

/** One version. */
export function renderVersion(version: PolicyVersion, _style: Style): string {
  const facts = renderFacts([
    ['version', String(version.version)],
    ['saved', toPlainText(`${version.created_at} by ${version.created_by}`)],
    ...(version.reason === null ? [] : [['reason', toPlainText(version.reason, 500)] as const]),
    ['sha256', toPlainText(version.sha256)],
  ]);
  return `${facts}\n${toSafeText(version.text)}`;
}

/** Renders the effects of a valid text; its problems are printed separately. */
export function renderValidation({ policies, decision_ms: ms }: PolicyValidation, file: string, style: Style): string {
  const speed = ms === null ? '' : `, decided in at most ${ms.toFixed(1)} ms`;
  const count = `${policies.length} ${policies.length === 1 ? 'policy' : 'policies'}`;
  const head = `${style.green('valid')}: ${toPlainText(file, 300)}, ${count}${speed}\n`;
  const rows = policies.map((policy) => [
    `  ${policy.line}`,
    toPlainText(policy.id),
    toPlainText(policy.effect),
    toPlainText(policy.response ?? '-'),
    toPlainText(policy.reads.map((claim) => (claim === '*' ? 'all claims' : claim)).join(', ') || '-', 200),
  ]);
  return rows.length === 0
    ? head
    : `${head}${renderHeadTable(['  LINE', 'POLICY', 'EFFECT', 'RESPONSE', 'READS'], rows, style)}${closed(policies, style)}`;
}

/** Notes a policy without permits: authors of a first policy mostly think of what to forbid. */
function closed(policies: PolicyValidation['policies'], style: Style): string {
  if (policies.some(({ effect }) => effect === 'permit')) return '';
  const text =
    'it permits nothing itself: it restricts what other policies permit, or else the default policy of the gateway';
  return `${style.yellow('note')}: ${text}\n`;
}

/** Renders the policies of an agent, level by level. */
export function renderEffectivePolicy(view: EffectivePolicy, style: Style): string {
  const facts = renderFacts([
    ['agent', toPlainText(`${view.agent_id} (workspace ${view.workspace_id})`, 300)],
    [
      'policy',
      view.policy_id === null ? "none here: the gateway's own file decides" : toPlainText(view.policy_id, 300),
    ],
    ...(view.policy_version === null ? [] : [['version', toPlainText(view.policy_version)] as const]),
    ...(view.default_policy && view.policy_id !== null
      ? [['permits', 'by the default policy of the gateway, which applies last'] as const]
      : []),
  ]);
  const levels = view.levels.map(({ scope, part, permits, forbids, policies }) => [
    `  ${toPlainText(`${scope.level} ${scope.id}`, 100)}`,
    toPlainText(part),
    `${permits} permit, ${forbids} forbid`,
    toPlainText(policies.map(({ name, version }) => `${name} version ${version}`).join(', '), 300),
  ]);
  const shadow = view.shadow.map(
    ({ name, version, scope }) => `  ${toPlainText(`${name} version ${version} of ${scope.level} ${scope.id}`, 300)}\n`,
  );
  const chain = view.chain.map(({ name, auditor_id, phases }) => [
    `  ${toPlainText(name)}`,
    toPlainText(auditor_id),
    toPlainText(phases.join(', ')),
  ]);
  return [
    facts,
    levels.length === 0 ? '' : `\n${renderHeadTable(['  LEVEL', 'PART', 'POLICIES', 'RECORDS'], levels, style)}`,
    shadow.length === 0 ? '' : `\n${style.bold('On trial, deciding nothing')}\n${shadow.join('')}`,
    chain.length === 0 ? '' : `\n${renderHeadTable(['  CHAIN', 'AUDITOR', 'PHASES'], chain, style)}`,
    view.problems.length === 0
      ? ''
      : `\n${renderProblems(view.problems, { file: 'combined', text: view.text ?? '', records: [] }, style)}`,
  ].join('');
}

/** Gives the text without characters that could control a terminal. */
export function toSafeText(text: string): string {
  const lines = text.split('\n').map((line) => toPlainText(line.replaceAll('\t', '  ').replace(/\r$/, ''), 10_000));
  const shown = lines.join('\n');
  return shown.endsWith('\n') ? shown : `${shown}\n`;
}

function describeVersions({ version, active_version: active, shadow_version: shadow }: Policy): string {
  const parts = [
    ...(active === null ? [] : [`${active} active`]),
    ...(shadow === null ? [] : [`${shadow} on trial`]),
    ...(version === active || version === shadow ? [] : [`${version} newest`]),
  ];
  return parts.join(', ');
}

function paintStatus(cell: string, style: Style): string {
  const word = cell.trim();
  if (word === 'active') return style.green(cell);
  return word === 'shadow' ? style.yellow(cell) : cell;
}

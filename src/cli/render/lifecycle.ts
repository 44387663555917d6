/** Renders lifecycle policies and their evaluation for people. */
import type { LifecycleEvaluation, LifecyclePolicy } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { renderHeadTable } from './head-table.ts';
import type { Style } from './style.ts';
import { renderFacts } from './table.ts';

/** Renders one line for each. */
export function renderLifecyclePolicies(items: readonly LifecyclePolicy[], style: Style): string {
  const rows = items.map((item) => [
    toPlainText(item.id),
    toPlainText(item.name, 40),
    String(item.priority),
    describeScope(item),
    toPlainText(describeEnforcement(item)),
    String(item.revision),
  ]);
  return renderHeadTable(['POLICY', 'NAME', 'PRIORITY', 'SCOPE', 'ENFORCEMENT', 'REVISION'], rows, style);
}

/** One, with its rules. */
export function renderLifecyclePolicy(policy: LifecyclePolicy, style: Style): string {
  const facts = renderFacts([
    ['policy', toPlainText(policy.id)],
    ['name', toPlainText(policy.name, 200)],
    ['priority', String(policy.priority)],
    ['scope', describeScope(policy)],
    ['enforcement', toPlainText(describeEnforcement(policy))],
    ['revision', String(policy.revision)],
    ['updated', toPlainText(policy.updated_at)],
  ]);
  const rows = policy.rules.map(({ type, enabled, warn_days, threshold_days, grace_days }) => [
    toPlainText(type),
    enabled ? 'on' : 'off',
    `${warn_days ?? 0} d`,
    `${threshold_days} d`,
    `${grace_days} d`,
  ]);
  return `${facts}\n${renderHeadTable(['RULE', '', 'WARNED AT', 'ENFORCED AT', 'GRACE'], rows, style)}`;
}

/** What a run did, or would do. */
export function renderEvaluation(result: LifecycleEvaluation, style: Style): string {
  const rows = result.changes.map(({ agent_id, change, rule, due_at, reason }) => [
    toPlainText(agent_id),
    toPlainText(change),
    toPlainText(rule),
    toPlainText(due_at ?? '-'),
    toPlainText(reason, 200),
  ]);
  const verb = result.dry_run ? 'would be made' : 'done';
  const head = `${result.changes.length} changes ${verb}, ${result.agents} agents looked at\n`;
  const table = rows.length === 0 ? '' : renderHeadTable(['AGENT', 'CHANGE', 'RULE', 'DUE', 'REASON'], rows, style);
  const unknown = result.unknown.map(
    ({ rule, reason, agents }) => `unknown: ${toPlainText(rule)} of ${agents} agents (${toPlainText(reason)})\n`,
  );
  const failed = result.failed.map(
    ({ agent_id, detail }) => `failed: ${toPlainText(agent_id)}: ${toPlainText(detail, 200)}\n`,
  );
  const more = result.has_more ? 'There is more: run the command again.\n' : '';
  return `${head}${table}${unknown.join('')}${failed.join('')}${more}`;
}

function describeScope({ scope: { level, id, labels = {} } }: LifecyclePolicy): string {
  const wanted = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
  return toPlainText([`${level} ${id}`, ...wanted].join(' '), 80);
}

function describeEnforcement({ enforcement: { action, grace_days } }: LifecyclePolicy): string {
  return grace_days === undefined ? action : `${action} after ${grace_days} d`;
}

/** Renders workflows for people. What people wrote into them must not control the terminal. */
import type { CompositePassport, Workflow, WorkflowSummary, WorkflowValidation } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { renderHeadTable } from './head-table.ts';
import type { Style } from './style.ts';
import { renderFacts } from './table.ts';

/** Renders one line for each. */
export function renderWorkflows(items: readonly WorkflowSummary[], style: Style): string {
  const rows = items.map((item) => [
    toPlainText(item.id),
    toPlainText(item.name, 60),
    toPlainText(describe(item), 60),
    String(item.draft_revision),
    item.deployed_revision === null ? '-' : String(item.deployed_revision),
  ]);
  return renderHeadTable(['WORKFLOW', 'NAME', 'STATUS', 'DRAFT', 'DEPLOYED'], rows, style);
}

/** One, with its nodes and where each leads. */
export function renderWorkflow(item: Workflow, style: Style): string {
  const optional = (name: string, value: string | null): [string, string][] =>
    value === null ? [] : [[name, toPlainText(value, 2_000)]];
  const error = item.deployment?.error ?? null;
  const facts = renderFacts([
    ['workflow', toPlainText(item.id)],
    ['name', toPlainText(item.name, 200)],
    ...optional('description', item.description === '' ? null : item.description),
    ['workspace', toPlainText(item.workspace_id)],
    ...optional('agent', item.agent_id),
    ['status', toPlainText(describe(item), 200)],
    ['draft', `revision ${item.draft_revision}`],
    ['deployed', item.deployed_revision === null ? 'never' : `revision ${item.deployed_revision}`],
    ...optional('deploying', item.deployment?.state === 'deploying' ? `revision ${item.deployment.revision}` : null),
    ...optional('failed', error === null ? null : `${error.code}: ${error.detail}`),
    ...optional('approval', item.approval_id),
    ['graph', toPlainText(item.graph_digest)],
  ]);
  const rows = item.graph.nodes.map((node) => [
    toPlainText(node.id),
    toPlainText(node.type),
    toPlainText(node.ref?.id ?? '-', 60),
    toPlainText(waysOf(item, node.id), 120),
  ]);
  return `${facts}\n${renderHeadTable(['NODE', 'TYPE', 'REFERS TO', 'LEADS TO'], rows, style)}`;
}

function waysOf({ graph }: Workflow, id: string): string {
  const ways = graph.edges.filter(({ source }) => source === id);
  const named = ways.map(({ source_port: from, target, target_port: to }) => {
    const port = to === 'in' ? target : `${target}.${to}`;
    return from === 'out' ? port : `${from}: ${port}`;
  });
  return named.length === 0 ? '-' : named.join(', ');
}

function describe({ status, degraded, approval_id: approval }: WorkflowSummary): string {
  // Only false says that it works as a whole.
  if (degraded !== false) return `${status}, degraded`;
  return approval === null ? status : `${status}, waits for an approval`;
}

/** Each place that breaks a rule. */
export function renderValidation({ valid, problems }: WorkflowValidation): string {
  if (valid) return 'It can be deployed.\n';
  return renderFacts(problems.map(({ pointer, message }) => [toPlainText(pointer, 300), toPlainText(message, 400)]));
}

/** The whole, then each member. */
export function renderCompositePassport(passport: CompositePassport, style: Style): string {
  const facts = renderFacts([
    ['passport', toPlainText(passport.passport_id)],
    ['workflow', toPlainText(`${passport.workflow_id}, revision ${passport.revision}`)],
    ['status', toPlainText(passport.status)],
    ['valid until', toPlainText(passport.valid_until ?? 'not at all')],
    ['graph', toPlainText(passport.graph_digest)],
    ['root', toPlainText(passport.merkle_root)],
  ]);
  if (passport.members.length === 0) return facts;
  const rows = passport.members.map((member) => [
    toPlainText(member.node_id, 120),
    toPlainText(member.agent_id ?? '-', 60),
    toPlainText(member.status),
    toPlainText(member.passport_id ?? '-'),
  ]);
  return `${facts}\n${renderHeadTable(['NODE', 'AGENT', 'STATUS', 'PASSPORT'], rows, style)}`;
}

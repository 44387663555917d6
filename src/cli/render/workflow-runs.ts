/** Renders runs of workflows for people. What steps gave may be anybody's text: nothing in it may control the terminal. */
import type { WorkflowRun, WorkflowRunStep, WorkflowRunWithSteps } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { renderHeadTable } from './head-table.ts';
import type { Style } from './style.ts';
import { renderFacts } from './table.ts';

const longestOutput = 4_000;
const longestValue = 200;

/** Renders one line for each. */
export function renderRuns(items: readonly WorkflowRun[], style: Style): string {
  const rows = items.map((run) => [
    toPlainText(run.id),
    toPlainText(run.status),
    String(run.revision),
    toPlainText(run.started_by, 40),
    toPlainText(run.created_at),
    toPlainText(run.error === null ? '' : `${run.error.node_id ?? 'run'}: ${run.error.code}`, 60),
  ]);
  return renderHeadTable(['RUN', 'STATUS', 'REVISION', 'BY', 'BEGUN', 'ERROR'], rows, style);
}

export function renderRun(run: WorkflowRun): string {
  return renderFacts(factsOf(run));
}

function factsOf(run: WorkflowRun): [string, string][] {
  const optional = (name: string, value: string | null): [string, string][] =>
    value === null ? [] : [[name, toPlainText(value, 4_000)]];
  return [
    ['run', toPlainText(run.id)],
    ['workflow', toPlainText(`${run.workflow_id}, revision ${run.revision}`)],
    ['status', toPlainText(run.status)],
    ['by', toPlainText(run.started_by)],
    ['trace', toPlainText(run.trace_id)],
    ['begun', toPlainText(run.created_at)],
    ...optional('ended', run.ended_at),
    ...optional('error', run.error === null ? null : `${run.error.code}: ${run.error.message}`),
  ];
}

/** One with its steps. */
export function renderRunWithSteps(run: WorkflowRunWithSteps, style: Style): string {
  const output = run.status === 'succeeded' ? toPlainText(JSON.stringify(run.output), longestOutput) : undefined;
  const facts = renderFacts([...factsOf(run), ...(output === undefined ? [] : [['output', output] as const])]);
  const values = run.steps.filter(({ output: value }) => value !== null && value !== undefined);
  const given = values.map(({ node_id: node, turn, output: value }) => {
    const name = toPlainText([node, ...turn].join('/'), 60);
    return [name, toPlainText(JSON.stringify(value), longestValue)] as const;
  });
  const gave = given.length === 0 ? '' : `\nOutput of each step (complete with --json)\n${renderFacts(given, '  ')}`;
  const rows = run.steps.map((step) => [
    toPlainText([step.node_id, ...step.turn].join('/'), 60),
    toPlainText(step.node_type),
    toPlainText(step.status),
    toPlainText(step.port ?? ''),
    toPlainText(whatOf(step), 100),
    toPlainText(step.id),
  ]);
  const table = renderHeadTable(['NODE', 'TYPE', 'STATUS', 'PORT', 'WHAT', 'STEP'], rows, style);
  const more = run.next_steps_after === null ? '' : 'There are more steps: --json shows how to read them.\n';
  return `${facts}\n${table}${gave}${more}${nextOf(run)}`;
}

/** Describes the required action before it continues. */
function nextOf({ workflow_id: workflow, id, steps }: WorkflowRunWithSteps): string {
  const lines = steps.flatMap(({ id: stepId, status, waiting }) => {
    if (status === 'unknown') return [`assay workflow resolve ${workflow} ${id} ${stepId} succeeded|failed|retry`];
    return waiting?.for === 'approval' ? [`assay approval approve|deny ${waiting.id ?? ''}`] : [];
  });
  return lines.length === 0
    ? ''
    : `\nWaits for a person:\n${lines.map((line) => `  ${toPlainText(line, 300)}\n`).join('')}`;
}

export function renderStep(step: WorkflowRunStep): string {
  return renderFacts([
    ['step', toPlainText(step.id)],
    ['node', toPlainText(step.node_id)],
    ['status', toPlainText(step.status)],
  ]);
}

function whatOf({ error, waiting, evidence_ids: ids }: WorkflowRunStep): string {
  // A person may take until the approval expires; this time is only that of the next check.
  if (waiting?.for === 'approval') return `waits for ${waiting.id ?? 'an approval'}`;
  if (waiting !== null) return [`waits for ${waiting.for}`, waiting.id ?? '', `next look ${waiting.until}`].join(' ');
  if (error !== null) return `${error.code}: ${error.message}`;
  return ids.length === 0 ? '' : `${ids.length} Evidence`;
}

/** Runs and steps as the API shows them. */

import { type NodeType, nodeTypes } from '../../../../contract/api/workflows/graph.ts';
import type { RunStepView, RunView, RunWithSteps } from '../../../../contract/api/workflows/run-shapes.ts';
import { toTimestamp, toTimestampOrNull } from '../../../../platform/clock.ts';
import type { StepRow, WorkflowRunRow } from './tables.ts';

const valueOrNull = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

export function toRunView(row: WorkflowRunRow): RunView {
  return {
    id: row.id,
    workflow_id: row.workflow_id,
    workspace_id: row.workspace_id,
    revision: row.revision,
    status: row.status,
    session_id: row.id,
    trace_id: row.trace_id,
    started_by: row.started_by,
    parent_run_id: row.parent_run_id,
    depth: row.depth,
    input_hash: row.input_hash,
    output_hash: row.output_hash,
    error: row.error,
    cancelled_by: row.cancelled_by,
    cancel_reason: row.cancel_reason,
    created_at: toTimestamp(row.created_at),
    started_at: toTimestampOrNull(row.begun_at),
    ended_at: toTimestampOrNull(row.ended_at),
    values_removed_at: toTimestampOrNull(row.payload_removed_at),
  };
}

export function toStepView(row: StepRow): RunStepView {
  const { waiting_for: what, waiting_until: until } = row;
  const isWaiting = row.status === 'waiting' && what !== null && until !== null;
  return {
    id: row.id,
    node_id: row.node_id,
    node_type: nodeTypeOf(row),
    turn: [...row.turn],
    status: row.status,
    attempt: row.attempt,
    repeatable: row.is_repeatable,
    port: row.port,
    input_hash: row.input_hash,
    output: valueOrNull(row.output),
    output_hash: row.output_hash,
    evidence_ids: [...row.evidence_ids],
    waiting: isWaiting ? { for: what, id: row.waiting_id, until: toTimestamp(until) } : null,
    error: row.error,
    resolved_by: row.resolved_by,
    started_at: toTimestampOrNull(row.started_at),
    ended_at: toTimestampOrNull(row.ended_at),
  };
}

/** `rows`: one row more than the page means that there are others. */
export function toRunWithSteps(run: WorkflowRunRow, rows: readonly StepRow[], limit: number): RunWithSteps {
  const shown = rows.slice(0, limit);
  return {
    ...toRunView(run),
    input: valueOrNull(run.input),
    output: valueOrNull(run.output),
    steps: shown.map(toStepView),
    next_steps_after: rows.length > limit ? (shown.at(-1)?.place ?? null) : null,
  };
}

function nodeTypeOf({ node_type: type }: StepRow): NodeType {
  const known = nodeTypes.find((one) => one === type);
  if (known === undefined) throw new Error(`a step of the unknown type ${type}`);
  return known;
}

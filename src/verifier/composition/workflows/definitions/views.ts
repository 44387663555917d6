/** Workflows as the API shows them. */

import type { Graph } from '../../../../contract/api/workflows/graph.ts';
import type {
  RevisionSummary,
  RevisionView,
  Workflow,
  WorkflowChangeView,
  WorkflowSummary,
} from '../../../../contract/api/workflows/shapes.ts';
import { toTimestamp, toTimestampOrNull } from '../../../../platform/clock.ts';
import type { RevisionHead } from './store.ts';
import type { DeploymentRow, WorkflowChangeRow, WorkflowRevisionRow, WorkflowRow } from './tables.ts';

export function toWorkflowSummary(row: WorkflowRow, degraded: boolean): WorkflowSummary {
  const { seq: _seq, target_revision: _target, is_told_degraded: _told, asked_by: _by, next_at: _next, ...shown } = row;
  return {
    ...shown,
    degraded,
    deployment: row.deployment === null ? null : toDeployment(row.deployment),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}

export function toWorkflow(row: WorkflowRow, degraded: boolean, graph: Graph): Workflow {
  return { ...toWorkflowSummary(row, degraded), graph: toGraphView(graph) };
}

function toDeployment({ started_at, stopped_at, ...rest }: DeploymentRow) {
  return { ...rest, started_at: toTimestamp(started_at), stopped_at: toTimestampOrNull(stopped_at) };
}

export function toRevisionSummary(row: RevisionHead): RevisionSummary {
  const { workflow_id, revision, graph_digest, agent_id, deployed_at, created_at, created_by } = row;
  const times = { deployed_at: toTimestampOrNull(deployed_at), created_at: toTimestamp(created_at) };
  return { workflow_id, revision, graph_digest, agent_id, created_by, ...times };
}

export function toRevision(row: WorkflowRevisionRow): RevisionView {
  return { ...toRevisionSummary(row), graph: toGraphView(row.graph) };
}

/** Shows conditions as they were saved. */
function toGraphView({ nodes, edges }: Graph): Workflow['graph'] {
  return {
    nodes: [...nodes],
    edges: edges.map(({ condition, ...edge }) =>
      condition === undefined ? edge : { ...edge, condition: { ...condition } },
    ),
  };
}

export function toChangeView(row: WorkflowChangeRow): WorkflowChangeView {
  const { org_id: _org, workflow_id: _workflow, seq: _seq, changed_at, ...shown } = row;
  return { ...shown, changed_at: toTimestamp(changed_at) };
}

/** What a run has done so far, node by node. */
import type { WorkflowRunStep, WorkflowRunWithSteps } from '@assay/client';

export interface NodeState {
  readonly status: string;
  /** How often the node began, in loops. */
  readonly count: number;
  /** The step that the state is of. */
  readonly step: WorkflowRunStep;
}

/** The state of each node that began or was skipped: that of its last iteration. */
export function toNodeStates(steps: readonly WorkflowRunStep[]): ReadonlyMap<string, NodeState> {
  const states = new Map<string, NodeState>();
  for (const step of steps) {
    const known = states.get(step.node_id);
    const isLater = known === undefined || compareTurns(step.turn, known.step.turn) >= 0;
    const latest = isLater ? step : known.step;
    states.set(step.node_id, { status: latest.status, count: (known?.count ?? 0) + 1, step: latest });
  }
  return states;
}

function compareTurns(one: readonly number[], other: readonly number[]): number {
  for (const [index, turn] of one.entries()) {
    const difference = turn - (other[index] ?? -1);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

const ended: readonly string[] = ['succeeded', 'failed', 'cancelled'];

/** True if nothing more happens in the run. */
export function hasEnded({ status }: Pick<WorkflowRunWithSteps, 'status'>): boolean {
  return ended.includes(status);
}

/** Milliseconds until the run is read again; false once it has ended. */
export function pollMs(run: Pick<WorkflowRunWithSteps, 'status'> | undefined): number | false {
  if (run === undefined) return 1_000;
  if (hasEnded(run)) return false;
  return run.status === 'waiting' || run.status === 'interrupted' ? 2_000 : 700;
}

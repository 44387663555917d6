/** How the work on a run ends for now, as it is stored and reported. */

import type { RunRelease, RunWrite } from './journal.ts';
import { runEvent } from './run-events.ts';
import { hashValue } from './run-steps.ts';
import type { RunError, StepRow, WorkflowRunRow } from './tables.ts';

export type RunOutcome =
  | { readonly status: 'succeeded'; readonly output: unknown }
  | { readonly status: 'failed'; readonly error: RunError }
  | { readonly status: 'cancelled' }
  | { readonly status: 'interrupted' }
  | { readonly status: 'waiting'; readonly until: number }
  /** Left to other processes: this one ends. */
  | { readonly status: 'running' };

export interface RunEndFacts {
  readonly now: number;
  readonly workedMs: number;
  readonly rows: ReadonlyMap<string, StepRow>;
}

/** Gives what the last write contains besides steps. */
export function toRelease(
  run: WorkflowRunRow,
  outcome: RunOutcome,
  { now, workedMs, rows }: RunEndFacts,
): Required<Pick<RunWrite, 'release' | 'events'>> {
  const plain: RunRelease = {
    status: outcome.status,
    output: null,
    output_hash: null,
    error: null,
    next_at: null,
    ended_at: now,
    worked_ms: workedMs,
    updated_at: now,
  };
  switch (outcome.status) {
    case 'succeeded': {
      const { output } = outcome;
      const hash = hashValue(output);
      return {
        release: { ...plain, output: JSON.stringify(output), output_hash: hash },
        events: [runEvent(run, 'succeeded', { output_hash: hash })],
      };
    }
    case 'failed': {
      const { code, node_id: nodeId } = outcome.error;
      return {
        release: { ...plain, error: outcome.error },
        events: [runEvent(run, 'failed', { code, ...(nodeId === null ? {} : { node_id: nodeId }) })],
      };
    }
    case 'cancelled':
      return {
        release: plain,
        events: [runEvent(run, 'cancelled', { by: run.cancelled_by ?? run.started_by, reason: run.cancel_reason })],
      };
    case 'interrupted': {
      const steps = ofStatus(rows, 'unknown').map(({ id }) => id);
      const once = `interrupted/${steps.join()}`;
      return {
        release: { ...plain, ended_at: null },
        events: [runEvent(run, 'interrupted', { step_ids: steps }, once)],
      };
    }
    case 'waiting': {
      const waits = ofStatus(rows, 'waiting').filter(({ waiting_for: what }) => what !== 'retry');
      const ids = waits.map(({ waiting_id: id }) => id);
      const told = waits.length === 0 ? [] : [runEvent(run, 'waiting', { for: ids }, `waiting/${ids.join()}`)];
      return { release: { ...plain, ended_at: null, next_at: outcome.until }, events: told };
    }
    case 'running':
      return { release: { ...plain, ended_at: null, next_at: now }, events: [] };
  }
}

function ofStatus(rows: ReadonlyMap<string, StepRow>, status: StepRow['status']): StepRow[] {
  const found = [...rows.values()].filter((row) => row.status === status);
  return found.sort((left, right) => (left.place < right.place ? -1 : 1));
}

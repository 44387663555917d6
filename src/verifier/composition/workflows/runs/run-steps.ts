/** Rows of steps: how they start, and how the result of the executor changes them. */

import { findBoundViolation } from '@assay/sdk/contract';
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';
import type { GraphNode } from '../../../../contract/api/workflows/graph.ts';
import type { StepEnd, StepWaiting } from '../ports.ts';
import { joinedBounds, maxCrashes, retryDelaysMs, valueBounds } from './constants.ts';
import type { OwnStep, ReadyStep, StepError } from './engine.ts';
import type { StepRow } from './tables.ts';

/** `sha256:` over the canonical JSON (RFC 8785) of a value. */
export function hashValue(value: unknown): string {
  return `sha256:${sha256Hex(canonicalize(value))}`;
}

export interface StepRowDeps {
  readonly orgId: string;
  readonly runId: string;
  readonly newId: () => string;
  readonly now: () => number;
}

const nothing = {
  input_hash: null,
  output: null,
  output_hash: null,
  port: null,
  error: null,
  resolved_by: null,
  waiting_for: null,
  waiting_id: null,
  waiting_until: null,
  started_at: null,
  ended_at: null,
} as const;

function blank(
  { orgId, runId, newId }: StepRowDeps,
  step: { place: string; node: GraphNode; turn: readonly number[] },
): StepRow {
  return {
    org_id: orgId,
    run_id: runId,
    place: step.place,
    id: newId(),
    node_id: step.node.id,
    node_type: step.node.type,
    turn: step.turn,
    status: 'skipped',
    attempt: 0,
    failures: 0,
    crashes: 0,
    is_repeatable: true,
    evidence_ids: [],
    ...nothing,
  };
}

/** A step that the engine took by itself. Its value is that of its neighbours and is not stored twice. */
export function ownRow(deps: StepRowDeps, { status, port, error, ...step }: OwnStep): StepRow {
  const now = deps.now();
  return { ...blank(deps, step), status, port, error, started_at: status === 'skipped' ? null : now, ended_at: now };
}

/** A step that starts, for the first time or again. */
export function startedRow(
  deps: StepRowDeps,
  step: ReadyStep,
  known: StepRow | undefined,
  isRepeatable: boolean,
): StepRow {
  const row = known ?? blank(deps, step);
  return {
    ...row,
    status: 'started',
    is_repeatable: isRepeatable,
    input_hash: hashValue(step.input),
    error: null,
    attempt: known === undefined ? 0 : row.attempt + 1,
    started_at: row.started_at ?? deps.now(),
  };
}

/**
 * A step that never starts because of its input. Values are passed by reference, so a graph that joins them repeatedly makes a
 * value that is small in memory and too large for any memory once it is serialised.
 */
export function refusedRow(deps: StepRowDeps, step: ReadyStep, known: StepRow | undefined): StepRow | undefined {
  const problem = findBoundViolation(step.input, joinedBounds);
  if (problem === undefined) return undefined;
  const now = deps.now();
  const row = { ...(known ?? blank(deps, step)), started_at: known?.started_at ?? now };
  return failedRow(row, { code: 'value_refused', message: `its input ${problem}` }, now);
}

/** A step found in progress: its process is gone. */
export function crashedRow(row: StepRow, now: number): StepRow {
  if (!row.is_repeatable) {
    const message = 'the process ended during this step, so its result is unknown';
    return { ...row, status: 'unknown', error: { code: 'unknown', message } };
  }
  const crashes = row.crashes + 1;
  if (crashes < maxCrashes) return { ...row, crashes };
  const message = `it was started ${crashes} times, and the process ended during it each time`;
  return failedRow({ ...row, crashes }, { code: 'gave_up', message }, now);
}

export function failedRow(row: StepRow, error: StepError, now: number): StepRow {
  return { ...row, ...unwaiting, status: 'failed', error, ended_at: now };
}

const unwaiting = { waiting_for: null, waiting_id: null, waiting_until: null } as const;

function waitingRow(row: StepRow, { for: what, id }: StepWaiting, until: number): StepRow {
  return { ...row, status: 'waiting', waiting_for: what, waiting_id: id, waiting_until: until };
}

/** A step that restarts without progress. Its note is kept. */
export function waitingAgainRow(row: StepRow, until: number): StepRow {
  return waitingRow(row, waitingOf(row) ?? { for: 'retry', id: null }, until);
}

/**
 * What a step left behind when it was told to wait. A retry leaves nothing, unless the step noted something: a tool that was
 * already called, whose answer waits to be judged, must not be called again.
 */
export function waitingOf({
  waiting_for: what,
  waiting_id: id,
}: Pick<StepRow, 'waiting_for' | 'waiting_id'>): StepWaiting | undefined {
  return what === null || (what === 'retry' && id === null) ? undefined : { for: what, id };
}

/** Evidence of all its attempts, each once. */
function withEvidence(row: StepRow, ids: readonly string[]): StepRow {
  return { ...row, evidence_ids: [...new Set([...row.evidence_ids, ...ids])].slice(0, maxEvidence) };
}

const maxEvidence = 1_000;
const maxMessage = 2_000;

/** The row of a step after its end. `room`: bytes that the run may still store. */
export function endedRow(begun: StepRow, end: StepEnd, now: number, room: number): StepRow {
  const row = withEvidence(begun, end.evidenceIds);
  switch (end.kind) {
    case 'done':
      return doneRow(row, end, now, room);
    case 'wait':
      return waitingRow(row, end.waiting, end.until);
    case 'unknown':
      return {
        ...row,
        ...unwaiting,
        status: 'unknown',
        error: { code: 'unknown', message: end.message.slice(0, maxMessage) },
      };
    case 'failed': {
      const error = { code: end.code, message: end.message.slice(0, maxMessage) };
      const delay = end.isRetryable ? retryDelaysMs[row.failures] : undefined;
      const failures = row.failures + 1;
      if (delay === undefined) return failedRow({ ...row, failures }, error, now);
      return { ...waitingRow({ ...row, failures }, { for: 'retry', id: null }, now + delay), error };
    }
  }
}

function doneRow(row: StepRow, end: Extract<StepEnd, { kind: 'done' }>, now: number, room: number): StepRow {
  const value = end.output === undefined ? null : end.output;
  const problem = findBoundViolation(value, valueBounds);
  if (problem !== undefined) {
    return failedRow(row, { code: 'value_refused', message: `its output ${problem}` }, now);
  }
  const output = JSON.stringify(value);
  if (Buffer.byteLength(output) > room) {
    return failedRow(row, { code: 'values_too_large', message: 'the values of a run together are at most 4 MiB' }, now);
  }
  return {
    ...row,
    ...unwaiting,
    status: 'succeeded',
    port: end.port,
    output,
    output_hash: hashValue(value),
    error: null,
    ended_at: now,
  };
}

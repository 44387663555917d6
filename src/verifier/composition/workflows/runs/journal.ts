/**
 * The journal of runs. Collects changes of all runs in this process and writes them in one transaction with few statements. A
 * write resolves when it is committed. Each write names the lease on its run. A write with a lost lease fails alone.
 */
import { sql } from 'drizzle-orm';
import type { RunStatus, StepStatus } from '../../../../contract/api/workflows/states.ts';
import { type Db, query } from '../../../../platform/db/db.ts';
import { isLostConnection } from '../../../../platform/db/lost-connection.ts';
import type { AgentEvent, Events } from '../../../base/events/append.ts';
import type { RunError, StepRow } from './tables.ts';

/** Another process works on the run, or the run has ended. */
export class LeaseLost extends Error {
  constructor(runId: string) {
    super(`the lease of run ${runId} has expired`);
    this.name = 'LeaseLost';
  }
}

/** How the work on a run ends for now. The lease is released with it. */
export interface RunRelease {
  readonly status: RunStatus;
  readonly output: string | null;
  readonly output_hash: string | null;
  readonly error: RunError | null;
  readonly next_at: number | null;
  readonly ended_at: number | null;
  readonly worked_ms: number;
  readonly updated_at: number;
}

export interface RunWrite {
  readonly orgId: string;
  readonly runId: string;
  readonly lease: string;
  readonly steps: readonly StepRow[];
  readonly release?: RunRelease;
  readonly events?: readonly AgentEvent[];
}

export interface Journal {
  /** Returns the status of the run: it may have been asked to end. @throws LeaseLost. */
  write(write: RunWrite): Promise<RunStatus>;
  /** Waits for pending writes. */
  idle(): Promise<void>;
}

export interface JournalDeps {
  readonly db: Db;
  readonly events: Pick<Events, 'appendMany'>;
  /** Waits between retries while the database is unreachable. */
  readonly sleep: (ms: number) => Promise<void>;
  /** Called after each commit with its number of writes. */
  readonly onCommit?: (writes: number) => void;
  /** Called with the status of committed steps. */
  readonly onSteps?: (statuses: readonly StepStatus[]) => void;
}

interface Waiting {
  readonly write: RunWrite;
  readonly resolve: (status: RunStatus) => void;
  readonly reject: (error: unknown) => void;
}

const maxConcurrent = 500;
/** A restarted database is back within this time, or the leases have expired anyway. */
const pausesMs = [50, 200, 500, 1_000, 2_000, 4_000, 8_000] as const;
/** SQLSTATE of a deadlock or a serialisation failure. */
const passing = /^40(?:P01|001)$/;

export function createJournal({ db, events, sleep, onCommit, onSteps }: JournalDeps): Journal {
  let waiting: Waiting[] = [];
  let flushing: Promise<void> | undefined;

  const commit = (batch: readonly Waiting[]): Promise<Map<string, RunStatus>> =>
    db.transaction(async (tx) => {
      const held = await fence(tx, batch);
      const writes = batch.map(({ write }) => write).filter((write) => held.has(keyOf(write)));
      await putSteps(tx, writes);
      await putReleases(tx, writes);
      for (const [orgId, told] of byOrganisation(writes)) await events.appendMany(tx, orgId, told);
      return held;
    });

  const commitWithTries = async (batch: readonly Waiting[]): Promise<Map<string, RunStatus>> => {
    for (const pauseMs of pausesMs) {
      try {
        return await commit(batch);
      } catch (error) {
        // The commit may have succeeded: repeating it gives the same rows.
        if (!isPassing(error)) throw error;
        await sleep(pauseMs);
      }
    }
    return commit(batch);
  };

  const flush = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const held = await commitWithTries(batch);
      onCommit?.(batch.length);
      for (const { write, resolve, reject } of batch) {
        const status = held.get(keyOf(write));
        if (status === undefined) reject(new LeaseLost(write.runId));
        else {
          onSteps?.(write.steps.map((step) => step.status));
          resolve(status);
        }
      }
    } catch (error) {
      const [only] = batch;
      if (batch.length === 1 && only !== undefined) return only.reject(error);
      if (isPassing(error)) {
        for (const { reject } of batch) reject(error);
        return;
      }
      // One write cannot be stored: it must not stop the others.
      for (const one of batch) await flush([one]);
    }
  };

  const flushAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      // Includes all writes of this turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      const batch = waiting.slice(0, maxConcurrent);
      waiting = waiting.slice(maxConcurrent);
      await flush(batch);
    }
    flushing = undefined;
  };

  return {
    write: (write) =>
      new Promise((resolve, reject) => {
        waiting.push({ write, resolve, reject });
        flushing ??= flushAll();
      }),
    async idle() {
      while (flushing !== undefined) await flushing;
    },
  };
}

function isPassing(error: unknown): boolean {
  if (isLostConnection(error)) return true;
  const cause = error instanceof Error ? (error.cause ?? error) : undefined;
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  return typeof code === 'string' && passing.test(code);
}

function keyOf({ runId, lease }: Pick<RunWrite, 'runId' | 'lease'>): string {
  return `${runId} ${lease}`;
}

/** Locks the rows of runs whose lease still holds until the end of the transaction, so that nobody takes them meanwhile. */
async function fence(tx: Db, batch: readonly Waiting[]): Promise<Map<string, RunStatus>> {
  const leases = new Map(batch.map(({ write }) => [keyOf(write), write]));
  const named = [...leases.values()].map(({ orgId, runId, lease }) => ({ org_id: orgId, id: runId, lease }));
  const rows = await query<{ id: string; lease: string; status: RunStatus }>(
    tx,
    sql`select r.id, r.lease, r.status from workflow_runs r
      join jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as n(org_id text, id text, lease text)
        on r.org_id = n.org_id and r.id = n.id and r.lease = n.lease
      order by r.org_id, r.id for update of r`,
  );
  return new Map(rows.map(({ id, lease, status }) => [keyOf({ runId: id, lease }), status]));
}

async function putSteps(tx: Db, writes: readonly RunWrite[]): Promise<void> {
  // The newest row of a step counts.
  const rows = new Map<string, StepRow>();
  for (const { steps } of writes) for (const row of steps) rows.set(`${row.run_id} ${row.place}`, row);
  if (rows.size === 0) return;
  await tx.execute(sql`
    insert into workflow_steps (org_id, run_id, place, id, node_id, node_type, turn, status, attempt, failures, crashes,
      is_repeatable, input_hash, output, output_hash, port, evidence_ids, waiting_for, waiting_id, waiting_until, error,
      resolved_by, started_at, ended_at)
    select org_id, run_id, place, id, node_id, node_type, turn, status, attempt, failures, crashes,
      is_repeatable, input_hash, output, output_hash, port, evidence_ids, waiting_for, waiting_id, waiting_until, error,
      resolved_by, started_at, ended_at
    from jsonb_to_recordset(${JSON.stringify([...rows.values()])}::jsonb) as n(org_id text, run_id text, place text,
      id text, node_id text, node_type text, turn jsonb, status text, attempt int, failures int, crashes int,
      is_repeatable boolean, input_hash text, output text, output_hash text, port text, evidence_ids jsonb,
      waiting_for text, waiting_id text, waiting_until bigint, error jsonb, resolved_by text, started_at bigint,
      ended_at bigint)
    on conflict (org_id, run_id, place) do update set
      status = excluded.status, attempt = excluded.attempt, failures = excluded.failures, crashes = excluded.crashes,
      is_repeatable = excluded.is_repeatable, input_hash = excluded.input_hash, output = excluded.output,
      output_hash = excluded.output_hash, port = excluded.port, evidence_ids = excluded.evidence_ids,
      waiting_for = excluded.waiting_for, waiting_id = excluded.waiting_id, waiting_until = excluded.waiting_until,
      error = excluded.error, resolved_by = excluded.resolved_by, started_at = excluded.started_at,
      ended_at = excluded.ended_at`);
}

/** A run that was asked to end meanwhile is due at once, so that it ends. */
async function putReleases(tx: Db, writes: readonly RunWrite[]): Promise<void> {
  const rows = writes.flatMap(({ orgId, runId, release }) =>
    release === undefined ? [] : [{ org_id: orgId, id: runId, ...release }],
  );
  if (rows.length === 0) return;
  await tx.execute(sql`
    update workflow_runs r set lease = null, lease_until = null, attempts = 0,
      status = case when r.status = 'cancelling' and n.ended_at is null then r.status else n.status end,
      next_at = case when r.status = 'cancelling' and n.ended_at is null then n.updated_at else n.next_at end,
      output = n.output, output_hash = n.output_hash, error = n.error, ended_at = n.ended_at,
      worked_ms = n.worked_ms, updated_at = n.updated_at, has_left = n.status in ('failed', 'cancelled')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(org_id text, id text, status text, output text,
      output_hash text, error jsonb, next_at bigint, ended_at bigint, worked_ms bigint, updated_at bigint)
    where r.org_id = n.org_id and r.id = n.id`);
}

function byOrganisation(writes: readonly RunWrite[]): Map<string, AgentEvent[]> {
  const all = new Map<string, AgentEvent[]>();
  for (const { orgId, events = [] } of writes) {
    if (events.length > 0) all.set(orgId, [...(all.get(orgId) ?? []), ...events]);
  }
  return all;
}

/**
 * Background work on definitions: deployments that wait for a decision or can start, and stops that wait for their last runs.
 * Each step is one transaction under the row lock and writes its next due time to the row, so a process that dies leaves nothing
 * half done and any other process continues.
 */

import type { Db } from '../../../../platform/db/db.ts';
import { isAppError } from '../../../../platform/errors.ts';
import { inLanes } from '../../../../platform/in-lanes.ts';
import type { DefinitionCore } from './core.ts';
import { workflowsAuthor } from './core.ts';
import { assertDeployable, endOf, lookAtTarget, readTarget, stoppedEvent } from './deploying.ts';
import type { WorkflowId } from './store.ts';
import type { WorkflowRow } from './tables.ts';

export interface WorkflowWork {
  /** Continues one workflow in the background. If it cannot be done now, a later sweep finds it. */
  wake(which: WorkflowId): void;
  /** Takes one step for the workflow, if it is due. */
  advance(which: WorkflowId): Promise<void>;
  /** Continues all workflows that are due and reports newly degraded ones. Returns how many were due. */
  sweep(): Promise<number>;
  /** Waits for pending work. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

const maxConcurrent = 8;
const maxDue = 200;
/** Interval of the check for a decision or the end of the last run. */
const againMs = 5_000;
/** Pause after an internal error. */
const afterFaultMs = 30_000;

export function createWorkflowWork(core: DefinitionCore): WorkflowWork {
  const { db, store, clock, log, changes } = core;
  const running = new Set<Promise<void>>();
  const ending = new AbortController();

  const step = (which: WorkflowId): Promise<void> =>
    db.transaction(async (tx) => {
      await changes.hold(tx, which.org_id);
      const row = await store.lock(tx, which.org_id, which.id);
      if (row === undefined || row.next_at === null || row.next_at > clock.now()) return;
      await (row.status === 'stopping' ? finishStopping(core, tx, row) : goOnDeploying(core, tx, row));
    });

  const advance = async (which: WorkflowId): Promise<void> => {
    try {
      await step(which);
    } catch (error) {
      // Nobody waits for an answer: it stays due, a little later.
      log.error({ err: error, workflow: which.id }, 'work on a workflow failed, trying again');
      await store.postpone(db, which, clock.now() + afterFaultMs);
    }
  };

  const begin = (which: WorkflowId): Promise<void> => {
    const work = advance(which)
      .catch((error: unknown) => log.error({ err: error, workflow: which.id }, 'work on a workflow failed'))
      .finally(() => running.delete(work));
    running.add(work);
    return work;
  };

  return {
    advance,
    wake(which) {
      if (!ending.signal.aborted && running.size < maxConcurrent) void begin(which);
    },
    async sweep() {
      const due = await store.listDue(db, clock.now(), maxDue);
      await inLanes(due, maxConcurrent, begin, ending.signal);
      if (!ending.signal.aborted) await publishDegraded(core);
      return due.length;
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
    async close() {
      ending.abort();
      await Promise.all(running);
    },
  };
}

async function finishStopping(core: DefinitionCore, tx: Db, row: WorkflowRow): Promise<void> {
  const now = core.clock.now();
  if ((await core.runs.countOpen(tx, row.org_id, row.id)) > 0) return core.store.postpone(tx, row, now + againMs);
  const stopped = await core.store.change(tx, row, {
    status: 'stopped',
    next_at: null,
    updated_at: now,
    deployment: endOf(row, 'stopped', now),
  });
  await core.note(tx, workflowsAuthor(row.org_id), stopped, {
    action: 'stopped',
    event: stoppedEvent(stopped, 'stopped'),
  });
}

async function goOnDeploying(core: DefinitionCore, tx: Db, row: WorkflowRow): Promise<void> {
  const target = row.target_revision;
  if (target === null) throw new Error('a deployment has a revision');
  const decision = await readDecision(core, tx, row);
  if (decision === 'pending') return core.store.postpone(tx, row, core.clock.now() + againMs);
  if (decision !== 'approved') {
    return fail(core, tx, row, { code: `approval_${decision}`, detail: `the request to deploy it is ${decision}` });
  }
  // Checks everything again: people may decide long after the request.
  const refusal = await findRefusal(core, tx, row, target);
  if (refusal !== undefined) return fail(core, tx, row, refusal);
  const now = core.clock.now();
  await core.store.markDeployed(tx, row.org_id, row.id, target, now);
  const deployed = await core.store.change(tx, row, {
    status: 'running',
    deployed_revision: target,
    target_revision: null,
    approval_id: null,
    next_at: null,
    updated_at: now,
    is_told_degraded: false,
    deployment: row.deployment === null ? null : { ...row.deployment, state: 'running' },
  });
  await core.note(tx, workflowsAuthor(row.org_id), deployed, {
    action: 'running',
    event: { code: 'deployed', level: 'info', message: `workflow ${row.name}: revision ${target} runs` },
  });
}

interface Refusal {
  readonly code: string;
  readonly detail: string;
}

async function findRefusal(
  core: DefinitionCore,
  tx: Db,
  row: WorkflowRow,
  target: number,
): Promise<Refusal | undefined> {
  const found = await lookAtTarget(core, tx, row, await readTarget(core, tx, row, target));
  try {
    assertDeployable(found, core.gatewayUrl());
    return undefined;
  } catch (error) {
    if (!isAppError(error)) throw error;
    const [first] = found.problems;
    const detail = first === undefined ? error.publicText : `${first.pointer}: ${first.message}`;
    return { code: error.code === 'unprocessable' ? 'graph_invalid' : error.code, detail };
  }
}

/** Reads the decision and uses up the approval for this deployment. Takes the last locks of a transaction. */
async function readDecision({ approvals }: DefinitionCore, tx: Db, row: WorkflowRow): Promise<string> {
  if (row.approval_id === null) return 'approved';
  const { status } = await approvals.take(tx, row.org_id, row.approval_id);
  if (status === 'approved') await approvals.use(tx, row.org_id, row.approval_id, row.deployment?.id ?? row.id);
  return status;
}

/** A new revision that cannot be deployed leaves the running one in place. */
async function fail(core: DefinitionCore, tx: Db, row: WorkflowRow, error: Refusal): Promise<void> {
  const now = core.clock.now();
  const failed = await core.store.change(tx, row, {
    status: row.status === 'running' ? 'running' : 'failed',
    target_revision: null,
    approval_id: null,
    next_at: null,
    updated_at: now,
    deployment: endOf(row, 'failed', now, error),
  });
  await core.note(tx, workflowsAuthor(row.org_id), failed, {
    action: 'failed',
    reason: `${error.code}: ${error.detail}`,
    event: { code: 'failed', level: 'warn', message: `workflow ${row.name} could not be deployed: ${error.code}` },
  });
}

/** Reports once that a part of a running workflow does not run. Reports again if it recovered in between. */
async function publishDegraded(core: DefinitionCore): Promise<void> {
  for (const { org_id, id, degraded } of await core.store.listOtherThanTold(core.db, maxDue)) {
    await core.db.transaction(async (tx) => {
      await core.changes.hold(tx, org_id);
      const row = await core.store.lock(tx, org_id, id);
      if (row === undefined || row.status !== 'running' || row.is_told_degraded === degraded) return;
      const told = await core.store.change(tx, row, { is_told_degraded: degraded, updated_at: core.clock.now() });
      if (!degraded) return;
      const message = `workflow ${row.name} runs, but something that it depends on does not`;
      await core.note(tx, workflowsAuthor(org_id), told, {
        action: 'degraded',
        event: { code: 'degraded', level: 'warn', message },
      });
    });
  }
}

/**
 * Works on the runs of all organisations, a limited number at a time: takes due runs under a lease, renews the leases, releases
 * them. Fair: each organisation has a limit, and those with fewer active runs come first. Runs over the limit stay queued in the
 * database.
 */
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/db.ts';
import type { Logger } from '../../../../platform/log.ts';
import { type Plan, planOf } from '../graph/plan.ts';
import type { DeployedWorkflow, StepExecutor, WorkflowDefinitions } from '../ports.ts';
import { type ActiveRun, workOn } from './active-run.ts';
import { maxAttempts } from './constants.ts';
import { type Journal, LeaseLost } from './journal.ts';
import type { RunMetrics } from './metrics.ts';
import { type RunOutcome, toRelease } from './run-end.ts';
import type { RunSelector, WorkflowRunStore } from './store.ts';
import type { StepRow, WorkflowRunRow } from './tables.ts';

export interface RunWork {
  /** Looks for due runs in the background. */
  wake(): void;
  /** Does the same for a run that was asked to end. Acts at once if the run is active here. */
  wakeCancel(runId: string): void;
  /** Starts to work on runs that are due by time or by a decision. */
  look(): Promise<void>;
  /** Takes runs that are due by time or by a decision, and works on them until they wait or end. */
  sweep(): Promise<void>;
  /** Renews the leases of active runs, and checks their status. */
  beat(): Promise<void>;
  /** Waits for active runs. */
  idle(): Promise<void>;
  underWay(): number;
  close(): Promise<void>;
}

export interface RunWorkDeps {
  readonly db: Db;
  readonly store: WorkflowRunStore;
  readonly journal: Journal;
  readonly definitions: WorkflowDefinitions;
  readonly executor: () => StepExecutor;
  readonly clock: Clock;
  readonly log: Logger;
  readonly newStepId: () => string;
  /** Identifies this process at the database. */
  readonly processId: string;
  readonly metrics: Pick<RunMetrics, 'left'>;
  /** Cleans up after runs whose process ended before it could. */
  readonly endLeft: () => Promise<void>;
  /** Called when a run ended here. */
  readonly onEnded: (run: WorkflowRunRow, status: RunOutcome['status']) => Promise<void>;
  /** Runs a function later. Returns its cancellation. */
  readonly later: (run: () => void, delayMs: number) => () => void;
  /** False if the program does nothing by itself (tests): kicks have no effect. */
  readonly isScheduled: boolean;
  readonly bounds?: Partial<RunWorkBounds>;
}

export interface RunWorkBounds {
  readonly inAll: number;
  readonly ofOne: number;
  readonly leaseMs: number;
  /** Time that steps which cannot be aborted have when the process ends. */
  readonly graceMs: number;
}

const defaults: RunWorkBounds = { inAll: 64, ofOne: 16, leaseMs: 30_000, graceMs: 10_000 };
const maxPlans = 200;

interface HeldRun {
  readonly run: WorkflowRunRow & { readonly lease: string };
  renewedAt: number;
  worker: ActiveRun | undefined;
}

type Known = { readonly workflow: DeployedWorkflow; readonly plan: Plan };

export function createRunWork(deps: RunWorkDeps): RunWork {
  const { db, store, journal, definitions, clock, log } = deps;
  const { inAll, ofOne, leaseMs, graceMs } = { ...defaults, ...deps.bounds };
  const activeRuns = new Map<string, HeldRun>();
  const works = new Set<Promise<void>>();
  const known = new Map<string, Known>();
  let claims = 0;
  let isClosed = false;
  let taking: Promise<void> | undefined;
  let isMore = false;

  const findKnown = async ({
    org_id: orgId,
    workflow_id: id,
    revision,
  }: WorkflowRunRow): Promise<Known | undefined> => {
    const key = `${orgId} ${id} ${revision}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const workflow = await definitions.findRevision(db, orgId, id, revision);
    if (workflow === undefined) return undefined;
    const made = { workflow, plan: planOf(workflow.graph) };
    const [oldest] = known.keys();
    if (known.size >= maxPlans && oldest !== undefined) known.delete(oldest);
    known.set(key, made);
    return made;
  };

  /** Ends a run that cannot be worked on. */
  const refuse = async (run: HeldRun['run'], code: string, message: string): Promise<RunOutcome['status']> => {
    const outcome: RunOutcome = { status: 'failed', error: { code, message, step_id: null, node_id: null } };
    const facts = { now: clock.now(), workedMs: run.worked_ms, rows: new Map() };
    const named = { orgId: run.org_id, runId: run.id, lease: run.lease };
    await journal.write({ ...named, steps: [], ...toRelease(run, outcome, facts) });
    return 'failed';
  };

  const workOnOne = async (one: HeldRun, steps: readonly StepRow[]): Promise<RunOutcome['status'] | undefined> => {
    const { run } = one;
    if (run.attempts > maxAttempts) {
      return refuse(run, 'gave_up', `it was started ${maxAttempts} times, and the process ended each time`);
    }
    const [found, status] = await Promise.all([findKnown(run), definitions.statusOf(db, run.org_id, run.workflow_id)]);
    if (found === undefined) return refuse(run, 'workflow_gone', 'its revision no longer exists');
    const isStopped = status !== 'running' && status !== 'deploying';
    const reason = run.cancel_reason ?? 'the workflow was stopped';
    const asked = isStopped ? { ...run, status: 'cancelling' as const, cancel_reason: reason } : run;
    const isHeld = () => clock.now() - one.renewedAt < leaseMs;
    one.worker = workOn(deps, { ...found, run: asked, steps, isHeld });
    if (isClosed) one.worker.giveBack();
    return one.worker.done;
  };

  const begin = (run: HeldRun['run'], steps: readonly StepRow[]): void => {
    const one: HeldRun = { run, renewedAt: clock.now(), worker: undefined };
    activeRuns.set(run.id, one);
    const work: Promise<void> = workOnOne(one, steps)
      .then(async (status) => {
        if (status === undefined) return;
        deps.metrics.left(status);
        await deps.onEnded(run, status);
      })
      // Nobody awaits it: the lease expires, and the next process takes the run.
      .catch((error: unknown) => {
        if (!(error instanceof LeaseLost)) log.error({ err: error, run: run.id }, 'work on a run failed');
      })
      .finally(() => {
        activeRuns.delete(run.id);
        works.delete(work);
        wake();
      });
    works.add(work);
  };

  const countOf = (orgId: string): number => {
    let count = 0;
    for (const { run } of activeRuns.values()) if (run.org_id === orgId) count += 1;
    return count;
  };

  /** Takes as many runs as there is room for. Returns how many. */
  const takeSome = async (): Promise<number> => {
    const room = inAll - activeRuns.size;
    if (isClosed || room <= 0) return 0;
    const organisations = new Set([...activeRuns.values()].map(({ run }) => run.org_id));
    const full = [...organisations].filter((orgId) => countOf(orgId) >= ofOne);
    const due = await store.listDue(db, { ofOne, inAll: inAll * 2, full });
    claims += 1;
    const lease = `${deps.processId}:${claims}`;
    const counts = new Map<string, number>();
    const chosen: RunSelector[] = [];
    for (const which of due) {
      const count = counts.get(which.org_id) ?? countOf(which.org_id);
      if (count >= ofOne || chosen.length === room || activeRuns.has(which.id)) continue;
      counts.set(which.org_id, count + 1);
      chosen.push(which);
    }
    if (chosen.length === 0) return 0;
    // One transaction: runs that are taken but cannot be read would be blocked until their lease expires.
    const { claimed, steps } = await db.transaction(async (tx) => {
      const rows = await store.claim(tx, chosen, { lease, leaseMs });
      const ids = rows.map(({ id }) => id);
      return { claimed: rows, steps: byRun(await store.stepsOf(tx, ids)) };
    });
    for (const run of claimed) begin({ ...run, lease }, steps.get(run.id) ?? []);
    return claimed.length;
  };

  const take = async (): Promise<void> => {
    do {
      isMore = false;
      while ((await takeSome()) > 0);
    } while (isMore);
  };

  const takeDue = (): Promise<void> => {
    isMore = true;
    taking ??= take().finally(() => {
      taking = undefined;
      // Requested while the last look was ending.
      if (isMore) wake();
    });
    return taking;
  };

  const wake = (): void => {
    if (isClosed) return;
    takeDue().catch((error: unknown) => log.error({ err: error }, 'due workflow runs could not be read'));
  };

  const wakeFromOutside = deps.isScheduled ? wake : () => undefined;

  const idle = async (): Promise<void> => {
    while (taking !== undefined || works.size > 0) {
      await taking?.catch(() => undefined);
      await Promise.all(works);
    }
  };

  const beat = async (): Promise<void> => {
    const held = [...activeRuns.values()];
    if (held.length === 0) return;
    const askedAt = clock.now();
    const leases = held.map(({ run: { org_id, id, lease } }) => ({ org_id, id, lease }));
    const renewed = await store.renew(db, leases, leaseMs).catch((error: unknown) => {
      log.warn({ err: error }, 'leases of runs could not be renewed');
      return undefined;
    });
    const statuses = new Map(renewed?.map(({ id, status }) => [id, status]));
    for (const one of held) {
      const status = statuses.get(one.run.id);
      if (status !== undefined) one.renewedAt = askedAt;
      else if (renewed !== undefined || askedAt - one.renewedAt >= leaseMs) one.worker?.lose();
      if (status === 'cancelling') one.worker?.cancel();
      else one.worker?.wake();
    }
  };

  return {
    wake: wakeFromOutside,
    idle,
    beat,
    underWay: () => activeRuns.size,
    wakeCancel(runId) {
      activeRuns.get(runId)?.worker?.cancel();
      wakeFromOutside();
    },
    async look() {
      await store.wakeDecided(db);
      wake();
      await deps.endLeft();
    },
    async sweep() {
      await store.wakeDecided(db);
      await takeDue();
      await idle();
      await deps.endLeft();
    },
    async close() {
      isClosed = true;
      for (const { worker } of activeRuns.values()) worker?.giveBack();
      let cancel = (): void => undefined;
      const grace = new Promise<void>((resolve) => {
        cancel = deps.later(resolve, graceMs);
      });
      await Promise.race([idle(), grace]);
      cancel();
      for (const { worker } of activeRuns.values()) worker?.lose();
      await journal.idle();
    },
  };
}

function byRun(rows: readonly StepRow[]): Map<string, StepRow[]> {
  const runs = new Map<string, StepRow[]>();
  for (const row of rows) {
    const own = runs.get(row.run_id);
    if (own === undefined) runs.set(row.run_id, [row]);
    else own.push(row);
  }
  return runs;
}

/**
 * Works on the runs of all organisations, a limited number at a time: takes due runs under a lease, renews the leases, releases
 * them. Fair: each organisation has a limit, and those with fewer active runs come first. Runs over the limit stay queued in the
 * database.
 */
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/db.ts';
import type { Logger } from '../../../../platform/log.ts';
import { type Plan, planOf } from '../graph/plan.ts';
import type { DeployedWorkflow, StepExecutor, WorkflowDefinitions } from '../seams.ts';
import { type Journal, LeaseLost } from './journal.ts';
import type { RunMetrics } from './metrics.ts';
import { type RunOutcome, toRelease } from './run-end.ts';
import { type RunInHand, workOn } from './run-in-hand.ts';
import type { RunStore, Which } from './store.ts';
import type { RunRow, StepRow } from './tables.ts';
import { mostAttempts } from './words.ts';

export interface RunWork {
  /** Looks for due runs in the background. */
  kick(): void;
  /** Does the same for a run that was asked to end. Acts at once if the run is active here. */
  kickCancel(runId: string): void;
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
  readonly store: RunStore;
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
  readonly onEnded: (run: RunRow, status: RunOutcome['status']) => Promise<void>;
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
const mostPlans = 200;

interface InHand {
  readonly run: RunRow & { readonly lease: string };
  renewedAt: number;
  hand: RunInHand | undefined;
}

type Known = { readonly workflow: DeployedWorkflow; readonly plan: Plan };

export function createRunWork(deps: RunWorkDeps): RunWork {
  const { db, store, journal, definitions, clock, log } = deps;
  const { inAll, ofOne, leaseMs, graceMs } = { ...defaults, ...deps.bounds };
  const inHand = new Map<string, InHand>();
  const works = new Set<Promise<void>>();
  const known = new Map<string, Known>();
  let claims = 0;
  let isClosed = false;
  let taking: Promise<void> | undefined;
  let isMore = false;

  const findKnown = async ({ org_id: orgId, workflow_id: id, revision }: RunRow): Promise<Known | undefined> => {
    const key = `${orgId} ${id} ${revision}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const workflow = await definitions.findRevision(db, orgId, id, revision);
    if (workflow === undefined) return undefined;
    const made = { workflow, plan: planOf(workflow.graph) };
    const [oldest] = known.keys();
    if (known.size >= mostPlans && oldest !== undefined) known.delete(oldest);
    known.set(key, made);
    return made;
  };

  /** Ends a run that cannot be worked on. */
  const refuse = async (run: InHand['run'], code: string, message: string): Promise<RunOutcome['status']> => {
    const outcome: RunOutcome = { status: 'failed', error: { code, message, step_id: null, node_id: null } };
    const facts = { now: clock.now(), workedMs: run.worked_ms, rows: new Map() };
    const named = { orgId: run.org_id, runId: run.id, lease: run.lease };
    await journal.write({ ...named, steps: [], ...toRelease(run, outcome, facts) });
    return 'failed';
  };

  const workOnOne = async (one: InHand, steps: readonly StepRow[]): Promise<RunOutcome['status'] | undefined> => {
    const { run } = one;
    if (run.attempts > mostAttempts) {
      return refuse(run, 'gave_up', `it was begun ${mostAttempts} times and the process ended each time`);
    }
    const [found, status] = await Promise.all([findKnown(run), definitions.statusOf(db, run.org_id, run.workflow_id)]);
    if (found === undefined) return refuse(run, 'workflow_gone', 'the revision that it runs by is no more');
    const isStopped = status !== 'running' && status !== 'deploying';
    const reason = run.cancel_reason ?? 'the workflow was stopped';
    const asked = isStopped ? { ...run, status: 'cancelling' as const, cancel_reason: reason } : run;
    const isHeld = () => clock.now() - one.renewedAt < leaseMs;
    one.hand = workOn(deps, { ...found, run: asked, steps, isHeld });
    if (isClosed) one.hand.giveBack();
    return one.hand.done;
  };

  const begin = (run: InHand['run'], steps: readonly StepRow[]): void => {
    const one: InHand = { run, renewedAt: clock.now(), hand: undefined };
    inHand.set(run.id, one);
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
        inHand.delete(run.id);
        works.delete(work);
        kick();
      });
    works.add(work);
  };

  const countOf = (orgId: string): number => {
    let count = 0;
    for (const { run } of inHand.values()) if (run.org_id === orgId) count += 1;
    return count;
  };

  /** Takes as many runs as there is room for. Returns how many. */
  const takeSome = async (): Promise<number> => {
    const room = inAll - inHand.size;
    if (isClosed || room <= 0) return 0;
    const organisations = new Set([...inHand.values()].map(({ run }) => run.org_id));
    const full = [...organisations].filter((orgId) => countOf(orgId) >= ofOne);
    const due = await store.listDue(db, { ofOne, inAll: inAll * 2, full });
    claims += 1;
    const lease = `${deps.processId}:${claims}`;
    const counts = new Map<string, number>();
    const chosen: Which[] = [];
    for (const which of due) {
      const count = counts.get(which.org_id) ?? countOf(which.org_id);
      if (count >= ofOne || chosen.length === room || inHand.has(which.id)) continue;
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
      if (isMore) kick();
    });
    return taking;
  };

  const kick = (): void => {
    if (isClosed) return;
    takeDue().catch((error: unknown) => log.error({ err: error }, 'runs of workflows could not be looked for'));
  };

  const kickFromOutside = deps.isScheduled ? kick : () => undefined;

  const idle = async (): Promise<void> => {
    while (taking !== undefined || works.size > 0) {
      await taking?.catch(() => undefined);
      await Promise.all(works);
    }
  };

  const beat = async (): Promise<void> => {
    const held = [...inHand.values()];
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
      else if (renewed !== undefined || askedAt - one.renewedAt >= leaseMs) one.hand?.lose();
      if (status === 'cancelling') one.hand?.cancel();
      else one.hand?.wake();
    }
  };

  return {
    ...{ kick: kickFromOutside, idle, beat, underWay: () => inHand.size },
    kickCancel(runId) {
      inHand.get(runId)?.hand?.cancel();
      kickFromOutside();
    },
    async look() {
      await store.wakeDecided(db);
      kick();
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
      for (const { hand } of inHand.values()) hand?.giveBack();
      let cancel = (): void => undefined;
      const grace = new Promise<void>((resolve) => {
        cancel = deps.later(resolve, graceMs);
      });
      await Promise.race([idle(), grace]);
      cancel();
      for (const { hand } of inHand.values()) hand?.lose();
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

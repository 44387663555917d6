/** Wires the runs of workflows. */

import type { Registry } from 'prom-client';
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { createId, type RandomBytes } from '../../../../platform/ids.ts';
import type { Logger } from '../../../../platform/log.ts';
import { schedule } from '../../../../platform/schedule.ts';
import type { Audit } from '../../../base/audit-log/append.ts';
import type { BackgroundWork } from '../../../base/background-work.ts';
import type { Events } from '../../../base/events/append.ts';
import { createLateBound } from '../../../base/late-bound.ts';
import { startScheduled } from '../../../base/scheduled.ts';
import type { NestedRuns, StepExecutor, WorkflowDefinitions, WorkflowRuns } from '../ports.ts';
import type { WithdrawApproval } from '../steps/withdraw-approvals.ts';
import { createRunCleanup, type RunCleanup } from './cleanup.ts';
import { createJournal } from './journal.ts';
import { createRunMetrics } from './metrics.ts';
import { retainRuns } from './retention.ts';
import { createRunService, type RunApi } from './service.ts';
import { createRunStarts } from './start.ts';
import { createWorkflowRunStore, type WorkflowRunStore } from './store.ts';
import { createRunWork, type RunWork, type RunWorkBounds } from './work.ts';

/** Services of runs for the rest of the verifier. */
export interface WorkflowRunServices {
  readonly workflowRuns: WorkflowRuns;
  readonly workflowRunApi: RunApi;
  /** Runs due work when tests ask for it. */
  readonly workflowRunWork: RunWork;
}

export interface WorkflowRunDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  readonly registry: Registry;
  readonly events: Events;
  readonly audit: Audit;
  /** True if the program works by itself. */
  readonly isScheduled: boolean;
  readonly definitions: WorkflowDefinitions;
  /** Called at first use: the executor is created after the runs, because it starts nested ones. */
  readonly executor: () => StepExecutor;
  readonly withdraw: WithdrawApproval;
  readonly bounds?: Partial<RunWorkBounds>;
}

/** Each process looks for due work; leases say which process works on which run. */
const everyMs = 2_000;
const beatMs = 10_000;

export function createWorkflowRunServices(deps: WorkflowRunDeps): WorkflowRunServices & {
  readonly nestedRuns: NestedRuns;
  readonly holdOpen: WorkflowRunStore['holdOpen'];
  readonly backgroundWork: BackgroundWork;
} {
  const { db, clock, randomBytes, events, audit, log } = deps;
  const store = createWorkflowRunStore({ clock });
  const metrics = createRunMetrics(deps.registry, () => work.underWay());
  const journal = createJournal({ db, events, sleep, onCommit: metrics.committed, onSteps: metrics.steps });
  // The run work cleans up after runs through the service, which is created later.
  const cleanup = createLateBound<RunCleanup>('the leftovers of runs');
  const work = createRunWork({
    ...deps,
    store,
    journal,
    later: schedule,
    metrics,
    processId: createId('prc', clock, randomBytes),
    newStepId: () => createId('wfs', clock, randomBytes),
    endLeft: () => cleanup.get().sweep(),
    async onEnded(run, status) {
      if (status === 'failed' || status === 'cancelled') await cleanup.get().endOf(run);
      const isEnd = status === 'failed' || status === 'cancelled' || status === 'succeeded';
      if (run.parent_run_id !== null && isEnd) await store.wake(db, { org_id: run.org_id, id: run.parent_run_id });
    },
  });
  const starts = createRunStarts({ store, definitions: deps.definitions, events, clock, randomBytes });
  const service = createRunService({ db, store, starts, events, audit, clock, work });
  cleanup.bind(createRunCleanup({ db, store, cancelNested: service.cancelNested, withdraw: deps.withdraw, log }));
  const timer = (name: string, intervalMs: number, run: () => Promise<void>) =>
    startScheduled({
      name,
      intervalMs: deps.isScheduled ? intervalMs : 0,
      schedule,
      clock,
      log,
      work: run,
      claim: async () => true,
    });
  const timers = [timer('runs of workflows', everyMs, work.look), timer('leases of runs', beatMs, work.beat)];
  return {
    holdOpen: store.holdOpen,
    workflowRuns: service.runs,
    workflowRunApi: service.api,
    workflowRunWork: work,
    nestedRuns: service.nested,
    backgroundWork: {
      async close() {
        await work.close();
        for (const one of timers) await one.close();
      },
      chores: [() => retainRuns({ db, store, clock })],
    },
  };
}

const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    schedule(resolve, ms);
  });

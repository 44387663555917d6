/** The API of runs, and their interface for deployments and nested workflows. */
import { findBoundViolation } from '@assay/sdk/contract';
import type {
  RunRequest,
  RunStepView,
  RunView,
  RunWithSteps,
  StepResolve,
} from '../../../../contract/api/workflows/run-shapes.ts';
import type { RunStatus } from '../../../../contract/api/workflows/states.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { afterCommit } from '../../../../platform/db/after-commit.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { AppError } from '../../../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../../../platform/http/page.ts';
import type { Audit } from '../../../base/audit-log/append.ts';
import type { Author } from '../../../base/control/author.ts';
import type { Events } from '../../../base/events/append.ts';
import type { NestedRunState, NestedRuns, WorkflowRuns } from '../ports.ts';
import { isEnded, valueBounds } from './constants.ts';
import { runEvent } from './run-events.ts';
import { hashValue } from './run-steps.ts';
import type { RunStarts } from './start.ts';
import type { WorkflowRunStore } from './store.ts';
import type { StepRow, WorkflowRunRow } from './tables.ts';
import { toRunView, toRunWithSteps, toStepView } from './views.ts';
import type { RunWork } from './work.ts';

export interface RunApi {
  /** Runs in the caller's transaction. @throws AppError as `RunStarts.startIn`. */
  startIn(tx: Db, author: Author, workflowId: string, request: RunRequest): Promise<RunView>;
  /** @throws AppError `not_found`, as do the methods below. */
  get(author: Author, workflowId: string, id: string, stepsAfter?: string): Promise<RunWithSteps>;
  list(author: Author, workflowId: string, status: RunStatus | undefined, page: PageStart): Promise<Page<RunView>>;
  /** Returns the same answer for a run that is already cancelled. @throws AppError `conflict` for one that ended otherwise. */
  cancel(author: Author, workflowId: string, id: string, reason: string | undefined): Promise<RunView>;
  /** Records a person's decision about a step. @throws AppError `conflict` for a step that is not `unknown`, `unprocessable`. */
  resolve(
    author: Author,
    workflowId: string,
    which: { readonly runId: string; readonly stepId: string },
    answer: StepResolve,
  ): Promise<RunStepView>;
}

export interface RunServiceDeps {
  readonly db: Db;
  readonly store: WorkflowRunStore;
  readonly starts: RunStarts;
  readonly events: Pick<Events, 'append' | 'appendMany'>;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly work: Pick<RunWork, 'wake' | 'wakeCancel'>;
}

export interface RunService {
  readonly api: RunApi;
  readonly runs: WorkflowRuns;
  readonly nested: NestedRuns;
  /** Cancels the runs nested in a run that did not succeed. */
  cancelNested(run: Pick<WorkflowRunRow, 'org_id' | 'id' | 'started_by'>, reason: string): Promise<void>;
}

/** Steps in one answer. */
const stepLimit = 500;

export function createRunService(deps: RunServiceDeps): RunService {
  const { db, store, starts, events, audit, clock, work } = deps;

  const find = async (
    from: Db,
    orgId: string,
    workflowId: string,
    id: string,
    isHeld = false,
  ): Promise<WorkflowRunRow> => {
    const run = await (isHeld ? store.lock(from, orgId, id) : store.find(from, orgId, id));
    if (run !== undefined && run.workflow_id === workflowId) return run;
    const detail = 'there is no such run of this workflow';
    throw new AppError('not_found', detail, { detail });
  };

  /** Ends the run or asks its worker to, with its nested runs. Returns those that were ended or asked. */
  const cancelIn = async (
    tx: Db,
    run: WorkflowRunRow,
    by: string,
    reason: string | null,
  ): Promise<WorkflowRunRow[]> => {
    const now = clock.now();
    const isHeld = run.lease !== null && run.lease_until !== null && run.lease_until > now;
    // Steps that a process left in progress are checked by the process that takes the run.
    const isIdle = run.status === 'queued' || run.status === 'waiting' || run.status === 'interrupted';
    const said = { cancelled_by: by, cancel_reason: reason, updated_at: now };
    const ended = {
      ...({ status: 'cancelled', ended_at: now, next_at: null, lease: null, lease_until: null } as const),
      has_left: true,
    };
    const asked = { status: 'cancelling', next_at: now } as const;
    const change = isIdle && !isHeld ? ended : asked;
    const cancelled = await store.update(tx, run, { ...said, ...change });
    if (cancelled.status === 'cancelled') await store.skipWaiting(tx, run.org_id, run.id);
    afterCommit(tx, () => work.wakeCancel(run.id));
    const all = [cancelled];
    for (const nested of await store.lockOpen(tx, run.org_id, { parentRunId: run.id })) {
      all.push(...(await cancelIn(tx, nested, by, 'the outer run was cancelled')));
    }
    return all;
  };

  const tell = async (tx: Db, orgId: string, runs: readonly WorkflowRunRow[]): Promise<void> => {
    const ended = runs.filter(({ status }) => status === 'cancelled');
    const told = ended.map((run) => runEvent(run, 'cancelled', { by: run.cancelled_by, reason: run.cancel_reason }));
    await events.appendMany(tx, orgId, told);
  };

  const api: RunApi = {
    async startIn(tx, author, workflowId, { input, trace_id: traceId }) {
      const run = await starts.startIn(tx, { orgId: author.orgId, workflowId, input, startedBy: author.user, traceId });
      await audit.append(tx, author, {
        action: 'workflow.run_started',
        resourceType: 'workflow',
        resourceId: workflowId,
        details: { run_id: run.id, revision: run.revision, input_hash: run.input_hash },
      });
      afterCommit(tx, work.wake);
      return toRunView(run);
    },
    async get({ orgId }, workflowId, id, stepsAfter = '') {
      const run = await find(db, orgId, workflowId, id);
      return toRunWithSteps(run, await store.stepPage(db, orgId, id, stepsAfter, stepLimit), stepLimit);
    },
    async list({ orgId }, workflowId, status, page) {
      return toPage(await store.list(db, orgId, workflowId, status, page), page.limit, toRunView);
    },
    cancel: (author, workflowId, id, reason) =>
      db.transaction(async (tx) => {
        const run = await find(tx, author.orgId, workflowId, id, true);
        if (run.status === 'cancelled' || run.status === 'cancelling') return toRunView(run);
        if (isEnded(run.status)) {
          const detail = `the run has already ${run.status}`;
          throw new AppError('conflict', detail, { detail, extensions: { reason: 'run_ended' } });
        }
        const all = await cancelIn(tx, run, author.user, reason ?? null);
        await tell(tx, author.orgId, all);
        await audit.append(tx, author, {
          action: 'workflow.run_cancelled',
          resourceType: 'workflow',
          resourceId: workflowId,
          details: { run_id: id, ...(reason === undefined ? {} : { reason }) },
        });
        return toRunView(all[0] ?? run);
      }),
    resolve: (author, workflowId, { runId, stepId }, answer) =>
      db.transaction(async (tx) => {
        const run = await find(tx, author.orgId, workflowId, runId, true);
        const step = await store.findStep(tx, author.orgId, runId, stepId);
        if (step === undefined) {
          const detail = 'there is no such step of this run';
          throw new AppError('not_found', detail, { detail });
        }
        if (step.status !== 'unknown' || run.status !== 'interrupted') {
          const detail = `the step is ${step.status} and the run is ${run.status}: only an unknown step of an interrupted run can be resolved`;
          throw new AppError('conflict', detail, { detail, extensions: { reason: 'step_not_unknown' } });
        }
        const change = resolved(answer, author.user, clock.now());
        await store.updateStep(tx, step, change);
        const steps = await store.steps(tx, author.orgId, runId);
        // The last decision lets the run continue.
        if (!steps.some(({ status }) => status === 'unknown')) {
          await store.update(tx, run, { status: 'running', next_at: clock.now(), updated_at: clock.now() });
          afterCommit(tx, work.wake);
        }
        await audit.append(tx, author, {
          action: 'workflow.step_resolved',
          resourceType: 'workflow',
          resourceId: workflowId,
          details: { run_id: runId, step_id: stepId, node_id: step.node_id, ...toDetails(answer, change) },
        });
        return toStepView({ ...step, ...change });
      }),
  };

  const runs: WorkflowRuns = {
    countOpen: (from, orgId, workflowId) => store.countOpen(from, orgId, workflowId),
    async cancelAll(tx, author, workflowId, reason) {
      const open = await store.lockOpen(tx, author.orgId, { workflowId });
      const all: WorkflowRunRow[] = [];
      for (const run of open) {
        if (run.status !== 'cancelling') all.push(...(await cancelIn(tx, run, author.user, reason)));
      }
      await tell(tx, author.orgId, all);
      return open.length;
    },
  };

  const nested: NestedRuns = {
    async start({ orgId, workflowId, input, parentRunId, parentStepId, ...call }) {
      const known = await store.findByParentStep(db, orgId, parentStepId);
      if (known !== undefined) return toNested(known);
      const parent = { runId: parentRunId, stepId: parentStepId, depth: call.depth };
      const { traceId, startedBy } = call;
      const made = await db.transaction(async (tx) => {
        // Locks the outer run: its cancellation waits for this one, or comes first.
        const around = await store.lock(tx, orgId, parentRunId);
        const again = await store.findByParentStep(tx, orgId, parentStepId);
        if (again !== undefined) return again;
        if (around === undefined || isEnded(around.status) || around.status === 'cancelling') {
          const detail = 'the outer run has ended';
          throw new AppError('conflict', detail, { detail, extensions: { reason: 'run_ended' } });
        }
        const run = await starts.startIn(tx, { orgId, workflowId, input, startedBy, traceId, parent });
        afterCommit(tx, work.wake);
        return run;
      });
      return toNested(made);
    },
    async find(orgId, runId) {
      const run = await store.find(db, orgId, runId);
      return run === undefined ? undefined : toNested(run);
    },
  };

  return {
    api,
    runs,
    nested,
    cancelNested: (run, reason) =>
      db.transaction(async (tx) => {
        const all: WorkflowRunRow[] = [];
        for (const one of await store.lockOpen(tx, run.org_id, { parentRunId: run.id })) {
          if (one.status !== 'cancelling') all.push(...(await cancelIn(tx, one, run.started_by, reason)));
        }
        await tell(tx, run.org_id, all);
      }),
  };
}

function toNested({ id: runId, status, output, error }: WorkflowRunRow): NestedRunState {
  const ended = status === 'succeeded' || status === 'failed' || status === 'cancelled' ? status : 'open';
  return {
    runId,
    status: ended,
    output: output === null ? null : JSON.parse(output),
    error: error === null ? null : { code: error.code, message: error.message },
  };
}

/** Gives the row of a step after a person's decision. @throws AppError `unprocessable`. */
function resolved({ outcome, output = null, comment }: StepResolve, user: string, now: number): Partial<StepRow> {
  const none = { waiting_for: null, waiting_id: null, waiting_until: null, resolved_by: user };
  switch (outcome) {
    case 'succeeded': {
      const problem = findBoundViolation(output, valueBounds);
      if (problem !== undefined) {
        const detail = `the output ${problem}`;
        throw new AppError('unprocessable', detail, { detail, errors: [{ pointer: '/output', message: problem }] });
      }
      const kept = { output: JSON.stringify(output), output_hash: hashValue(output), port: 'out' };
      return { ...none, ...kept, status: 'succeeded', error: null, ended_at: now };
    }
    case 'failed':
      return { ...none, status: 'failed', error: { code: 'resolved_failed', message: comment }, ended_at: now };
    case 'retry':
      return { ...none, status: 'waiting', waiting_for: 'retry', waiting_until: now, error: null };
  }
}

function toDetails({ outcome, comment }: StepResolve, { output_hash: hash }: Partial<StepRow>) {
  return { outcome, comment, ...(hash === undefined ? {} : { output_hash: hash }) };
}

/** Starts runs: for people, and for steps of type workflow. */
import { findBoundViolation } from '@assay/sdk/contract';
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { AppError } from '../../../../platform/errors.ts';
import { createId, type RandomBytes } from '../../../../platform/ids.ts';
import type { Events } from '../../../base/events/append.ts';
import { readInputConfig } from '../graph/node-config.ts';
import type { DeployedWorkflow, WorkflowDefinitions } from '../ports.ts';
import { maxDepth, maxOpenRuns, valueBounds } from './constants.ts';
import { runEvent } from './run-events.ts';
import { hashValue } from './run-steps.ts';
import type { NewWorkflowRun, WorkflowRunStore } from './store.ts';
import type { WorkflowRunRow } from './tables.ts';

export interface RunStart {
  readonly orgId: string;
  readonly workflowId: string;
  readonly input: unknown;
  readonly startedBy: string;
  readonly traceId?: string | undefined;
  readonly parent?: { readonly runId: string; readonly stepId: string; readonly depth: number };
}

export interface RunStarts {
  /**
   * Creates a queued run in the caller's transaction.
   * @throws AppError `conflict` with `reason` `workflow_not_running`, `unprocessable` for an input that does not fit,
   * `too_many_requests`.
   */
  startIn(tx: Db, start: RunStart): Promise<WorkflowRunRow>;
}

export interface RunStartDeps {
  readonly store: WorkflowRunStore;
  readonly definitions: Pick<WorkflowDefinitions, 'findRunning'>;
  readonly events: Pick<Events, 'append'>;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

export function createRunStarts({ store, definitions, events, clock, randomBytes }: RunStartDeps): RunStarts {
  return {
    async startIn(tx, start) {
      const workflow = await definitions.findRunning(tx, start.orgId, start.workflowId);
      if (workflow === undefined) {
        const detail = 'the workflow is not running: deploy it first';
        throw new AppError('conflict', detail, { detail, extensions: { reason: 'workflow_not_running' } });
      }
      assertInput(workflow, start.input);
      if ((start.parent?.depth ?? 0) > maxDepth) {
        const detail = `workflows are nested at most ${maxDepth} deep`;
        throw new AppError('unprocessable', detail, { detail });
      }
      if ((await store.countOpen(tx, start.orgId)) >= maxOpenRuns) {
        const detail = `this organisation has ${maxOpenRuns} open runs: wait, or cancel some`;
        throw new AppError('too_many_requests', detail, { detail, retryAfterS: 60 });
      }
      const traceId = start.traceId ?? Buffer.from(randomBytes(16)).toString('hex');
      const id = createId('wfr', clock, randomBytes);
      const run = await store.insert(tx, toRow({ ...start, traceId }, workflow, { id, now: clock.now() }));
      await events.append(tx, start.orgId, runEvent(run, 'started', { input_hash: run.input_hash }));
      return run;
    },
  };
}

function toRow(
  { parent, ...start }: RunStart & { readonly traceId: string },
  { orgId, workspaceId, id: workflowId, revision, agentId }: DeployedWorkflow,
  { id, now }: { readonly id: string; readonly now: number },
): NewWorkflowRun {
  return {
    org_id: orgId,
    id,
    workflow_id: workflowId,
    workspace_id: workspaceId,
    revision,
    agent_id: agentId,
    status: 'queued',
    input: JSON.stringify(start.input),
    input_hash: hashValue(start.input),
    output: null,
    output_hash: null,
    error: null,
    trace_id: start.traceId,
    started_by: start.startedBy,
    parent_run_id: parent?.runId ?? null,
    parent_step_id: parent?.stepId ?? null,
    depth: parent?.depth ?? 0,
    cancelled_by: null,
    cancel_reason: null,
    lease: null,
    lease_until: null,
    attempts: 0,
    next_at: now,
    worked_ms: 0,
    created_at: now,
    begun_at: null,
    updated_at: now,
    ended_at: null,
    payload_removed_at: null,
    has_left: false,
  };
}

/** @throws AppError `unprocessable` with the pointer. */
function assertInput({ graph }: DeployedWorkflow, input: unknown): void {
  const node = graph.nodes.find(({ type }) => type === 'input');
  const isText = node !== undefined && readInputConfig(node).type === 'text';
  const problem = isText && typeof input !== 'string' ? 'must be text' : findBoundViolation(input, valueBounds);
  if (problem === undefined) return;
  const detail = `the input ${problem}`;
  throw new AppError('unprocessable', detail, { detail, errors: [{ pointer: '/input', message: problem }] });
}

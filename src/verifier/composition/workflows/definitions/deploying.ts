/** Starts deployments and stops. `work.ts` finishes them. */

import type { Workflow } from '../../../../contract/api/workflows/shapes.ts';
import { afterCommit } from '../../../../platform/db/after-commit.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { AppError, isAppError } from '../../../../platform/errors.ts';
import { createId } from '../../../../platform/ids.ts';
import { type Author, createAuthor } from '../../../base/control/author.ts';
import { type DefinitionCore, workflowConflict } from './core.ts';
import type { InactiveMember, ReferenceFindings } from './references.ts';
import { lockAt, notValid, type WorkflowApi } from './service.ts';
import type { WorkflowId } from './store.ts';
import type { WorkflowRevisionRow, WorkflowRow } from './tables.ts';

export interface WorkflowDeploying {
  /**
   * Starts to deploy the draft; does nothing if it already runs. @throws AppError `unprocessable` with pointers,
   * `member_not_active`, `gateway_unknown`, `workflowConflict` (`reason` `deploying`, `stopping`), `precondition_failed`.
   */
  deploy(author: Author, id: string, revision: number | undefined): Promise<Workflow>;
  /**
   * Stops the workflow or its pending deployment. Does nothing if it is stopped. @throws AppError `workflowConflict` (`not_deployed`).
   */
  stop(author: Author, id: string, revision: number | undefined): Promise<Workflow>;
}

export interface WorkflowDeployingDeps {
  readonly core: DefinitionCore;
  readonly api: Pick<WorkflowApi, 'show'>;
  /** Continues the work in the background. */
  readonly wake: (which: WorkflowId) => void;
}

export function createWorkflowDeploying({ core, api, wake }: WorkflowDeployingDeps): WorkflowDeploying {
  const { db, store, clock, changes } = core;
  return {
    deploy: (author, id, revision) =>
      db.transaction(async (tx) => {
        await changes.hold(tx, author.orgId);
        const row = await lockAt(core, tx, author, id, revision);
        if (row.target_revision !== null)
          throw workflowConflict('deploying', 'the workflow is being deployed: wait, or stop it');
        if (row.status === 'stopping')
          throw workflowConflict('stopping', 'the workflow is being stopped: wait until it has stopped');
        if (row.status === 'running' && row.deployed_revision === row.draft_revision) return api.show(tx, row);
        const draft = await readTarget(core, tx, row, row.draft_revision);
        assertDeployable(await lookAtTarget(core, tx, row, draft), core.gatewayUrl());
        const deploying = await begin(core, tx, author, row);
        afterCommit(tx, () => wake(deploying));
        return api.show(tx, deploying);
      }),
    stop: (author, id, revision) =>
      db.transaction(async (tx) => {
        await changes.hold(tx, author.orgId);
        const row = await lockAt(core, tx, author, id, revision);
        if (row.status === 'stopped' || row.status === 'stopping') return api.show(tx, row);
        if (row.status === 'draft' || row.status === 'failed') {
          throw workflowConflict('not_deployed', `the workflow is ${row.status}: there is nothing to stop`);
        }
        const isRunning = row.status === 'running';
        // Taken before the approval is dropped: its event and audit entry take the last locks of a transaction.
        const now = clock.now();
        const stopped = await store.change(tx, row, {
          status: isRunning ? 'stopping' : 'stopped',
          target_revision: null,
          approval_id: null,
          asked_by: author.user,
          next_at: isRunning ? now : null,
          updated_at: now,
          is_told_degraded: false,
          deployment: endOf(row, isRunning ? 'stopping' : 'cancelled', isRunning ? null : now),
        });
        if (isRunning) await core.runs.cancelAll(tx, author, id, 'the workflow is stopped');
        const shown = await api.show(tx, stopped);
        await dropRequest(core, tx, author, row);
        const reason = isRunning ? undefined : 'it was being deployed';
        await core.note(tx, author, stopped, {
          action: stopped.status,
          ...(reason === undefined ? {} : { reason, event: stoppedEvent(stopped, 'the deployment was cancelled') }),
        });
        if (isRunning) afterCommit(tx, () => wake(stopped));
        return shown;
      }),
  };
}

export function stoppedEvent({ name }: WorkflowRow, message: string) {
  return { code: 'stopped', level: 'info', message: `workflow ${name}: ${message}` } as const;
}

/** Gives the deployment record after it ended. */
export function endOf(
  { deployment }: WorkflowRow,
  state: 'stopping' | 'stopped' | 'cancelled' | 'failed',
  stoppedAt: number | null,
  error: { readonly code: string; readonly detail: string } | null = null,
): WorkflowRow['deployment'] {
  return deployment === null ? null : { ...deployment, state, stopped_at: stoppedAt, error };
}

export async function readTarget(
  { store }: Pick<DefinitionCore, 'store'>,
  db: Db,
  row: WorkflowRow,
  revision: number,
): Promise<WorkflowRevisionRow> {
  const target = await store.findRevision(db, row.org_id, row.id, revision);
  if (target === undefined) throw new Error('the deployed revision is missing');
  return target;
}

export function lookAtTarget(
  core: DefinitionCore,
  db: Db,
  row: WorkflowRow,
  { agent_id: agentId, graph }: WorkflowRevisionRow,
): Promise<ReferenceFindings> {
  return core.findAllProblems(db, { orgId: row.org_id, workflowId: row.id, agentId, graph });
}

/** @throws AppError `unprocessable`, `member_not_active`, `gateway_unknown`. */
export function assertDeployable({ problems, inactive }: ReferenceFindings, gatewayUrl: string | undefined): void {
  if (problems.length > 0) throw notValid(problems);
  if (inactive.length > 0) throw notActive(inactive);
  if (gatewayUrl !== undefined) return;
  const detail = 'no gateway for steps is known: set VERIFIER_GATEWAY_URL';
  throw new AppError('gateway_unknown', detail, { detail });
}

function notActive(members: readonly InactiveMember[]): AppError {
  const named = members.slice(0, 10).map(({ agent_id, agent_status }) => `${agent_id} (${agent_status})`);
  const detail = `agents in it are not active: ${named.join(', ')}`;
  return new AppError('member_not_active', detail, { detail, extensions: { members } });
}

async function begin(core: DefinitionCore, tx: Db, author: Author, row: WorkflowRow): Promise<WorkflowRow> {
  const { clock, randomBytes, store } = core;
  const { workflow_approval: isAsked } = await core.workspaces.getOrganization(
    ...[tx, createAuthor(author.orgId, 'workflows'), author.orgId],
  );
  const now = clock.now();
  const target = row.draft_revision;
  const approval = isAsked ? await ask(core, tx, author, row) : undefined;
  const deploying = await store.change(tx, row, {
    // The old revision runs until the new one replaces it.
    status: row.status === 'running' ? 'running' : 'deploying',
    target_revision: target,
    approval_id: approval ?? null,
    asked_by: author.user,
    next_at: now,
    updated_at: now,
    deployment: {
      id: createId('wfd', clock, randomBytes),
      revision: target,
      state: 'deploying',
      started_at: now,
      stopped_at: null,
      error: null,
    },
  });
  await core.note(tx, author, deploying, { action: 'deploying' });
  return deploying;
}

async function ask({ approvals }: DefinitionCore, tx: Db, author: Author, row: WorkflowRow): Promise<string> {
  const { id } = await approvals.create(tx, author, {
    kind: 'workflow_deploy',
    workspaceId: row.workspace_id,
    resource: row.id,
    action: 'deploy',
    ...(row.agent_id === null ? {} : { agentId: row.agent_id }),
    requested: {},
    risk: 'medium',
    display: {
      title: `Deploy workflow ${row.name}, revision ${row.draft_revision}`.slice(0, 300),
      lines: [
        { label: 'Workflow', value: row.id },
        { label: 'Revision', value: String(row.draft_revision) },
        { label: 'Graph', value: row.graph_digest },
      ],
    },
  });
  return id;
}

/** Withdraws an approval request that is no longer needed. A request of another requester expires without effect. */
async function dropRequest({ approvals }: DefinitionCore, tx: Db, author: Author, row: WorkflowRow): Promise<void> {
  if (row.approval_id === null) return;
  const { status } = await approvals.take(tx, row.org_id, row.approval_id);
  if (status !== 'pending') return;
  await approvals.cancel(tx, author, row.approval_id, 'the deployment was stopped').catch((error: unknown) => {
    if (!isAppError(error, 'forbidden') && !isAppError(error, 'not_found')) throw error;
  });
}

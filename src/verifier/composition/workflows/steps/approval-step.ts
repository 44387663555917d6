/** Node `human_approval`: people decide whether the run continues. Makes one request for each step, however often it starts. */
import { sha256Hex } from '@assay/sdk/crypto';
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { isAppError } from '../../../../platform/errors.ts';
import { type Author, createAuthor } from '../../../base/control/author.ts';
import type { ControlChanges } from '../../../base/control/changes.ts';
import type { Approvals, NewApproval } from '../../../delegation/approvals/ports.ts';
import type { ApprovalRow } from '../../../delegation/approvals/tables.ts';
import { type HumanApprovalConfig, readHumanApprovalConfig } from '../graph/node-config.ts';
import type { StepCall, StepEnd } from '../ports.ts';
import { approvalPollMs } from './ask-gateway.ts';
import { done, failed, type Step, type TakeStep, textOf, waitFor } from './step.ts';

export interface ApprovalStepDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly changes: Pick<ControlChanges, 'hold'>;
  readonly approvals: Pick<Approvals, 'create' | 'findByBinding' | 'use'>;
  /** False for an ended run. An open run cannot end before the transaction does. */
  readonly holdOpen: (tx: Db, orgId: string, runId: string) => Promise<boolean>;
}

/** Pause while too many requests are pending. */
const roomAgainMs = 60_000;

export function createApprovalStep({ db, clock, changes, approvals, holdOpen }: ApprovalStepDeps): TakeStep {
  /** Finds or creates the request of this step, and uses up its approval. */
  const settle = (call: StepCall): Promise<ApprovalRow | undefined> =>
    db.transaction(async (tx) => {
      const { orgId } = call;
      await changes.hold(tx, orgId);
      // A process that lost the run must not create a request: nobody would withdraw it.
      if (!(await holdOpen(tx, orgId, call.runId))) return undefined;
      const known = await approvals.findByBinding(tx, orgId, bindingOf(call.runId, call.node.id, call.turn));
      if (known === undefined) return approvals.create(tx, workflowsAuthor(orgId), toRequest(call));
      const isUsable = known.status === 'approved' && (known.approved_until ?? 0) > clock.now();
      return isUsable || known.used_by === call.stepId ? approvals.use(tx, orgId, known.id, call.stepId) : known;
    });

  return async (step) => {
    try {
      const row = await settle(step.call);
      return row === undefined ? failed(step, 'run_ended', 'the run ended before it') : toEnd(step, row, clock.now());
    } catch (error) {
      if (!isAppError(error, 'too_many_requests')) throw error;
      return waitFor(step, { for: 'retry', id: null }, clock.now() + roomAgainMs);
    }
  };
}

function toEnd(step: Step, row: ApprovalRow, now: number): StepEnd {
  const { input, stepId } = step.call;
  if (row.status === 'pending') {
    return waitFor(step, { for: 'approval', id: row.id }, Math.min(row.expires_at, now + approvalPollMs));
  }
  // An approval that was not used in time does not count: the engine stood still too long.
  return done(step, input, row.used_by === stepId ? 'approved' : 'denied');
}

/** Identifies the step, not its attempt. */
export function bindingOf(runId: string, nodeId: string, turn: readonly number[]): string {
  return sha256Hex(JSON.stringify(['workflow_step', runId, nodeId, turn]));
}

/** The author of the program's own requests. */
export function workflowsAuthor(orgId: string): Author {
  return { ...createAuthor(orgId, 'workflows'), isDeployment: false };
}

function toRequest(call: StepCall): NewApproval {
  const { agentId, workspaceId, startedBy, workflowId, node } = call;
  const config = readHumanApprovalConfig(node);
  const { approvers, quorum, risk = 'medium', waits_for_s: waitsForS } = config;
  return {
    kind: 'workflow_step',
    workspaceId,
    resource: workflowId,
    action: node.id,
    requested: {},
    risk,
    // The user who started the run must not decide on it.
    requesterIds: [startedBy],
    ...(agentId === null ? {} : { agentId }),
    ...(approvers === undefined ? {} : { approvers }),
    ...(quorum === undefined ? {} : { quorum }),
    ...(waitsForS === undefined ? {} : { waitsForS }),
    bindingHash: bindingOf(call.runId, node.id, call.turn),
    display: toDisplay(call, config),
  };
}

const longestTitle = 300;

/** No payload: users with read access to workflows see it at the run. */
function toDisplay(call: StepCall, { message }: HumanApprovalConfig): NewApproval['display'] {
  const { workflowId, revision, runId, node, startedBy, input } = call;
  const isShort = message.length <= longestTitle;
  const lines = [
    ...(isShort ? [] : [['Message', message] as const]),
    ...([['Workflow', `${workflowId} at revision ${revision}`]] as const),
    ...([['Run', runId] as const, ['Step', node.id] as const, ['Started by', startedBy] as const] as const),
    ['Input hash', `sha256:${sha256Hex(textOf(input))}`] as const,
  ];
  return {
    title: isShort ? message : `${message.slice(0, longestTitle - 1).toWellFormed()}…`,
    lines: lines.map(([label, value]) => ({ label, value })),
  };
}

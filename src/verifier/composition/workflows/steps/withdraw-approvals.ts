/**
 * Withdraws approval requests of a run's steps once the run has ended, as they have no effect any more. Requests made by gateways
 * stay until they expire.
 */
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/db.ts';
import type { ControlChanges } from '../../../base/control/changes.ts';
import type { Approvals } from '../../../delegation/approvals/ports.ts';
import { bindingOf, workflowsAuthor } from './approval-step.ts';

export interface AskedStep {
  readonly orgId: string;
  readonly runId: string;
  readonly nodeId: string;
  readonly turn: readonly number[];
}

/** Withdraws the request of a step, if it is open. Repeating it is safe. */
export type WithdrawApproval = (step: AskedStep) => Promise<void>;

export interface WithdrawApprovalDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly changes: Pick<ControlChanges, 'hold'>;
  readonly approvals: Pick<Approvals, 'findByBinding' | 'cancel'>;
}

export function createWithdrawApproval({ db, clock, changes, approvals }: WithdrawApprovalDeps): WithdrawApproval {
  return ({ orgId, runId, nodeId, turn }) =>
    db.transaction(async (tx) => {
      await changes.hold(tx, orgId);
      const asked = await approvals.findByBinding(tx, orgId, bindingOf(runId, nodeId, turn));
      // An expired request needs no withdrawal.
      if (asked === undefined || asked.status !== 'pending' || asked.expires_at <= clock.now()) return;
      await approvals.cancel(tx, workflowsAuthor(orgId), asked.id, 'the run ended');
    });
}

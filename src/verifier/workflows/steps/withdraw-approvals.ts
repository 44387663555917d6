/**
 * Takes back what steps of a run asked people for, once the run is at its end: nobody is asked what is of no effect. Requests
 * of gateways stay until their time is over.
 */
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Approvals } from '../../approvals/seams.ts';
import type { ControlChanges } from '../../control/changes.ts';
import { bindingOf, workflowsAuthor } from './approval-step.ts';

export interface AskedStep {
  readonly orgId: string;
  readonly runId: string;
  readonly nodeId: string;
  readonly turn: readonly number[];
}

/** Takes the request of a step back, if it is open; again is the same. */
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
      // One whose time is over ends by that.
      if (asked === undefined || asked.status !== 'pending' || asked.expires_at <= clock.now()) return;
      await approvals.cancel(tx, workflowsAuthor(orgId), asked.id, 'the run ended');
    });
}

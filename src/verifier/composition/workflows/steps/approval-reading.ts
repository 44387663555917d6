/** Reads the state of the approval that a step waits for. */
import { and, eq } from 'drizzle-orm';
import type { ApprovalStatus } from '../../../../contract/api/approvals/states.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { approvalsTable } from '../../../delegation/approvals/tables.ts';
import { statusAt } from '../../../delegation/approvals/views.ts';

export interface ApprovalState {
  readonly status: ApprovalStatus;
  /** Milliseconds since the epoch: the deadline of the decision. */
  readonly expiresAt: number;
}

/** Undefined if the approval does not exist (any more). */
export type ReadApproval = (orgId: string, id: string) => Promise<ApprovalState | undefined>;

export function createReadApproval({ db, clock }: { readonly db: Db; readonly clock: Clock }): ReadApproval {
  const table = approvalsTable;
  return async (orgId, id) => {
    const [row] = await db
      .select({ status: table.status, expires_at: table.expires_at })
      .from(table)
      .where(and(eq(table.org_id, orgId), eq(table.id, id)));
    return row === undefined ? undefined : { status: statusAt(row, clock.now()), expiresAt: row.expires_at };
  };
}

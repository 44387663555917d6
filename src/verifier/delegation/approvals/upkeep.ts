/** Changes of a request without a decision: it expires, its agent or subject is gone, or it is used up. */
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Author } from '../../base/control/author.ts';
import { type ApprovalCore, approvalsAuthor, noSuchApproval } from './core.ts';
import type { Approvals } from './ports.ts';
import type { ApprovalRow } from './tables.ts';

export type ApprovalUpkeep = Pick<
  Approvals,
  'take' | 'use' | 'findByBinding' | 'cancelOfAgent' | 'cancelOfSubject' | 'sweep'
>;

/** Most due requests in one step. */
const sweepBatch = 200;

export function createApprovalUpkeep(core: ApprovalCore): ApprovalUpkeep {
  const { db, store, clock, changes } = core;

  /** Expires a locked row that is due. */
  const expireDue = async (tx: Db, row: ApprovalRow): Promise<ApprovalRow> => {
    const now = clock.now();
    if (row.status !== 'pending' || row.expires_at > now) return row;
    const expired = await store.update(tx, row, { status: 'expired', updated_at: now });
    await core.note(tx, approvalsAuthor(row.org_id), 'expired', expired);
    return expired;
  };

  const take = async (tx: Db, orgId: string, id: string): Promise<ApprovalRow> => {
    const row = await store.lock(tx, orgId, id);
    return row === undefined ? noSuchApproval() : expireDue(tx, row);
  };

  const cancelAll = async (tx: Db, author: Author, rows: readonly ApprovalRow[], reason: string): Promise<void> => {
    const now = clock.now();
    for (const row of rows) {
      const present = await expireDue(tx, row);
      // It stays approved, but ends now, so that a later agent of the same name cannot use it.
      if (present.status === 'approved') await store.update(tx, row, { approved_until: now, updated_at: now });
      if (present.status !== 'pending') continue;
      const cancelled = await store.update(tx, row, { status: 'cancelled', decided_at: now, updated_at: now });
      await core.note(tx, author, 'cancelled', cancelled, { reason });
    }
  };

  /** Expires requests of one organisation, in one transaction. */
  const sweepOrganisation = (orgId: string, ids: readonly string[]): Promise<number> =>
    db.transaction(async (tx) => {
      await changes.hold(tx, orgId);
      // Locks all rows before the first entry: the locks of events and of the audit log come last.
      const rows: ApprovalRow[] = [];
      for (const id of ids) {
        const row = await store.lock(tx, orgId, id);
        if (row?.status === 'pending') rows.push(row);
      }
      for (const row of rows) await expireDue(tx, row);
      return rows.length;
    });

  return {
    take,
    async use(tx, orgId, id, by) {
      const row = await take(tx, orgId, id);
      if (row.status !== 'approved') return refuseUnapproved(row);
      if (row.used_by === by) return row;
      if (row.used_at !== null) throw refuseUse('conflict', 'approval_used', 'the approval was already used');
      const now = clock.now();
      if (row.approved_until === null || row.approved_until <= now) {
        throw refuseUse('approval_expired', 'approval_expired', 'the approval has expired');
      }
      const used = await store.update(tx, row, { used_at: now, used_by: by, updated_at: now });
      await core.note(tx, approvalsAuthor(orgId), 'used', used);
      return used;
    },
    async findByBinding(tx, orgId, bindingHash) {
      const row = await store.lockByBinding(tx, orgId, bindingHash);
      return row === undefined ? undefined : expireDue(tx, row);
    },
    async cancelOfAgent(tx, author, agentId) {
      await cancelAll(
        tx,
        author,
        await store.lockOpen(tx, author.orgId, clock.now(), { agentId }),
        'the agent no longer exists',
      );
    },
    async cancelOfSubject(tx, author, subjectId) {
      const rows = await store.lockOpen(tx, author.orgId, clock.now(), { subjectId });
      await cancelAll(tx, author, rows, 'the person it was for is no longer a member');
    },
    async sweep() {
      const failed: unknown[] = [];
      let expired = 0;
      while (failed.length === 0) {
        const due = await store.listDue(db, clock.now(), sweepBatch);
        if (due.length === 0) return expired;
        for (const orgId of new Set(due.map(({ org_id }) => org_id))) {
          const ids = due.filter(({ org_id }) => org_id === orgId).map(({ id }) => id);
          // A failure in one organisation must not stop the others: all run, and failures are reported at the end.
          const done = sweepOrganisation(orgId, ids).catch((error: unknown) => {
            failed.push(error);
            return 0;
          });
          expired += await done;
        }
      }
      throw new AggregateError(failed, 'some expired approvals could not be recorded');
    },
  };
}

function refuseUnapproved({ status }: ApprovalRow): never {
  if (status === 'expired') throw refuseUse('approval_expired', 'approval_expired', 'nobody decided in time');
  const detail = `the request is ${status} and cannot be used before it is approved`;
  throw new AppError('conflict', detail, { detail, extensions: { reason: 'not_approved', approval_status: status } });
}

function refuseUse(code: 'conflict' | 'approval_expired', reason: string, detail: string): AppError {
  return new AppError(code, detail, { detail, extensions: { reason } });
}

/**
 * A person's approval, denial or cancellation. The row stays locked from reading to writing, so that of two people who decide at
 * once the second sees the first decision: exactly one ends a request.
 */

import type { Verdict } from '../../../contract/api/approvals/states.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { createId } from '../../../platform/ids.ts';
import type { Author } from '../../base/control/author.ts';
import { type ApprovalCore, noSuchApproval } from './core.ts';
import type { Approvals } from './ports.ts';
import { isReached, type RefusalReason, whyNot, whyNotThisCall } from './rules.ts';
import type { ApprovalRow } from './tables.ts';
import type { ApprovalUpkeep } from './upkeep.ts';
import { hasAsked, type MaySeeApproval } from './visibility.ts';

export type ApprovalDecisions = Pick<Approvals, 'approve' | 'deny' | 'cancel' | 'mayDecide'>;

export interface DecideDeps {
  readonly core: ApprovalCore;
  readonly upkeep: Pick<ApprovalUpkeep, 'take'>;
  readonly maySee: MaySeeApproval;
}

/** The status that a final verdict leads to. */
const outcomes = { approve: 'approved', deny: 'denied' } as const satisfies Record<Verdict, ApprovalRow['status']>;

export function createApprovalDecisions({ core, upkeep, maySee }: DecideDeps): ApprovalDecisions {
  const { store, clock, randomBytes } = core;

  const findRefusal = async (db: Db, author: Author, row: ApprovalRow): Promise<RefusalReason | undefined> => {
    const byCall = whyNotThisCall(author);
    if (byCall !== undefined) return byCall;
    const [decider] = await core.readDeciders(db, row, [author.user]);
    return decider === undefined ? 'not_a_member' : whyNot(row, decider);
  };

  const isAdmin = async (db: Db, author: Author, row: ApprovalRow): Promise<boolean> => {
    if (whyNotThisCall(author) !== undefined) return false;
    const [present] = await core.readDeciders(db, row, [author.user]);
    return present?.role === 'admin';
  };

  const listVerdicts = (db: Db, row: ApprovalRow) => store.listDecisions(db, row.org_id, [row.id]);

  /** Locks the row in its present state, if the author may see it. */
  const begin = async (tx: Db, author: Author, id: string): Promise<ApprovalRow> => {
    const row = await upkeep.take(tx, author.orgId, id);
    return (await maySee(tx, author, row)) ? row : noSuchApproval();
  };

  const toResult = ({ approved_for_s, requested }: ApprovalRow, now: number) => {
    const until = now + approved_for_s * 1000;
    // An approval never lasts longer than what was asked for.
    const asked = requested.until === undefined ? until : Date.parse(requested.until);
    return { result_id: createId('apv', clock, randomBytes), approved_until: Math.min(until, asked) };
  };

  const finish = (tx: Db, row: ApprovalRow, status: 'approved' | 'denied' | 'cancelled'): Promise<ApprovalRow> => {
    const now = clock.now();
    const result = status === 'approved' ? toResult(row, now) : {};
    return store.update(tx, row, { status, decided_at: now, updated_at: now, ...result });
  };

  const decide = async (tx: Db, author: Author, id: string, verdict: Verdict, reason?: string) => {
    const row = await begin(tx, author, id);
    const refusal = await findRefusal(tx, author, row);
    if (refusal !== undefined) throw forbid(refusal);
    assertInTime(row);
    const said = await listVerdicts(tx, row);
    const own = said.find(({ approver }) => approver === author.user);
    const isOpen = row.status === 'pending';
    if (own?.verdict === verdict && !isOpen && row.status === outcomes[verdict]) return row;
    if (!isOpen || (own !== undefined && own.verdict !== verdict)) throw decided(row);
    if (own === undefined) {
      const given = { org_id: row.org_id, approval_id: row.id, approver: author.user, verdict };
      await store.insertDecision(tx, { ...given, reason: reason ?? null, decided_at: clock.now() });
    }
    if (verdict === 'deny') {
      const denied = await finish(tx, row, 'denied');
      await core.note(tx, author, 'denied', denied, { reason });
      return denied;
    }
    const yes = [...said.filter((one) => one.verdict === 'approve').map(({ approver }) => approver), author.user];
    if (isReached(row, await core.readDeciders(tx, row, [...new Set(yes)]))) {
      const approved = await finish(tx, row, 'approved');
      await core.note(tx, author, 'approved', approved, { reason });
      return approved;
    }
    if (own === undefined) await core.note(tx, author, 'endorsed', row, { reason });
    return row;
  };

  return {
    approve: (tx, author, id, reason) => decide(tx, author, id, 'approve', reason),
    deny: (tx, author, id, reason) => decide(tx, author, id, 'deny', reason),
    async cancel(tx, author, id, reason) {
      const row = await begin(tx, author, id);
      if (!hasAsked(author, row) && !(await isAdmin(tx, author, row))) throw forbid('not_the_requester');
      assertInTime(row);
      if (row.status === 'cancelled') return row;
      if (row.status !== 'pending') throw decided(row);
      const cancelled = await finish(tx, row, 'cancelled');
      await core.note(tx, author, 'cancelled', cancelled, { reason });
      return cancelled;
    },
    async mayDecide(db, author, row) {
      if (author.orgId !== row.org_id || row.status !== 'pending' || row.expires_at <= clock.now()) return false;
      if ((await findRefusal(db, author, row)) !== undefined) return false;
      return (await listVerdicts(db, row)).every(({ approver }) => approver !== author.user);
    },
  };
}

const refusals: Readonly<Record<RefusalReason | 'not_the_requester', string>> = {
  not_in_person: 'only people decide: an agent, a gateway or a delegation cannot decide for them',
  sign_in: 'the caller is unknown: sign in (assay login), or use the operator token',
  not_a_member: 'only members of the organisation decide',
  own_request: 'requesters cannot decide on their own request',
  not_an_approver: 'other people decide on this request',
  not_the_requester: 'only the requester or an admin can withdraw it',
};

function forbid(reason: keyof typeof refusals): AppError {
  const detail = refusals[reason];
  return new AppError('forbidden', detail, { detail, extensions: { reason } });
}

/** @throws AppError `approval_expired`. */
export function assertInTime({ status }: Pick<ApprovalRow, 'status'>): void {
  if (status !== 'expired') return;
  const detail = 'nobody decided in time: send a new request';
  throw new AppError('approval_expired', detail, {
    detail,
    extensions: { reason: 'approval_expired', approval_status: status },
  });
}

function decided({ status }: ApprovalRow): AppError {
  const detail = status === 'pending' ? 'you have already decided otherwise' : `the request is already ${status}`;
  return new AppError('invalid_task_state', detail, {
    detail,
    extensions: { reason: 'invalid_task_state', approval_status: status },
  });
}

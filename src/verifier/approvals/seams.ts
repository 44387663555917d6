/** Approvals, for the rest of the verifier. */

import type { Approval, ApprovalActor, ApprovalDisplay, Requested } from '../../contract/api/approvals/shapes.ts';
import type { ApprovalKind, ApprovalStatus, Risk } from '../../contract/api/approvals/states.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Page, PageStart } from '../../platform/http/page.ts';
import type { Author } from '../control/author.ts';
import type { ApprovalRow } from './tables.ts';

/** A request; its maker has checked that the requester may ask. */
export interface NewApproval {
  readonly kind: ApprovalKind;
  /** Requesters besides the author: the people behind an agent's credential. */
  readonly requesterIds?: readonly string[];
  readonly actor?: ApprovalActor;
  readonly subjectId?: string;
  readonly agentId?: string;
  readonly workspaceId?: string;
  readonly resource?: string;
  readonly action?: string;
  readonly requested: Requested;
  readonly risk: Risk;
  readonly evaluationId?: string;
  readonly approvers?: readonly string[];
  /** 1 if absent. */
  readonly quorum?: number;
  /** True if absent. */
  readonly separationOfDuties?: boolean;
  readonly display: ApprovalDisplay;
  readonly bindingHash?: string;
  /** Seconds that an approval holds; the kind's own if absent. */
  readonly approvedForS?: number;
  /** Seconds that it waits for a decision; the kind's own if absent. */
  readonly waitsForS?: number;
}

export interface ApprovalFilter {
  /** As it stands now: one whose time is over is `expired`, whether that was written down or not. */
  readonly status?: ApprovalStatus | undefined;
  readonly kind?: ApprovalKind | undefined;
  readonly agentId?: string | undefined;
  readonly subjectId?: string | undefined;
  /** Only requests that this author may decide. */
  readonly decidableBy?: Author | undefined;
}

export interface Approvals {
  /** Makes one, in the caller's transaction, which holds the organisation (`changes.hold`). Tells of it by an event. */
  create(tx: Db, author: Author, request: NewApproval): Promise<ApprovalRow>;
  /**
   * The row with `for update`, as it stands now: one whose time is over is `expired`, and is written so, with its event
   * and its audit entry (their locks are the last ones of a transaction: take no rows after an expired one).
   * @throws AppError `not_found`.
   */
  take(tx: Db, orgId: string, id: string): Promise<ApprovalRow>;
  /**
   * One approver's yes, inside of a transaction that holds the organisation; the row after it (still `pending` while the
   * quorum is not reached, or while a high risk waits for the yes of an owner of the agent or an admin: look at `status`).
   * Again the same is the same answer. @throws AppError `not_found` for what the author must not see, `forbidden`,
   * `approval_expired`, `invalid_task_state` with the `approval_status` that it has.
   */
  approve(tx: Db, author: Author, id: string, reason?: string): Promise<ApprovalRow>;
  /** One no ends it. */
  deny(tx: Db, author: Author, id: string, reason?: string): Promise<ApprovalRow>;
  /** By the requester, or an admin. */
  cancel(tx: Db, author: Author, id: string, reason?: string): Promise<ApprovalRow>;
  /**
   * Uses an approved one up, once: `by` is the grant or the Evidence. Again with the same `by` is the same answer.
   * @throws AppError `conflict` with `reason` `approval_used` or `not_approved`, `approval_expired` (410).
   */
  use(tx: Db, orgId: string, id: string, by: string): Promise<ApprovalRow>;
  /** The newest with this binding, with `for update`. */
  findByBinding(tx: Db, orgId: string, bindingHash: string): Promise<ApprovalRow | undefined>;
  /** Those whose time is not over. */
  countPending(
    db: Db,
    orgId: string,
    where: { readonly agentId: string; readonly kind?: ApprovalKind },
  ): Promise<number>;
  /** Ends all that wait for an agent that is no more; `cancelled`. */
  cancelOfAgent(tx: Db, author: Author, agentId: string): Promise<void>;
  /** Ends all that wait for the consent of somebody who is no member any more; `cancelled`. */
  cancelOfSubject(tx: Db, author: Author, subjectId: string): Promise<void>;
  /**
   * A whole step for routes and pages: it opens its transaction, holds the organisation, and keeps what was found to be
   * expired written down although it throws. @throws AppError as approve, deny and cancel.
   */
  step(author: Author, id: string, step: 'approve' | 'deny' | 'cancel', reason?: string): Promise<Approval>;
  /** As the author may see it. @throws AppError `not_found`, `approval_expired` (410). */
  get(author: Author, id: string): Promise<Approval>;
  list(author: Author, filter: ApprovalFilter, page: PageStart): Promise<Page<Approval>>;
  /** Whether this author may decide on it as it stands: the pages show buttons by it. */
  mayDecide(db: Db, author: Author, row: ApprovalRow): Promise<boolean>;
  toView(db: Db, row: ApprovalRow): Promise<Approval>;
  /** Writes down which ones ended by their time; the events tell of it. */
  sweep(): Promise<number>;
}

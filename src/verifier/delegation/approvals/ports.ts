/** The types of approvals for the rest of the verifier. */

import type { Approval, ApprovalActor, ApprovalDisplay, Requested } from '../../../contract/api/approvals/shapes.ts';
import type { ApprovalKind, ApprovalStatus, Risk } from '../../../contract/api/approvals/states.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Page, PageStart } from '../../../platform/http/page.ts';
import type { Author } from '../../base/control/author.ts';
import type { ApprovalRow } from './tables.ts';

/** A new request; the caller has checked that the requester may ask. */
export interface NewApproval {
  readonly kind: ApprovalKind;
  /** Further requesters besides the author: the people behind an agent's credential. */
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
  /** Seconds that an approval is valid; that of the kind if absent. */
  readonly approvedForS?: number;
  /** Seconds that it waits for a decision; that of the kind if absent. */
  readonly waitsForS?: number;
}

export interface ApprovalFilter {
  /** The present status: an overdue one is `expired` even before that is stored. */
  readonly status?: ApprovalStatus | undefined;
  readonly kind?: ApprovalKind | undefined;
  readonly agentId?: string | undefined;
  readonly subjectId?: string | undefined;
  /** Only requests that this author may decide. */
  readonly decidableBy?: Author | undefined;
}

export interface Approvals {
  /**
   * Makes a request and emits an event, in the caller's transaction, which must have locked the organisation (`changes.hold`).
   */
  create(tx: Db, author: Author, request: NewApproval): Promise<ApprovalRow>;
  /**
   * Locks the row (`for update`) and gives its present state. An overdue one becomes `expired`, with its event and audit entry.
   * Those take the last locks of a transaction: lock no rows after an expired one.
   * @throws AppError `not_found`.
   */
  take(tx: Db, orgId: string, id: string): Promise<ApprovalRow>;
  /**
   * Records one approval, in a transaction that has locked the organisation, and gives the new row. It stays `pending` until the
   * quorum is reached, and for a high risk until an owner of the agent or an admin approves: check `status`. A repeat gives the
   * same answer.
   * @throws AppError `not_found` if the author must not see it, `forbidden`, `approval_expired`, `invalid_task_state` with its
   * `approval_status`.
   */
  approve(tx: Db, author: Author, id: string, reason?: string): Promise<ApprovalRow>;
  /** Records a denial; one denial ends the request. */
  deny(tx: Db, author: Author, id: string, reason?: string): Promise<ApprovalRow>;
  /** Cancels a request, by the requester or an admin. */
  cancel(tx: Db, author: Author, id: string, reason?: string): Promise<ApprovalRow>;
  /**
   * Uses an approved request, once: `by` is the grant or the Evidence. A repeat with the same `by` gives the same answer.
   * @throws AppError `conflict` with `reason` `approval_used` or `not_approved`, `approval_expired` (410).
   */
  use(tx: Db, orgId: string, id: string, by: string): Promise<ApprovalRow>;
  /** Finds and locks the newest one with this binding (`for update`). */
  findByBinding(tx: Db, orgId: string, bindingHash: string): Promise<ApprovalRow | undefined>;
  /** Counts those that are not overdue. */
  countPending(
    db: Db,
    orgId: string,
    where: { readonly agentId: string; readonly kind?: ApprovalKind },
  ): Promise<number>;
  /** Counts those that are not overdue and that the author sees. */
  countVisible(
    author: Author,
    of: { readonly kind?: ApprovalKind; readonly exceptKind?: ApprovalKind },
  ): Promise<number>;
  /** Cancels all pending requests of an agent that is gone. */
  cancelOfAgent(tx: Db, author: Author, agentId: string): Promise<void>;
  /** Cancels all pending consent requests of a person who is no longer a member. */
  cancelOfSubject(tx: Db, author: Author, subjectId: string): Promise<void>;
  /**
   * Makes a whole step, for routes and pages: opens a transaction, locks the organisation, and keeps an expiry stored even when
   * it throws.
   * @throws AppError as approve, deny and cancel.
   */
  step(author: Author, id: string, step: 'approve' | 'deny' | 'cancel', reason?: string): Promise<Approval>;
  /** Gives a request that the author may see. @throws AppError `not_found`, `approval_expired` (410). */
  get(author: Author, id: string): Promise<Approval>;
  list(author: Author, filter: ApprovalFilter, page: PageStart): Promise<Page<Approval>>;
  /** Tells whether this author may decide it in its present state; the pages show buttons accordingly. */
  mayDecide(db: Db, author: Author, row: ApprovalRow): Promise<boolean>;
  toView(db: Db, row: ApprovalRow): Promise<Approval>;
  /** Stores which requests have expired, and emits their events. */
  sweep(): Promise<number>;
}

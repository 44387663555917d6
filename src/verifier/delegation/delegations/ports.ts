/** The types of delegations for the rest of the verifier. */

import type { Risk } from '../../../contract/api/approvals/states.ts';
import type { DelegationGrant, GrantRequest } from '../../../contract/api/delegations/shapes.ts';
import type { RevokeReason } from '../../../contract/api/delegations/states.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Page, PageStart } from '../../../platform/http/page.ts';
import type { Author } from '../../base/control/author.ts';
import type { ApprovalRow } from '../approvals/tables.ts';
import type { Ending } from './ending.ts';
import type { DelegationGrantRow } from './tables.ts';

/** Access for an agent that a person has to consent to. */
export interface ConsentQuestion {
  readonly agentId: string;
  readonly subjectId: string;
  readonly resources: readonly string[];
  readonly scopes: readonly string[];
  readonly purpose: string;
  readonly ttlSeconds?: number;
  readonly tools?: readonly string[];
  readonly maxUses?: number;
  readonly justification?: string;
  readonly approvers?: readonly string[];
  /** Counts only if it is higher than the request's own risk. */
  readonly risk?: Risk;
  readonly quorum?: number;
  readonly separationOfDuties?: boolean;
}

export interface DelegationFilter {
  readonly status?: 'active' | 'revoked' | undefined;
  readonly agentId?: string | undefined;
  readonly subjectId?: string | undefined;
}

export interface Delegations {
  /**
   * Makes a pending consent request (kind `delegation`), or finds the one for exactly this wish.
   * @throws AppError `not_found` (agent), `unprocessable` (`reason`: outside of the manifest, the subject is no member, …),
   * `too_many_requests`.
   */
  requestConsent(author: Author, request: ConsentQuestion): Promise<ApprovalRow>;
  /** The same in the caller's transaction. */
  requestConsentIn(tx: Db, author: Author, request: ConsentQuestion): Promise<ApprovalRow>;
  /**
   * Makes a grant from a consent request, and approves a pending one, in one transaction.
   * @throws AppError `not_found`, `forbidden`, `invalid_task_state` (denied, cancelled), `conflict` (`reason`: `approval_used`
   * with `grant_id`, `quorum_not_reached`), `approval_expired`, `unprocessable` (`reason`: `not_narrower`, and those of {@link
   * Delegations.requestConsent}).
   */
  grant(author: Author, agentId: string, request: GrantRequest): Promise<DelegationGrant>;
  /** The same in the caller's transaction. */
  grantIn(tx: Db, author: Author, agentId: string, request: GrantRequest): Promise<DelegationGrant>;
  get(author: Author, agentId: string, grantId: string): Promise<DelegationGrant>;
  /** Narrows a grant, by the subject; earlier tokens are revoked. */
  narrow(
    author: Author,
    agentId: string,
    grantId: string,
    revision: number,
    change: Partial<GrantRequest>,
  ): Promise<DelegationGrant>;
  /** Revokes a grant; a repeat succeeds too. @throws AppError `not_found`, `forbidden`. */
  revoke(author: Author, agentId: string, grantId: string, reason?: string): Promise<void>;
  list(author: Author, filter: DelegationFilter, page: PageStart): Promise<Page<DelegationGrant>>;
  /** Lists all active grants of a person, for pages. */
  listOfSubject(orgId: string, subjectId: string): Promise<readonly DelegationGrant[]>;
  /**
   * Gives the active grants of this pair and locks their rows (`for update`) until the transaction ends. A token is issued in
   * this transaction, so a revocation comes wholly before or wholly after it. Used up grants (`max_uses`) are not included: a
   * caller without a grant calls {@link Delegations.endSpent} afterwards. Call it before the transaction writes an event or an
   * audit entry (one order of locks).
   */
  takeActive(
    tx: Db,
    orgId: string,
    pair: { readonly subjectId: string; readonly agentId: string },
  ): Promise<readonly DelegationGrantRow[]>;
  /** Counts a token issued under the grant, in the same transaction; the use that reaches `max_uses` is the last. */
  noteUse(tx: Db, row: DelegationGrantRow): Promise<void>;
  /** Ends the grants of a pair that are used up or overdue, in its own transaction. */
  endSpent(orgId: string, pair: { readonly subjectId: string; readonly agentId: string }): Promise<void>;
  /** Ends one grant, in the transaction of the cause; false if it had already ended. @throws AppError `not_found`. */
  endOne(tx: Db, author: Author, grantId: string, ending: Ending): Promise<boolean>;
  /** Ends all grants of a person or of an agent, in the transaction of the cause. */
  revokeAll(
    tx: Db,
    author: Author,
    whose: { readonly subjectId: string } | { readonly agentId: string },
    reason: RevokeReason,
  ): Promise<void>;
  /** Lists ended grants whose tokens may still be valid (`until`, in ms): gateways are told of these at `atMs`, or now. */
  listEnded(db: Db, orgId: string, atMs?: number): Promise<readonly { readonly id: string; readonly until: number }[]>;
  /** Records which grants ended by their time or their uses. @throws AggregateError of all failures. */
  sweep(): Promise<number>;
}

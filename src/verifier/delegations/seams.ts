/** Delegations, for the rest of the verifier. */

import type { Risk } from '../../contract/api/approvals/states.ts';
import type { DelegationGrant, GrantRequest } from '../../contract/api/delegations/shapes.ts';
import type { RevokeReason } from '../../contract/api/delegations/states.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Page, PageStart } from '../../platform/http/page.ts';
import type { ApprovalRow } from '../approvals/tables.ts';
import type { Author } from '../control/author.ts';
import type { Ending } from './ending.ts';
import type { DelegationGrantRow } from './tables.ts';

/** Access that an agent needs a person's consent for. */
export interface ConsentWish {
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
  /** Counts only if it is higher than the risk of the request itself. */
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
   * A pending consent request (kind `delegation`) for exactly this, or the one that is there already.
   * @throws AppError `not_found` (agent), `unprocessable` (`reason`: outside of the manifest, the subject is no member, …),
   * `too_many_requests`.
   */
  requestConsent(author: Author, wish: ConsentWish): Promise<ApprovalRow>;
  /** The same in the caller's transaction. */
  requestConsentIn(tx: Db, author: Author, wish: ConsentWish): Promise<ApprovalRow>;
  /**
   * A grant from a consent request: pending ones are approved by it. In one transaction.
   * @throws AppError `not_found`, `forbidden`, `invalid_task_state` (denied, cancelled), `conflict` (`reason`:
   * `approval_used` with `grant_id`, `quorum_not_reached`), `approval_expired`, `unprocessable` (`reason`: `not_narrower`,
   * and those of {@link Delegations.requestConsent}).
   */
  grant(author: Author, agentId: string, request: GrantRequest): Promise<DelegationGrant>;
  /** The same in the caller's transaction. */
  grantIn(tx: Db, author: Author, agentId: string, request: GrantRequest): Promise<DelegationGrant>;
  get(author: Author, agentId: string, grantId: string): Promise<DelegationGrant>;
  /** Narrower only, by the subject; tokens issued before die. */
  narrow(
    author: Author,
    agentId: string,
    grantId: string,
    revision: number,
    change: Partial<GrantRequest>,
  ): Promise<DelegationGrant>;
  /** 204 again and again. @throws AppError `not_found`, `forbidden`. */
  revoke(author: Author, agentId: string, grantId: string, reason?: string): Promise<void>;
  list(author: Author, filter: DelegationFilter, page: PageStart): Promise<Page<DelegationGrant>>;
  /** All active ones of a person, for pages. */
  listOfSubject(orgId: string, subjectId: string): Promise<readonly DelegationGrant[]>;
  /**
   * Grants of this pair that hold now, their rows locked until the transaction ends (`for update`): a token is issued under
   * one in this transaction, so that a revocation is wholly before or wholly after. Those that are used up
   * (`max_uses`) are not among them: a caller without a grant calls {@link Delegations.endSpent} afterwards.
   * Call it before anything of that transaction writes an event or an audit entry (one order of locks).
   */
  takeActive(
    tx: Db,
    orgId: string,
    pair: { readonly subjectId: string; readonly agentId: string },
  ): Promise<readonly DelegationGrantRow[]>;
  /** Counts a token issued under it, in that transaction; the use that reaches `max_uses` is the last. */
  noteUse(tx: Db, row: DelegationGrantRow): Promise<void>;
  /** Ends those of a pair that are used up or past their time. In a transaction of its own. */
  endSpent(orgId: string, pair: { readonly subjectId: string; readonly agentId: string }): Promise<void>;
  /** Ends one, in the transaction of why; false for one that had ended. @throws AppError `not_found`. */
  endOne(tx: Db, author: Author, grantId: string, ending: Ending): Promise<boolean>;
  /** Ends all of a person or of an agent, in the transaction of why. */
  revokeAll(
    tx: Db,
    author: Author,
    whose: { readonly subjectId: string } | { readonly agentId: string },
    reason: RevokeReason,
  ): Promise<void>;
  /** Grants that ended while tokens under them may still be good (until then, in ms): what gateways are told at `atMs`, or now. */
  listEnded(db: Db, orgId: string, atMs?: number): Promise<readonly { readonly id: string; readonly until: number }[]>;
  /** Writes down which ones ended by their time or their uses. @throws AggregateError of what failed. */
  sweep(): Promise<number>;
}

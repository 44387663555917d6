/** What approvals use of delegations. */
import type { Db } from '../../../platform/db/db.ts';
import type { Author } from '../../base/control/author.ts';
import type { ConsentQuestion } from '../delegations/ports.ts';
import type { ApprovalRow } from './tables.ts';

export interface ApprovalHooks {
  /**
   * Makes or finds the pending consent request for exactly this wish, in the caller's transaction (which may not have locked the
   * organisation yet).
   */
  readonly requestConsent: (tx: Db, author: Author, request: ConsentQuestion) => Promise<ApprovalRow>;
}

/** Reads the hooks at each use. @throws Error before the verifier is wired. */
export type FindApprovalHooks = () => ApprovalHooks;

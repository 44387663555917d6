/** The port to delegations, which are wired after approvals; until then nobody can ask for consent here. */
import type { Db } from '../../../platform/db/db.ts';
import type { Author } from '../../base/control/author.ts';
import type { ConsentWish } from '../delegations/seams.ts';
import type { ApprovalRow } from './tables.ts';

export interface ApprovalPartners {
  /**
   * Makes or finds the pending consent request for exactly this wish, in the caller's transaction (which may not have locked the
   * organisation yet). Undefined without delegations: such requests are refused.
   */
  requestConsent: ((tx: Db, author: Author, wish: ConsentWish) => Promise<ApprovalRow>) | undefined;
}

export function createApprovalPartners(): ApprovalPartners {
  return { requestConsent: undefined };
}

/** Delegations are wired after approvals; until then nobody can ask for consent here. */
import type { Db } from '../../platform/db/db.ts';
import type { Author } from '../control/author.ts';
import type { ConsentWish } from '../delegations/seams.ts';
import type { ApprovalRow } from './tables.ts';

export interface ApprovalPartners {
  /**
   * A pending consent request for exactly this, or the one that is there already, in the caller's transaction (which may
   * not hold the organisation yet). Undefined where nobody keeps grants: such requests are refused.
   */
  requestConsent: ((tx: Db, author: Author, wish: ConsentWish) => Promise<ApprovalRow>) | undefined;
}

export function createApprovalPartners(): ApprovalPartners {
  return { requestConsent: undefined };
}

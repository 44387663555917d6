/** Outbound calls of features: the guarded client with the rules of one organisation. */

import type { OutboundRules } from '../../../contract/api/outbound-rules.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { GuardedClient } from '../../../platform/http/guarded-fetch.ts';
import type { OutboundAllow } from '../../../platform/http/outbound-addresses.ts';
import type { Author } from '../../base/control/author.ts';

export interface Outbound {
  /**
   * Gives the client for calls of this organisation, the same one each time. It allows the private blocks of the organisation
   * besides those of the deployment, records every refused call in the audit log (`outbound.refused`, host and reason, never
   * path or query) and bounds the calls in a minute (429). `open` streams, and `toFetch(it, …)`
   * (platform/http/guarded-as-fetch.ts) makes a `fetch` for libraries. Never call it in a transaction: it reads the rules.
   */
  forOrganisation(orgId: string): GuardedClient;
  /**
   * Gives the client for deliveries (webhooks, telemetry). They have their own bound by the second, so that they neither wait
   * for other calls nor use up their budget.
   */
  forDeliveries(orgId: string): GuardedClient;
  /** Gives addresses allowed besides public ones, by the deployment and by the organisation. */
  allowOf(db: Db, orgId: string): Promise<OutboundAllow>;
  /** @throws AppError `not_found`, `forbidden`. */
  getRules(db: Db, author: Author, orgId: string): Promise<OutboundRules>;
  /** @throws AppError `not_found`, `forbidden`, `precondition_failed`, `unprocessable`. */
  setRules(
    tx: Db,
    author: Author,
    orgId: string,
    rules: { readonly allow: readonly string[] },
    revision: number,
  ): Promise<OutboundRules>;
  /** Writes the counted refusals; called when the verifier stops. */
  flush(): Promise<void>;
}

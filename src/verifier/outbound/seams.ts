/** Outbound calls of features: the guarded client with the rules of one organisation. */

import type { OutboundRules } from '../../contract/api/organizations/outbound-rules.ts';
import type { Db } from '../../platform/db/db.ts';
import type { GuardedClient } from '../../platform/http/guarded-fetch.ts';
import type { OutboundAllow } from '../../platform/http/outbound-addresses.ts';
import type { Author } from '../control/author.ts';

export interface Outbound {
  /**
   * Calls for this organisation: its own allowed private blocks count besides those of the deployment, every refused call
   * is in its audit log (`outbound.refused`, host and reason, never path or query), and calls in a minute are bounded
   * (429). The same function for the same organisation. It is a `GuardedFetch`, its `open` streams, and `toFetch(it, …)`
   * (platform/http/guarded-as-fetch.ts) makes a `fetch` for libraries. Never in a transaction: it reads the rules.
   */
  forOrganisation(orgId: string): GuardedClient;
  /**
   * The same for events that are handed on (webhooks, telemetry), whose number is not people's: they have a bound of
   * their own, by the second, so that they neither wait for other calls nor take their place.
   */
  forDeliveries(orgId: string): GuardedClient;
  /** Private addresses that its calls may reach: those of the deployment and its own. */
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
  /** Writes the refusals that are only counted so far; called when the verifier stops. */
  flush(): Promise<void>;
}

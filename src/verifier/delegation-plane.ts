/** The delegation plane, wired: what agents do for people, under whose consent, and what people approve. */
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import type { GuardedFetch } from '../platform/http/guarded-fetch.ts';
import type { RandomBytes } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import type { VerifierConfig } from './config.ts';
import type { ControlPlane } from './control-plane.ts';
import { createEvents, type Events } from './events/append.ts';
import type { IdentityPlane } from './identity-plane.ts';
import type { VerifierKeys } from './keys/service.ts';

export interface DelegationPlaneDeps {
  readonly db: Db;
  readonly config: VerifierConfig;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  readonly fetch: GuardedFetch;
  readonly keys: VerifierKeys;
  readonly control: ControlPlane;
  readonly identity: IdentityPlane;
}

export interface DelegationPlane {
  readonly events: Events;
}

/** Makes the services of delegation over an open database. */
export function createDelegationPlane(deps: DelegationPlaneDeps): DelegationPlane {
  const events = createEvents(deps);
  return { events };
}

/** The identity plane, wired: who people are, what they sign in with, and which tokens they and agents get. */
import type { Clock } from '../platform/clock.ts';
import type { DataDir } from '../platform/data-dir.ts';
import type { Db } from '../platform/db/db.ts';
import type { GuardedFetch } from '../platform/http/guarded-fetch.ts';
import type { RandomBytes } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import type { VerifierConfig } from './config.ts';
import type { ControlPlane } from './control-plane.ts';

export interface IdentityPlaneDeps {
  readonly db: Db;
  readonly dataDir: DataDir;
  readonly config: VerifierConfig;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  /** The only way out to what somebody names. */
  readonly fetch: GuardedFetch;
  readonly control: ControlPlane;
}

export type IdentityPlane = Readonly<Record<never, never>>;

/** Makes the services of identity over an open database. */
export async function createIdentityPlane(_deps: IdentityPlaneDeps): Promise<IdentityPlane> {
  return {};
}

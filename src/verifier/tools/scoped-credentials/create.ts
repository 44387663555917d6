/** Wires scoped credentials over agents, members and the vault. */
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/log.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { Events } from '../../base/events/append.ts';
import type { Vault } from '../../base/vault/ports.ts';
import type { Agents } from '../../configuration/agents/service.ts';
import type { Workspaces } from '../../configuration/workspaces/service.ts';
import type { Members } from '../../identity/members/service.ts';
import type { ForeignOAuth } from '../foreign-oauth/ports.ts';
import { createTellConnected, type FindConnectHooks } from './connect/tell-connected.ts';
import { createUpstreamRevocations } from './refresh/upstream-revocation.ts';
import { removeOldCredentials, removeOldLinks } from './retention.ts';
import { createScopedCredentials, type ScopedCredentialService } from './service.ts';
import { createCredentialStore } from './store.ts';

export interface ScopedCredentialServices {
  readonly scopedCredentials: ScopedCredentialService;
  /** Run once an hour. */
  readonly credentialChores: readonly (() => Promise<unknown>)[];
}

export interface ScopedCredentialWiring {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  readonly changes: ControlChanges;
  readonly agents: Agents;
  readonly workspaces: Workspaces;
  readonly members: Pick<Members, 'roleOf'>;
  readonly hooks: FindConnectHooks;
  readonly events: Events;
  readonly vault: Vault;
  /** Undefined if nothing connects to authorization servers. */
  readonly oauth: Pick<ForeignOAuth, 'revoke'> | undefined;
}

export function createScopedCredentialServices(wiring: ScopedCredentialWiring): ScopedCredentialServices {
  const store = createCredentialStore();
  const scopedCredentials = createScopedCredentials({
    ...wiring,
    store,
    notifyUsable: createTellConnected(wiring.hooks, wiring.log),
    upstream: createUpstreamRevocations({ ...wiring, store, schedule }),
  });
  return {
    scopedCredentials,
    credentialChores: [() => removeOldCredentials(wiring), () => removeOldLinks(wiring)],
  };
}

/** Runs later; dropped if the program ends before. */
function schedule(run: () => Promise<void>, delayMs: number): void {
  setTimeout(run, delayMs).unref();
}

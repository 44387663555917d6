/** Wires scoped credentials over agents, members and the vault, and their end when people, agents or workspaces go. */
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/log.ts';
import type { ControlPlane } from '../../configuration/create.ts';
import type { Events } from '../../base/events/append.ts';
import type { ForeignOAuth } from '../foreign-oauth/seams.ts';
import type { Members } from '../../identity/members/service.ts';
import type { Vault } from '../../base/vault/seams.ts';
import { type CredentialPartners, createCredentialPartners, createTellConnected } from './connect/partners.ts';
import { createUpstreamRevocations } from './refresh/upstream-revocation.ts';
import { removeOldCredentials, removeOldLinks } from './retention.ts';
import { createScopedCredentials, type ScopedCredentialService } from './service.ts';
import { createCredentialStore } from './store.ts';

export interface ScopedCredentialServices {
  readonly scopedCredentials: ScopedCredentialService;
  /** Modules that wait for secrets of people. */
  readonly secretPartners: CredentialPartners;
  /** Run once an hour. */
  readonly credentialChores: readonly (() => Promise<unknown>)[];
}

export interface ScopedCredentialWiring {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  readonly control: Pick<ControlPlane, 'changes' | 'agents' | 'agentPartners' | 'workspaces' | 'scopeGuards'>;
  readonly members: Pick<Members, 'onLeave' | 'roleOf'>;
  readonly events: Events;
  readonly vault: Vault;
  /** Undefined if nothing connects to authorization servers. */
  readonly oauth: Pick<ForeignOAuth, 'revoke'> | undefined;
}

export function createScopedCredentialServices(wiring: ScopedCredentialWiring): ScopedCredentialServices {
  const { control, members } = wiring;
  const store = createCredentialStore();
  const secretPartners = createCredentialPartners();
  const scopedCredentials = createScopedCredentials({
    ...{ ...wiring, ...control, store, tellUsable: createTellConnected(secretPartners, wiring.log) },
    upstream: createUpstreamRevocations({ ...wiring, store, schedule }),
  });
  members.onLeave.push(async (tx, author, userId) => {
    await scopedCredentials.revokeAllOf(tx, author, { userId }, 'member_left');
  });
  control.agentPartners.onRetired.push(async (tx, author, agentId) => {
    await scopedCredentials.revokeAllOf(tx, author, { agentId }, 'agent_retired');
  });
  control.scopeGuards.push({
    async removed(tx, author, { level, id }) {
      if (level === 'workspace') await scopedCredentials.revokeAllIn(tx, author, id);
    },
  });
  return {
    scopedCredentials,
    secretPartners,
    credentialChores: [() => removeOldCredentials(wiring), () => removeOldLinks(wiring)],
  };
}

/** Runs later; dropped if the program ends before. */
function schedule(run: () => Promise<void>, delayMs: number): void {
  setTimeout(run, delayMs).unref();
}

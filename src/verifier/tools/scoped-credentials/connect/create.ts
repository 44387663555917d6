/** Wires connecting: links, the pages' actions, and the OAuth callback. */
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/db.ts';
import type { RandomBytes } from '../../../../platform/ids.ts';
import type { Logger } from '../../../../platform/log.ts';
import { createAgentStore } from '../../../configuration/agents/store.ts';
import type { ControlPlane } from '../../../configuration/create.ts';
import type { Events } from '../../../base/events/append.ts';
import type { ForeignOAuth } from '../../foreign-oauth/seams.ts';
import type { Vault } from '../../../base/vault/seams.ts';
import type { ScopedCredentials } from '../seams.ts';
import { type ConnectCallback, createConnectCallback } from './callback.ts';
import { createConnectLinks, type MakeConnectLink } from './connect.ts';
import { type Connections, createConnections } from './connections.ts';
import { createKeepBrought } from './keep.ts';
import { type CredentialPartners, createCredentialPartners, createTellConnected } from './partners.ts';
import { type ConnectStart, createConnectStart } from './start.ts';
import { createConnectStore } from './store.ts';
import { createReadTurn } from './turn.ts';

export interface Connecting extends ConnectStart, ConnectCallback {
  connectLink: MakeConnectLink;
}

export interface ConnectServices {
  /** Filled by modules that are wired later. */
  readonly credentialPartners: CredentialPartners;
  readonly connecting: Connecting;
  readonly connections: Connections;
  /** Marks credentials whose links all expired unused; gives their number. Runs every half minute or less often. */
  readonly expirePending: () => Promise<number>;
}

export interface ConnectWiring {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  readonly control: Pick<ControlPlane, 'audit' | 'changes'>;
  readonly events: Events;
  readonly vault: Vault;
  readonly foreignOAuth: ForeignOAuth;
  readonly scopedCredentials: Pick<ScopedCredentials, 'revokeIn'>;
  readonly publicUrl: string | undefined;
}

export function createConnectServices({ control, log, scopedCredentials, ...wiring }: ConnectWiring): ConnectServices {
  const { audit, changes } = control;
  const partners = createCredentialPartners();
  const deps = {
    ...{ ...wiring, audit, changes, scopedCredentials },
    ...{ store: createConnectStore(), findAgent: createAgentStore().find },
  };
  const flow = {
    ...deps,
    ...{ readTurn: createReadTurn(deps), keepBrought: createKeepBrought(deps) },
    tellConnected: createTellConnected(partners, log),
  };
  return {
    credentialPartners: partners,
    connecting: { connectLink: createConnectLinks(deps), ...createConnectStart(flow), ...createConnectCallback(flow) },
    connections: createConnections(deps),
    expirePending: () => deps.store.expirePending(deps.db, deps.clock.now()),
  };
}

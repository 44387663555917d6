/** Wires connecting: links, the pages' actions, and the OAuth callback. */
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/db.ts';
import type { RandomBytes } from '../../../../platform/ids.ts';
import type { Logger } from '../../../../platform/log.ts';
import type { Audit } from '../../../base/audit-log/append.ts';
import type { ControlChanges } from '../../../base/control/changes.ts';
import type { Events } from '../../../base/events/append.ts';
import type { Vault } from '../../../base/vault/ports.ts';
import { createAgentStore } from '../../../configuration/agents/store.ts';
import type { ForeignOAuth } from '../../foreign-oauth/ports.ts';
import type { ScopedCredentials } from '../ports.ts';
import { type ConnectCallback, createConnectCallback } from './callback.ts';
import { createConnectLinks, type MakeConnectLink } from './connect.ts';
import { createReadAttempt } from './connect-attempt.ts';
import { type Connections, createConnections } from './connections.ts';
import { type ConnectStart, createConnectStart } from './start.ts';
import { createConnectStore } from './store.ts';
import { createStoreObtained } from './store-obtained.ts';
import { createTellConnected, type FindConnectHooks } from './tell-connected.ts';

export interface Connecting extends ConnectStart, ConnectCallback {
  connectLink: MakeConnectLink;
}

export interface ConnectServices {
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
  readonly audit: Audit;
  readonly changes: ControlChanges;
  readonly hooks: FindConnectHooks;
  readonly events: Events;
  readonly vault: Vault;
  readonly foreignOAuth: ForeignOAuth;
  readonly scopedCredentials: Pick<ScopedCredentials, 'revokeIn'>;
  readonly publicUrl: string | undefined;
}

export function createConnectServices({ log, hooks, ...wiring }: ConnectWiring): ConnectServices {
  const deps = { ...wiring, store: createConnectStore(), findAgent: createAgentStore().find };
  const flow = {
    ...deps,
    readAttempt: createReadAttempt(deps),
    storeObtained: createStoreObtained(deps),
    notifyConnected: createTellConnected(hooks, log),
  };
  return {
    connecting: { connectLink: createConnectLinks(deps), ...createConnectStart(flow), ...createConnectCallback(flow) },
    connections: createConnections(deps),
    expirePending: () => deps.store.expirePending(deps.db, deps.clock.now()),
  };
}

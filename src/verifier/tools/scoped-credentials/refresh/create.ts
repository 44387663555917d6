/** Wires the lifecycle of credentials: refreshing them and giving them to gateways. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/db.ts';
import type { RandomBytes } from '../../../../platform/ids.ts';
import type { Logger } from '../../../../platform/log.ts';
import type { Audit } from '../../../base/audit-log/append.ts';
import type { ControlChanges } from '../../../base/control/changes.ts';
import type { Events } from '../../../base/events/append.ts';
import type { Scheduled } from '../../../base/scheduled.ts';
import type { Vault } from '../../../base/vault/ports.ts';
import type { Agents } from '../../../configuration/agents/service.ts';
import type { GrantParts } from '../../../identity/issuer/ports.ts';
import type { ForeignOAuth } from '../../foreign-oauth/ports.ts';
import { createInjections, type Injections } from '../injection/injection.ts';
import type { CredentialLifecycle, ScopedCredentials } from '../ports.ts';
import { createManualRefresh, type ManualRefresh } from './manual-refresh.ts';
import { createRefresh } from './refresh.ts';
import { startCredentialSchedule } from './schedule.ts';
import { createRefreshStore } from './store.ts';
import { createCredentialSweep } from './sweep.ts';

export interface RefreshServices {
  readonly credentialLifecycle: Pick<CredentialLifecycle, 'refresh' | 'sweep'>;
  readonly manualRefresh: ManualRefresh;
  readonly injections: Injections;
  /** Closed with the verifier. */
  readonly credentialSchedule: Scheduled;
}

export interface RefreshWiring {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  readonly audit: Audit;
  readonly changes: ControlChanges;
  readonly agents: Agents;
  readonly events: Events;
  readonly vault: Vault;
  readonly foreignOAuth: Pick<ForeignOAuth, 'refresh' | 'clientCredentials' | 'exchange' | 'revoke'>;
  readonly resolution: Pick<ScopedCredentials, 'resolve' | 'wantScopesIn'>;
  readonly issuer: { readonly grantParts: Pick<GrantParts, 'reader' | 'state'> };
  /** Base URL of the pages; undefined if the port is only known at run time. */
  readonly publicUrl: string | undefined;
  readonly isScheduled: boolean;
  /** Marks credentials whose links all expired unused; gives their number. */
  readonly expirePending?: () => Promise<number>;
  /** Waits while another process refreshes; real time if absent. */
  readonly sleep?: (ms: number) => Promise<void>;
}

/** Page that shows a person's connections and the missing ones. */
const connectionsPath = '/account/connections';

export function createRefreshServices({ foreignOAuth: oauth, issuer, ...wiring }: RefreshWiring): RefreshServices {
  const { db, clock, log, publicUrl } = wiring;
  const store = createRefreshStore();
  const deps = { sleep: (ms: number) => wait(ms), ...wiring, oauth, store };
  const refresh = createRefresh(deps);
  const ending = new AbortController();
  const sweep = createCredentialSweep({ ...deps, refresh, signal: ending.signal });
  const injections = createInjections({
    ...deps,
    refresh,
    tokens: issuer.grantParts,
    wantScopesIn: wiring.resolution.wantScopesIn,
    noteUse: (row) => store.noteUse(db, row, clock.now()),
    connectUrl: publicUrl === undefined ? undefined : `${publicUrl.replace(/\/+$/, '')}${connectionsPath}`,
  });
  return {
    credentialLifecycle: { refresh, sweep },
    manualRefresh: createManualRefresh({ ...deps, refresh }),
    injections,
    credentialSchedule: startCredentialSchedule({
      db,
      clock,
      log,
      ending,
      isOn: wiring.isScheduled,
      sweep: async () => ((await wiring.expirePending?.()) ?? 0) + (await sweep()),
    }),
  };
}

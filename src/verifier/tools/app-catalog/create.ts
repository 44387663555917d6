/** Wires the app catalog. */
import { isIP } from 'node:net';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { judgeAddress, type OutboundAllow } from '../../../platform/http/outbound-addresses.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { MayBePlain } from './document.ts';
import { type AppPublishing, createAppPublishing } from './publishing.ts';
import { type AppReading, createAppReading } from './reading.ts';
import { readStarterCatalog } from './starter.ts';
import { createAppStore } from './store.ts';

export interface AppCatalogServices {
  readonly appCatalog: AppReading;
  readonly appPublishing: AppPublishing;
}

export interface AppCatalogDeps {
  readonly changes: ControlChanges;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  /** Gives the addresses that may be called for an organisation besides public ones. */
  readonly allowOf: (db: Db, orgId: string) => Promise<OutboundAllow>;
}

export function createAppCatalogServices(deps: AppCatalogDeps): AppCatalogServices {
  const parts = { ...deps, store: createAppStore(), starter: readStarterCatalog() };
  const plainHostsOf = async (db: Db, orgId: string) => toMayBePlain(await deps.allowOf(db, orgId));
  return { appCatalog: createAppReading(parts), appPublishing: createAppPublishing({ ...parts, plainHostsOf }) };
}

/** Refuses early what the outbound client would refuse at the call. */
function toMayBePlain(allow: OutboundAllow): MayBePlain {
  return (host) => {
    const bare = host.replace(/^\[|\]$/g, '');
    if (allow.hosts.has(bare)) return true;
    if (bare === 'localhost') return judgeAddress('127.0.0.1', bare, allow) === 'allowed';
    return isIP(bare) !== 0 && judgeAddress(bare, bare, allow) === 'allowed';
  };
}

/** Shared dependencies of telemetry exports. */
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/log.ts';
import type { EvidenceStore } from '../../attestation/evidence/store.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { Events } from '../../base/events/append.ts';
import type { Vault } from '../../base/vault/ports.ts';
import type { Outbound } from '../../configuration/outbound/ports.ts';
import type { Workspaces } from '../../configuration/workspaces/service.ts';
import type { ExportStore } from './store.ts';

export interface TelemetryCore {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  readonly store: ExportStore;
  readonly evidenceStore: Pick<EvidenceStore, 'findMany'>;
  readonly vault: Vault;
  readonly outbound: Pick<Outbound, 'forDeliveries'>;
  readonly events: Events;
  readonly audit: Audit;
  readonly changes: Pick<ControlChanges, 'hold'>;
  readonly workspaces: Pick<Workspaces, 'find' | 'listAll'>;
}

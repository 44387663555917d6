/** Shared dependencies of webhooks. */
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/log.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { Events } from '../../base/events/append.ts';
import type { Vault } from '../../base/vault/ports.ts';
import type { Agents } from '../../configuration/agents/service.ts';
import type { Outbound } from '../../configuration/outbound/ports.ts';
import type { Workspaces } from '../../configuration/workspaces/service.ts';
import type { DeliveryStore } from './delivery-store.ts';
import type { WebhookStore } from './store.ts';

export interface WebhookCore {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  readonly store: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly vault: Vault;
  readonly outbound: Pick<Outbound, 'forDeliveries'>;
  readonly events: Events;
  readonly audit: Audit;
  readonly changes: Pick<ControlChanges, 'hold'>;
  readonly workspaces: Pick<Workspaces, 'find'>;
  readonly agents: Pick<Agents, 'find'>;
  /** Limit of one attempt. Tests set a shorter one. */
  readonly attemptMs: number;
  readonly count: (outcome: 'delivered' | 'failed' | 'dead') => void;
}

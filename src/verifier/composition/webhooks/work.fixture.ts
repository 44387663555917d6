/** Webhooks over a database alone, with the guarded client and a vault with one secret for all. */
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../platform/clock.ts';
import { withCommits } from '../../../platform/db/after-commit.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { createGuardedFetch, type GuardedClient } from '../../../platform/http/guarded-fetch.ts';
import { parseOutboundAllow } from '../../../platform/http/outbound-addresses.ts';
import { createId } from '../../../platform/ids.ts';
import { createLogger } from '../../../platform/log.ts';
import { createSecret } from '../../../platform/secret.ts';
import { createAudit } from '../../base/audit-log/append.ts';
import { auditLogMigrations } from '../../base/audit-log/tables.ts';
import { createEvents } from '../../base/events/append.ts';
import { eventsMigrations } from '../../base/events/tables.ts';
import type { WebhookCore } from './core.ts';
import { createDeliveryStore } from './delivery-store.ts';
import { createFanOut, type FanOut } from './fan-out.ts';
import { createWebhookStore } from './store.ts';
import { type WebhookRow, webhookMigrations } from './tables.ts';
import { createWebhookWork, type WebhookWork } from './work.ts';

export const workMigrations = [...auditLogMigrations, ...eventsMigrations, ...webhookMigrations].sort((left, right) =>
  left.id < right.id ? -1 : 1,
);

export interface WorkFixture {
  readonly core: WebhookCore;
  readonly work: WebhookWork;
  readonly fanOut: FanOut;
  /** Organisations whose call limit is reached. */
  readonly heldOrgs: Set<string>;
  vaultIsShut: boolean;
  insert(url: string, change?: Partial<WebhookRow>): Promise<WebhookRow>;
  tell(count: number, orgId?: string): Promise<void>;
}

const nobody = async (): Promise<never> => {
  throw new Error('nobody asks this here');
};

export function createWorkFixture(
  database: Db,
  clock: Clock,
  processId: string,
  { attemptMs = 5_000, maxPending }: { readonly attemptMs?: number; readonly maxPending?: number } = {},
): WorkFixture {
  const db = withCommits(database);
  const heldOrgs = new Set<string>();
  const client = createGuardedFetch({ allow: parseOutboundAllow('127.0.0.0/8') });
  const forDeliveries = (orgId: string): GuardedClient => {
    const admit = () => {
      if (heldOrgs.has(orgId)) throw new AppError('too_many_requests', 'enough', { retryAfterS: 30 });
    };
    const call: GuardedClient = Object.assign(
      async (...args: Parameters<GuardedClient>) => {
        admit();
        return client(...args);
      },
      { open: client.open },
    );
    return call;
  };
  const state = { vaultIsShut: false };
  const events = createEvents({ clock });
  const store = createWebhookStore();
  const core: WebhookCore = {
    db,
    clock,
    randomBytes,
    store,
    attemptMs,
    events,
    audit: createAudit({ clock }),
    count: () => {},
    log: createLogger({ service: 'verifier', level: 'silent' }),
    deliveries: createDeliveryStore(clock),
    vault: {
      seal: nobody,
      put: nobody,
      lift: nobody,
      has: nobody,
      destroy: nobody,
      async read() {
        if (state.vaultIsShut) throw new AppError('unavailable', 'the vault is shut');
        return createSecret(`whsec_${Buffer.alloc(32, 7).toString('base64')}`);
      },
    },
    outbound: { forDeliveries },
    changes: { hold: async () => {} },
    workspaces: { find: nobody },
    agents: { find: nobody },
  };
  const fanOut = createFanOut(core, maxPending === undefined ? {} : { maxPending });
  return Object.assign(state, {
    core,
    fanOut,
    heldOrgs,
    work: createWebhookWork({ core, fanOut, processId }),
    insert: (url: string, change: Partial<WebhookRow> = {}) => {
      const now = clock.now();
      return store.insert(db, {
        org_id: 'default',
        id: createId('whk', clock, randomBytes),
        name: 'hook',
        url,
        description: '',
        events: ['*'],
        workspace_ids: null,
        agent_ids: null,
        status: 'active',
        status_reason: null,
        after_seq: 0,
        secret_version: 1,
        previous_version: null,
        previous_until: null,
        last_success_at: null,
        last_failure_at: null,
        failing_since: null,
        revision: 1,
        created_at: now,
        created_by: 'test',
        updated_at: now,
        ...change,
      });
    },
    tell: (count: number, orgId = 'default') => {
      const list = Array.from({ length: count }, (_one, n) => ({
        ...({ type: 'agent.log', code: `test.n${n}`, data: { n } } as const),
      }));
      return db.transaction(async (tx) => {
        await events.appendMany(tx, orgId, list);
      });
    },
  });
}

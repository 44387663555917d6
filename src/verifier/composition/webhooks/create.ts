/** Wires webhooks. */
import { Counter, type Registry } from 'prom-client';
import type { Database } from '../../../platform/db/db.ts';
import { createId } from '../../../platform/ids.ts';
import { schedule } from '../../../platform/schedule.ts';
import type { BackgroundWork } from '../../base/background-work.ts';
import { eventsChannel } from '../../base/events/append.ts';
import { startScheduled } from '../../base/scheduled.ts';
import { attemptMs } from './constants.ts';
import type { WebhookCore } from './core.ts';
import { createDebouncedTask } from './debounced-task.ts';
import { createDeliveryStore } from './delivery-store.ts';
import { createFanOut } from './fan-out.ts';
import { createWebhookDeliveries, type WebhookDeliveries } from './replaying.ts';
import { createWebhooks, type Webhooks } from './service.ts';
import { createWebhookStore } from './store.ts';
import { createWebhookWork, type WebhookWork } from './work.ts';

export interface WebhookServices {
  readonly webhooks: Webhooks;
  readonly webhookDeliveries: WebhookDeliveries;
  readonly webhookWork: WebhookWork;
}

/** Interval of the check for due deliveries, and for events without a notification. */
const everyMs = 1_000;
/** Events notified within this time are read together. */
const debounceMs = 100;

export interface WebhookWiring extends Omit<WebhookCore, 'store' | 'deliveries' | 'attemptMs' | 'count'> {
  readonly database: Pick<Database, 'listen'>;
  readonly registry: Registry;
  /** True if the program works by itself. */
  readonly isScheduled: boolean;
}

export function createWebhookServices(
  deps: WebhookWiring,
): WebhookServices & { readonly backgroundWork: BackgroundWork } {
  const { db, database, clock, randomBytes, log, registry, isScheduled } = deps;
  const { vault, outbound, events, audit, changes, workspaces, agents } = deps;
  const counter = new Counter({
    name: 'assay_webhook_attempts_total',
    help: 'Attempts to deliver to webhooks (delivered, failed) and abandoned deliveries (dead)',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of ['delivered', 'failed', 'dead']) counter.inc({ outcome }, 0);
  const core: WebhookCore = {
    db,
    clock,
    randomBytes,
    log,
    vault,
    outbound,
    events,
    audit,
    changes,
    workspaces,
    agents,
    store: createWebhookStore(),
    deliveries: createDeliveryStore(clock),
    attemptMs,
    count: (outcome) => counter.inc({ outcome }),
  };
  const webhooks = createWebhooks(core);
  const processId = createId('prc', clock, randomBytes);
  const webhookWork = createWebhookWork({ core, fanOut: createFanOut(core), processId });
  const scheduled = startScheduled({
    name: 'webhooks',
    intervalMs: isScheduled ? everyMs : 0,
    schedule,
    clock,
    log,
    claim: async () => true,
    async work() {
      await webhookWork.tick();
    },
  });
  const debounced = createDebouncedTask(debounceMs, () =>
    webhookWork.look().catch((error: unknown) => log.error({ err: error }, 'events for webhooks could not be read')),
  );
  const listening = isScheduled ? database.listen(eventsChannel, debounced.signal) : undefined;
  return {
    webhooks,
    webhookDeliveries: createWebhookDeliveries(core),
    webhookWork,
    backgroundWork: {
      async close() {
        // Closed first: the timer's end waits for the work to stop.
        await webhookWork.close();
        await listening?.close();
        await debounced.close();
        await scheduled.close();
      },
      chores: [() => core.deliveries.removeOld(db, clock.now()), webhooks.endOverlaps],
    },
  };
}

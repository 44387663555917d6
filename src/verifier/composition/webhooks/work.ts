/** Background work of webhooks: reads events and sends due deliveries, a limited number at a time. */
import { createLeaseTokens } from '../../../platform/db/lease.ts';
import { isAppError } from '../../../platform/errors.ts';
import { makeAttempt } from './attempt.ts';
import { deliveryLeaseMs, maxConcurrent, maxFailingAtOnce, ownFaultPauseMs } from './constants.ts';
import type { WebhookCore } from './core.ts';
import type { FanOut } from './fan-out.ts';
import type { LeasedDelivery } from './lease-store.ts';
import { recordAttempt } from './record-attempt.ts';

export interface WebhookWork {
  /** Reads events and starts to send, without waiting for receivers. @returns the number of events read. */
  tick(): Promise<number>;
  /** Reads events and starts to send their deliveries. The next tick sends what is due by time. */
  look(): Promise<void>;
  /** Starts to send due deliveries. */
  deliverNext(): Promise<void>;
  /** Waits for running deliveries. */
  idle(): Promise<void>;
  /** Aborts deliveries in progress and gives them back; starts nothing more. */
  close(): Promise<void>;
}

export interface WebhookWorkDeps {
  readonly core: WebhookCore;
  readonly fanOut: FanOut;
  /** Identifies this process at the database. */
  readonly processId: string;
}

/** Time reserved at the end of a lease to record the result. */
const leaveMs = 8_000;

export function createWebhookWork({ core, fanOut, processId }: WebhookWorkDeps): WebhookWork {
  const { db, clock, deliveries, log } = core;
  const running = new Map<Promise<void>, boolean>();
  const held = new Map<string, number>();
  const ending = new AbortController();
  const newToken = createLeaseTokens(processId);
  let pumping: Promise<void> | undefined;
  let isAskedAgain = false;

  const send = async (delivery: LeasedDelivery, signal: AbortSignal): Promise<void> => {
    const { org_id, id, webhook_id } = delivery;
    const giveBack = (afterMs: number) => deliveries.giveBack(db, delivery, afterMs);
    try {
      const webhook = await core.store.find(db, org_id, webhook_id);
      if (webhook === undefined) return;
      // Paused after it was taken: it waits, as all of them do.
      if (webhook.status !== 'active') return await giveBack(0);
      const result = await makeAttempt(core, webhook, delivery, signal);
      if ('heldForMs' in result) {
        held.set(org_id, clock.now() + result.heldForMs);
        return await giveBack(result.heldForMs);
      }
      // Aborted by our own shutdown: whether it arrived is unknown, so it is sent again, and not counted.
      if (ending.signal.aborted && !result.isDelivered) return await giveBack(0);
      await recordAttempt(core, delivery, result);
    } catch (error) {
      if (!isAppError(error)) throw error;
      // An internal fault, such as a sealed vault: no attempt was made, and it counts as no failure.
      log.warn({ err: error, delivery: id }, 'a webhook could not be sent yet');
      await giveBack(ownFaultPauseMs);
    }
  };

  const begin = (delivery: LeasedDelivery): void => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error('the lease is about to expire')), deliveryLeaseMs - leaveMs);
    timer.unref();
    const stop = () => late.abort(new Error('the process ends'));
    ending.signal.addEventListener('abort', stop, { once: true });
    const work: Promise<void> = send(delivery, late.signal)
      // The lease expires, and the next process sends it again.
      .catch((error: unknown) => log.error({ err: error, delivery: delivery.id }, 'a delivery could not be recorded'))
      .finally(() => {
        clearTimeout(timer);
        ending.signal.removeEventListener('abort', stop);
        running.delete(work);
        if (!ending.signal.aborted) void deliverNext().catch(complain);
      });
    running.set(work, delivery.is_failing);
  };

  const claim = (): Promise<LeasedDelivery[]> => {
    const now = clock.now();
    for (const [orgId, until] of held) if (until <= now) held.delete(orgId);
    const failing = [...running.values()].filter(Boolean).length;
    const request = {
      token: newToken(),
      most: maxConcurrent - running.size,
      maxFailing: Math.max(0, maxFailingAtOnce - failing),
      heldOrgIds: [...held.keys()],
    };
    return db.transaction((tx) => deliveries.claim(tx, request));
  };

  const fill = async (): Promise<void> => {
    do {
      isAskedAgain = false;
      while (!ending.signal.aborted && running.size < maxConcurrent) {
        const claimed = await claim();
        for (const delivery of claimed) begin(delivery);
        if (claimed.length === 0) break;
      }
    } while (isAskedAgain && !ending.signal.aborted);
  };

  const deliverNext = (): Promise<void> => {
    isAskedAgain = true;
    if (ending.signal.aborted) return Promise.resolve();
    pumping ??= fill().finally(() => {
      pumping = undefined;
    });
    return pumping;
  };

  const complain = (error: unknown): void => log.error({ err: error }, 'webhooks could not be sent');
  const read = () => fanOut.read(ending.signal, () => void deliverNext().catch(complain));

  return {
    deliverNext,
    async look() {
      await read();
    },
    async tick() {
      // Sending and reading a long backlog do not wait for each other.
      const [, count] = await Promise.all([deliverNext(), read()]);
      if (count > 0) await deliverNext();
      return count;
    },
    async idle() {
      while (pumping !== undefined || running.size > 0) await Promise.all([pumping, ...running.keys()]);
    },
    async close() {
      ending.abort(new Error('the process ends'));
      await pumping?.catch(complain);
      await Promise.all(running.keys());
    },
  };
}

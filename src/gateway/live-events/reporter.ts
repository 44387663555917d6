/**
 * Sends events to the verifier, best effort: in batches, one request at a time, with pauses while it is away. Events
 * that do not fit into memory are dropped, counted, and reported later. No exchange waits for it.
 */
import type { VerifierClient } from '../../clients/verifier/client.ts';
import { whyRefused } from '../../clients/verifier/refused.ts';
import type { LiveEvent } from '../../contract/live-events.ts';
import { isAppError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import { createEventQueue } from './event-queue.ts';
import type { LiveEventMetrics } from './live-event-metrics.ts';
import type { LostEvents } from './lost-events.ts';

export interface ReporterDeps {
  readonly verifier: Pick<VerifierClient, 'reportEvents'>;
  readonly lost: LostEvents;
  readonly metrics: LiveEventMetrics;
  readonly log: Logger;
  /** Resolves early when aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly maxWaiting?: number;
  readonly batch?: number;
}

export interface EventReporter {
  report(event: LiveEvent): void;
  waiting(): number;
  /** Sends the waiting events, for at most 2 s, and ends. */
  close(): Promise<void>;
}

const defaultMaxWaiting = 10_000;
const defaultBatch = 200;
const intervalMs = 100;
const firstPauseMs = 500;
const maxPauseMs = 30_000;
const closeMs = 2_000;

export function createEventReporter({ verifier, lost, metrics, log, sleep, ...bounds }: ReporterDeps): EventReporter {
  const { maxWaiting = defaultMaxWaiting, batch: maxConcurrent = defaultBatch } = bounds;
  const queue = createEventQueue(maxWaiting);
  const closing = new AbortController();
  let hurry = new AbortController();
  let running: Promise<void> | undefined;

  const drop = (events: readonly LiveEvent[]): void => {
    metrics.count('dropped', events.length);
    for (const event of events) lost.add(event);
  };

  const trySend = async (events: readonly LiveEvent[]): Promise<'taken' | 'refused' | 'away'> => {
    try {
      const { refused } = await verifier.reportEvents(events);
      metrics.count('reported', events.length - refused);
      metrics.count('refused', refused);
      return 'taken';
    } catch (error) {
      // A verifier that is overloaded accepts them later.
      if (isAppError(error, 'verifier_unavailable') || isAppError(error, 'too_many_requests')) return 'away';
      // A retry would end the same way.
      log.warn({ err: error, events: events.length }, whyRefused(error) ?? 'the verifier refuses events of calls');
      drop(events);
      await sleep(maxPauseMs, closing.signal);
      return 'refused';
    }
  };

  /** True once the verifier has accepted them. */
  const send = async (events: readonly LiveEvent[]): Promise<boolean> => {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
      const outcome = await trySend(events);
      if (outcome !== 'away') return outcome === 'taken';
      if (closing.signal.aborted) {
        drop(events);
        return false;
      }
      await sleep(pauseMs, closing.signal);
    }
  };

  const run = async (): Promise<void> => {
    while (queue.size() > 0) {
      if (queue.size() < maxConcurrent && !closing.signal.aborted) await sleep(intervalMs, hurry.signal);
      hurry = new AbortController();
      // Losses are reported once the verifier can be reached.
      if (!(await send(queue.take(maxConcurrent)))) continue;
      const losses = lost.drain();
      if (losses.length > 0) await send(losses);
    }
  };

  const add = (event: LiveEvent): void => {
    const oldest = queue.push(event);
    if (oldest !== undefined) drop([oldest]);
    if (queue.size() >= maxConcurrent) hurry.abort();
  };

  const start = (): void => {
    running ??= run()
      .catch((error: unknown) => log.error({ err: error }, 'events of calls could not be sent'))
      .finally(() => {
        running = undefined;
      });
  };

  return {
    report(event) {
      add(event);
      start();
    },
    waiting: queue.size,
    async close() {
      // A call that ended just now makes its event in the next turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      closing.abort();
      hurry.abort();
      const limit = new AbortController();
      await Promise.race([running, sleep(closeMs, limit.signal)]);
      limit.abort();
      drop(queue.take(maxWaiting));
    },
  };
}

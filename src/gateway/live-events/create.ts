/** Wires live events: reports calls to the verifier, where there is one. */
import type { Registry } from 'prom-client';
import type { VerifierClient } from '../../clients/verifier/client.ts';
import type { Clock } from '../../platform/clock.ts';
import { createId, type RandomBytes } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import type { CallObserver, ToolCallObserver } from '../exchange/call-watch.ts';
import { createLiveEventMetrics } from './live-event-metrics.ts';
import { createLostEvents } from './lost-events.ts';
import { createCallObserver } from './observe.ts';
import { createToolCallObserver } from './observe-tools.ts';
import { createEventReporter } from './reporter.ts';

export interface LiveEventsOptions {
  /** Absent: nothing is reported. */
  readonly verifier: VerifierClient | undefined;
  readonly registry: Registry;
  readonly gatewayId: string;
  /** Name of the model server in events. */
  readonly provider: string;
  readonly clock: Clock;
  readonly monotonicMs: () => number;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface LiveEvents {
  readonly observer: CallObserver | undefined;
  readonly toolObserver: ToolCallObserver | undefined;
  close(): Promise<void>;
}

export function startLiveEvents(options: LiveEventsOptions): LiveEvents {
  const { verifier, registry, gatewayId, provider, clock, monotonicMs, randomBytes, log, sleep } = options;
  if (verifier === undefined) return { observer: undefined, toolObserver: undefined, close: async () => {} };
  const createEventId = () => createId('lev', clock, randomBytes);
  const times = { createEventId, now: clock.now };
  const metrics = createLiveEventMetrics(registry, () => reporter.waiting());
  const reporter = createEventReporter({
    verifier,
    lost: createLostEvents({ ...times, gatewayId }),
    metrics,
    log,
    sleep,
  });
  return {
    observer: createCallObserver({ ...times, monotonicMs, provider, report: reporter.report }),
    toolObserver: createToolCallObserver({ ...times, monotonicMs, report: reporter.report }),
    close: reporter.close,
  };
}

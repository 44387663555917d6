/** Makes events of calls after their answers left, so that no caller waits for them. */
import type { LiveEvent, ModelInvocation } from '../../contract/live-events.ts';
import type { CallObserver, ObservedCall } from '../exchange/call-watch.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { toEnded, toStarted } from './invocation.ts';

export interface ObserveDeps {
  readonly report: (event: LiveEvent) => void;
  /** Name of the model server in events. */
  readonly provider: string;
  readonly createEventId: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly monotonicMs: () => number;
}

export function createCallObserver({ report, provider, createEventId, now, monotonicMs }: ObserveDeps): CallObserver {
  const tell = (exchange: Exchange, timeMs: number, data: ModelInvocation): void => {
    const { agentId, traceId, sessionId } = exchange.identity;
    report({
      id: createEventId(),
      type: 'model.invocation',
      time: new Date(timeMs).toISOString(),
      agent_id: agentId,
      trace_id: traceId,
      session_id: sessionId,
      data,
    });
  };
  const tellStarted = (call: ObservedCall, first: Exchange, timeMs: number): void =>
    tell(first, timeMs, toStarted(call, first, provider));
  const tellEnded = (call: ObservedCall, error: unknown, timeMs: number, endedMs: number): void => {
    const { first, last } = call.watched;
    // A call that could not be read has no exchange.
    if (first === undefined || last === undefined) return;
    tell(first, timeMs, toEnded(call, { first, last }, { provider, error, latencyMs: endedMs - first.startedMs }));
  };
  return {
    asked(call) {
      const { first } = call.watched;
      if (first !== undefined) setImmediate(tellStarted, call, first, now());
    },
    ended: (call, error) => void setImmediate(tellEnded, call, error, now(), monotonicMs()),
  };
}

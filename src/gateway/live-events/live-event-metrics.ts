/** Prometheus metrics of reported events. */
import { Counter, Gauge, type Registry } from 'prom-client';

/** `refused`: of agents that the verifier does not know; `dropped`: no room, or no receiver. */
const outcomes = ['reported', 'refused', 'dropped'] as const;
export type ReportOutcome = (typeof outcomes)[number];

export interface LiveEventMetrics {
  count(outcome: ReportOutcome, events: number): void;
}

export function createLiveEventMetrics(registry: Registry, waiting: () => number): LiveEventMetrics {
  const events = new Counter({
    name: 'assay_gateway_live_events_total',
    help: 'Events of calls for the verifier, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  new Gauge({
    name: 'assay_gateway_live_events_waiting',
    help: 'Events of calls that wait to be sent',
    registers: [registry],
    collect() {
      this.set(waiting());
    },
  });
  // Created at zero, so that an alarm on an increase sees the first one.
  for (const outcome of outcomes) events.inc({ outcome }, 0);
  return { count: (outcome, count) => events.inc({ outcome }, count) };
}

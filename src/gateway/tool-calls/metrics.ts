/** Prometheus metrics of judged tool calls. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export const steps = ['begin', 'end', 'texts'] as const;
export type Step = (typeof steps)[number];

/** `error`: it was not judged, or not recorded; `late`: no result came in time. */
const decisions = ['allow', 'deny', 'answered', 'without_result', 'late', 'error'] as const;
export type CountedDecision = (typeof decisions)[number];

export interface ToolCallMetrics {
  count(step: Step, decision: CountedDecision): void;
  /** Seconds. */
  took(step: Step, seconds: number): void;
}

const buckets = [0.000_5, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export function createToolCallMetrics(registry: Registry, held: () => number): ToolCallMetrics {
  const calls = new Counter({
    name: 'assay_gateway_tool_calls_total',
    help: 'Judgements of tool calls, by step and decision',
    labelNames: ['step', 'decision'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'assay_gateway_tool_call_seconds',
    help: 'Time to judge a step, with its record if it has one',
    labelNames: ['step'],
    buckets,
    registers: [registry],
  });
  new Gauge({
    name: 'assay_gateway_tool_calls_held',
    help: 'Allowed tool calls whose result has not arrived',
    registers: [registry],
    collect() {
      this.set(held());
    },
  });
  // Created at zero, so that an alarm on an increase sees the first one.
  for (const step of steps) for (const decision of decisions) calls.inc({ step, decision }, 0);
  return {
    count: (step, decision) => calls.inc({ step, decision }),
    took: (step, seconds) => durations.observe({ step }, seconds),
  };
}

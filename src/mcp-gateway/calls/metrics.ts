/** Prometheus metrics of calls: outcomes, durations of each part, running and waiting calls. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { ToolCallEnd } from '../ports.ts';
import type { CallLimiter } from './call-limiter.ts';

const parts = ['queue', 'begin', 'server', 'end', 'whole'] as const;
type CallPart = (typeof parts)[number];

export interface CallMetrics {
  ended(end: ToolCallEnd): void;
  took(part: CallPart, startedMs: number): void;
  outputMismatch(): void;
  /** Milliseconds of a monotonic clock. */
  nowMs(): number;
}

export function createCallMetrics(
  registry: Registry,
  callLimiter: Pick<CallLimiter, 'running' | 'waiting'>,
): CallMetrics {
  const registers = [registry];
  const ended = new Counter({
    name: 'assay_mcp_tool_calls_total',
    help: 'Calls of tools, by what became of them',
    labelNames: ['outcome'],
    registers,
  });
  const seconds = new Histogram({
    name: 'assay_mcp_tool_call_seconds',
    help: 'Time of calls of tools: in the queue, judging the arguments, at the server, judging the result, as a whole',
    labelNames: ['part'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30, 300],
    registers,
  });
  const mismatches = new Counter({
    name: 'assay_mcp_output_mismatches_total',
    help: 'Results whose structured content is not what the approved output schema says',
    registers,
  });
  gauge('assay_mcp_tool_calls_running', 'Calls of tools that are under way', registry, callLimiter.running);
  gauge('assay_mcp_tool_calls_waiting', 'Calls of tools that wait for their turn', registry, callLimiter.waiting);
  const series = new Map(parts.map((part) => [part, seconds.labels(part)]));
  return {
    ended: (end) => ended.inc({ outcome: outcomeOf(end) }),
    took: (part, startedMs) => series.get(part)?.observe((performance.now() - startedMs) / 1_000),
    outputMismatch: () => mismatches.inc(),
    nowMs: () => performance.now(),
  };
}

function outcomeOf(end: ToolCallEnd): string {
  if (end.kind === 'refused') return end.refusal.code;
  return end.kind === 'result' && end.result['isError'] === true ? 'result_is_error' : end.kind;
}

function gauge(name: string, help: string, registry: Registry, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}

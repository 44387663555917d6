/** Prometheus metrics of the console stream. */
import { Counter, Gauge, type Registry } from 'prom-client';

const endReasons = ['client', 'behind', 'stalled', 'access', 'shutdown', 'error'] as const;
export type EndReason = (typeof endReasons)[number];

export interface ConsoleMetrics {
  opened(): void;
  ended(reason: EndReason): void;
  sent(count: number): void;
}

export function createConsoleMetrics(registry: Registry): ConsoleMetrics {
  const registers = [registry];
  const open = new Gauge({ name: 'assay_console_streams', help: 'Console streams that are open', registers });
  const events = new Counter({
    name: 'assay_console_events_total',
    help: 'Events given to console streams',
    registers,
  });
  const ended = new Counter({
    name: 'assay_console_streams_ended_total',
    help: 'Console streams that ended, by reason',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of endReasons) ended.inc({ reason }, 0);
  return {
    opened: () => open.inc(),
    ended(reason) {
      open.dec();
      ended.inc({ reason });
    },
    sent: (count) => events.inc(count),
  };
}

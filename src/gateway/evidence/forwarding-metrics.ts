/** Prometheus gauges of records on their way to the verifier. */
import { Gauge, type Registry } from 'prom-client';
import type { ForwarderState } from './forwarder.ts';

/** Adds the gauges; they are read at each scrape. */
export function addForwardingMetrics(registry: Registry, state: () => ForwarderState): void {
  const add = (name: string, help: string, value: (now: ForwarderState) => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value(state()));
      },
    });
  };
  add('assay_forwarding_backlog', 'Receipts that wait for the verifier', (now) => now.backlog);
  add('assay_evidence_refused', 'Evidence that the verifier refused and the gateway keeps', (now) => now.refused);
  add('assay_forwarding_connected', '1 while the verifier accepts records', (now) => Number(now.connected));
}

/** Prometheus gauges of checkpoints and their witness. */
import { Gauge, type Registry } from 'prom-client';
import type { WitnessingState } from './witness.ts';

/** Adds the gauges; they are read at each scrape. */
export function addWitnessMetrics(registry: Registry, state: () => WitnessingState): void {
  const add = (name: string, help: string, value: (now: WitnessingState) => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value(state()));
      },
    });
  };
  add('assay_receipts_checkpoint_size', 'Receipts under the latest signed checkpoint', (now) => now.checkpoint_size);
  add('assay_receipts_witnessed_size', 'Receipts under the latest cosigned checkpoint', (now) => now.witnessed_size);
  add(
    'assay_witness_lag_seconds',
    'Time that the oldest receipt has waited for the witness',
    (now) => now.witness_lag_ms / 1000,
  );
}

/** Prometheus metrics of the distribution of bundles. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { type GatewayState, gatewayStates } from '../../../contract/api/gateways/shapes.ts';

export interface GatewayMetrics {
  answered(result: 'changed' | 'unchanged' | 'gone'): void;
  made(bytes: number, seconds: number): void;
  /** Counts a bundle that gateways could not read. */
  withheld(): void;
  /** Sets the sources of the gauges, which are read at each scrape. */
  observe(sources: {
    readonly waiting: () => number;
    readonly countStates: () => Promise<Record<GatewayState, number>>;
  }): void;
}

const kibibyte = 1024;

export function createGatewayMetrics(registry: Registry): GatewayMetrics {
  const registers = [registry];
  const answers = new Counter({
    name: 'assay_config_bundle_answers_total',
    help: 'Polls of gateways for their bundle, by how they ended',
    labelNames: ['result'],
    registers,
  });
  const withheld = new Counter({
    name: 'assay_config_bundles_withheld_total',
    help: 'Bundles that were made and not given out, because gateways could not read them',
    registers,
  });
  const seconds = new Histogram({
    name: 'assay_config_bundle_make_seconds',
    help: 'Time to put a bundle together and sign it, once for each revision',
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
    registers,
  });
  const bytes = new Histogram({
    name: 'assay_config_bundle_bytes',
    help: 'Size of the bundles made',
    buckets: [1, 16, 256, 1024, 4096, 16_384, 65_536].map((size) => size * kibibyte),
    registers,
  });
  return {
    answered: (result) => answers.inc({ result }),
    withheld: () => withheld.inc(),
    made(size, duration) {
      bytes.observe(size);
      seconds.observe(duration);
    },
    observe({ waiting, countStates }) {
      new Gauge({
        name: 'assay_config_bundle_waiting',
        help: 'Gateways that wait for a change at this process',
        registers,
        collect() {
          this.set(waiting());
        },
      });
      new Gauge({
        name: 'assay_gateways',
        help: 'Gateways by how they stand to the configuration that holds',
        labelNames: ['state'],
        registers,
        async collect() {
          // While the database is unavailable this series is absent, and all others are still reported.
          const counts = await countStates().catch(() => undefined);
          this.reset();
          for (const state of gatewayStates) if (counts !== undefined) this.set({ state }, counts[state]);
        },
      });
    },
  };
}

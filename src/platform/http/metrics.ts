/** Prometheus metrics of one app: requests by route and status, and the memory of the process. */
import { Gauge, Histogram, Registry } from 'prom-client';

export interface HttpMetrics {
  readonly registry: Registry;
  observe(labels: { method: string; route: string; status: string }, seconds: number): void;
}

/** Creates the request metrics in a new registry, or in the given one. */
export function createHttpMetrics(service: string, registry: Registry = new Registry()): HttpMetrics {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: `Time to answer requests to the ${service}`,
    labelNames: ['method', 'route', 'status'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
    registers: [registry],
  });
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory of the process',
    registers: [registry],
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  // Looking a series up by its labels costs more than counting in it.
  const series = new Map<string, ReturnType<typeof duration.labels>>();
  return {
    registry,
    observe(labels, seconds) {
      const name = `${labels.status} ${labels.method} ${labels.route}`;
      const known = series.get(name) ?? duration.labels(labels);
      if (!series.has(name)) series.set(name, known);
      known.observe(seconds);
    },
  };
}

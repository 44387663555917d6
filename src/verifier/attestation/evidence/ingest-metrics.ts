/** Prometheus counters of ingestion. */
import { Counter, type Registry } from 'prom-client';
import type { IngestResult } from '../../../contract/ingest.ts';

export interface IngestMetrics {
  count(status: IngestResult['status'], reason: string): void;
}

/** Counts results by status and reason code. */
export function createIngestMetrics(registry: Registry): IngestMetrics {
  const results = new Counter({
    name: 'assay_evidence_results_total',
    help: 'Ingested evidence by result',
    labelNames: ['status', 'reason'],
    registers: [registry],
  });
  return { count: (status, reason) => results.inc({ status, reason }) };
}

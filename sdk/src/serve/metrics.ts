/** Counts claims calls and prints them as Prometheus text exposition. */
import type { ClaimsResponse } from '../contract/response.ts';

export interface Metrics {
  /** Call it at the start of a claims call, and the returned function at its end. */
  begin(): (response: ClaimsResponse | undefined) => void;
  print(): string;
}

const bucketsSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** `clock` gives milliseconds, from any start. */
export function createMetrics(auditorId: string, clock: () => number): Metrics {
  const outcomes = new Map<string, number>();
  const counts = bucketsSeconds.map(() => 0);
  let inFlight = 0;
  let sumSeconds = 0;
  let total = 0;

  function observe(seconds: number, outcome: string): void {
    total += 1;
    sumSeconds += seconds;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    const index = bucketsSeconds.findIndex((limit) => seconds <= limit);
    const count = counts[index];
    if (count !== undefined) counts[index] = count + 1;
  }

  return {
    begin() {
      const start = clock();
      inFlight += 1;
      return (response) => {
        inFlight -= 1;
        observe(
          (clock() - start) / 1000,
          response?.status === 'error' ? response.error.code : (response?.status ?? 'refused'),
        );
      };
    },
    print() {
      const label = `auditor="${auditorId}"`;
      let below = 0;
      const buckets = bucketsSeconds.map((limit, index) => {
        below += counts[index] ?? 0;
        return `assay_auditor_claims_duration_seconds_bucket{${label},le="${limit}"} ${below}`;
      });
      return `${[
        '# HELP assay_auditor_claims_total Claims calls by outcome: success, an error code, or refused before analysis.',
        '# TYPE assay_auditor_claims_total counter',
        ...[...outcomes].map(([name, count]) => `assay_auditor_claims_total{${label},outcome="${name}"} ${count}`),
        '# HELP assay_auditor_claims_in_flight Claims calls being answered.',
        '# TYPE assay_auditor_claims_in_flight gauge',
        `assay_auditor_claims_in_flight{${label}} ${inFlight}`,
        '# HELP assay_auditor_claims_duration_seconds Time from request to answer.',
        '# TYPE assay_auditor_claims_duration_seconds histogram',
        ...buckets,
        `assay_auditor_claims_duration_seconds_bucket{${label},le="+Inf"} ${total}`,
        `assay_auditor_claims_duration_seconds_sum{${label}} ${sumSeconds}`,
        `assay_auditor_claims_duration_seconds_count{${label}} ${total}`,
      ].join('\n')}\n`;
    },
  };
}

/** Prometheus metrics of the bundle in use; alarm on a refused one. */
import { Counter, Gauge, type Registry } from 'prom-client';
import { type RefusalReason, refusalReasons } from '../../configuration/bundle/open-signed.ts';

export interface DocumentMetrics {
  refused(reason: RefusalReason): void;
  taken(isNewLineage: boolean): void;
}

export interface BundleMetrics {
  readonly bundle: DocumentMetrics;
  readonly standing: DocumentMetrics;
}

export interface BundleGauges {
  readonly revision: number;
  readonly standingRevision: number;
  /** Seconds since the verifier last confirmed it. */
  readonly ageS: number;
  /** Seconds for which newer configuration is known and not in use, or the standing is missing; 0 otherwise. */
  readonly lagS: number;
  readonly problems: number;
  /** The number of cached agent states. */
  readonly profiles: number;
  /** Running auditors that the registry lists as revoked. */
  readonly revokedAuditors: number;
}

export function addBundleMetrics(registry: Registry, gauges: () => BundleGauges): BundleMetrics {
  const registers = [registry];
  const refused = countRefused(registry, 'assay_gateway_bundle_refused_total', 'Bundles');
  const standingRefused = countRefused(registry, 'assay_gateway_standing_refused_total', 'Standings');
  const taken = new Counter({
    name: 'assay_gateway_bundle_taken_total',
    help: 'Bundles that became active',
    registers,
  });
  const lineages = new Counter({
    name: 'assay_gateway_bundle_lineage_changes_total',
    help: 'Bundles from a verifier database other than the previous one',
    registers,
  });
  const gauge = (name: string, help: string, value: (now: BundleGauges) => number): void => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value(gauges()));
      },
    });
  };
  gauge('assay_gateway_bundle_revision', 'Revision of the bundle in use; -1 without one', (now) => now.revision);
  gauge(
    'assay_gateway_standing_revision',
    'Revision of the standing of callers in use; -1 without one',
    (now) => now.standingRevision,
  );
  gauge('assay_gateway_bundle_age_seconds', 'Time since the verifier confirmed it', (now) => now.ageS);
  gauge(
    'assay_gateway_config_lag_seconds',
    'Time since newer configuration is known but not in use, or the verifier gives a bundle without the standing; 0 if neither',
    (now) => now.lagS,
  );
  gauge('assay_gateway_config_problems', 'Problems of the configuration in use', (now) => now.problems);
  gauge('assay_gateway_revoked_auditors', 'Auditors that run although they are revoked', (now) => now.revokedAuditors);
  gauge(
    'assay_gateway_config_profiles',
    'Agents with the same configuration share one of these',
    (now) => now.profiles,
  );
  return {
    bundle: {
      refused: (reason) => refused.inc({ reason }),
      taken(isNewLineage) {
        taken.inc();
        if (isNewLineage) lineages.inc();
      },
    },
    standing: { refused: (reason) => standingRefused.inc({ reason }), taken: () => {} },
  };
}

function countRefused(registry: Registry, name: string, what: string): Counter<'reason'> {
  const help = `${what} that were kept out, by reason`;
  const refused = new Counter({ name, help, labelNames: ['reason'] as const, registers: [registry] });
  // Created at zero, so that an alarm on an increase sees the first one.
  for (const reason of refusalReasons) refused.inc({ reason }, 0);
  return refused;
}

/** Runs all checks of a verification in order. Only network calls, no transaction. */

import type { VerificationCheck } from '../../../contract/api/auditor-registry/shapes.ts';
import type { ProbeAuditor } from '../../configuration/auditor-catalog/probe.ts';
import type { Outbound } from '../../configuration/outbound/ports.ts';
import { checkLabels } from './check-labels.ts';
import { checkLive } from './check-live.ts';
import type { ReleaseRow, VerificationRunRow } from './tables.ts';

export interface RunFindings extends Pick<VerificationRunRow, 'labels_source' | 'auditor_id'> {
  readonly checks: readonly VerificationCheck[];
}

/** Gives the current state of a release's signature; undefined without one. */
export type CheckSignature = (release: ReleaseRow) => Promise<VerificationCheck>;
export type RunChecks = (release: ReleaseRow, run: VerificationRunRow, signal: AbortSignal) => Promise<RunFindings>;

export interface RunChecksDeps {
  readonly outbound: Pick<Outbound, 'forOrganisation'>;
  readonly probe: ProbeAuditor;
  readonly checkSignature: CheckSignature;
  /** Limit for the contract kit. */
  readonly kitTimeoutMs: number;
}

/** @throws AppError `too_many_requests` if the organisation made too many calls: the run is postponed. */
export function createRunChecks(deps: RunChecksDeps): RunChecks {
  const { outbound, probe, checkSignature, kitTimeoutMs } = deps;
  return async (release, run, signal) => {
    const client = outbound.forOrganisation(release.org_id);
    const labels = await checkLabels({
      image: release.image,
      labels: release.labels,
      submitted: run.labels,
      fetch: client,
      signal,
    });
    const signature = await checkSignature(release);
    const live = await checkLive({
      orgId: release.org_id,
      url: run.url,
      vocabularyDigest: release.vocabulary_digest,
      probe,
      client,
      signal,
      timeoutMs: kitTimeoutMs,
    });
    return {
      labels_source: labels.source,
      auditor_id: live.auditorId,
      checks: [labels.check, signature, ...live.checks],
    };
  };
}

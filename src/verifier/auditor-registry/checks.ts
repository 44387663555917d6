/** All checks of one verification run, in their order; network alone, no transaction. */

import type { VerificationCheck } from '../../contract/api/auditor-registry/shapes.ts';
import type { ProbeAuditor } from '../auditor-catalog/probe.ts';
import type { Outbound } from '../outbound/seams.ts';
import { checkLabels } from './check-labels.ts';
import { checkLive } from './check-live.ts';
import type { ReleaseRow, RunRow } from './tables.ts';

export interface RunFindings extends Pick<RunRow, 'labels_source' | 'auditor_id'> {
  readonly checks: readonly VerificationCheck[];
}

/** How the signature of a release stands now; undefined for one without. */
export type CheckSignature = (release: ReleaseRow) => Promise<VerificationCheck>;
export type RunChecks = (release: ReleaseRow, run: RunRow, signal: AbortSignal) => Promise<RunFindings>;

export interface RunChecksDeps {
  readonly outbound: Pick<Outbound, 'forOrganisation'>;
  readonly probe: ProbeAuditor;
  readonly checkSignature: CheckSignature;
  /** Of the contract kit. */
  readonly kitTimeoutMs: number;
}

/** @throws AppError `too_many_requests` where the organisation made more calls than it may: the run waits. */
export function createRunChecks(deps: RunChecksDeps): RunChecks {
  const { outbound, probe, checkSignature, kitTimeoutMs } = deps;
  return async (release, run, signal) => {
    const client = outbound.forOrganisation(release.org_id);
    const labels = await checkLabels({
      ...{ image: release.image, labels: release.labels, submitted: run.labels, fetch: client, signal },
    });
    const signature = await checkSignature(release);
    const live = await checkLive({
      ...{ orgId: release.org_id, url: run.url, vocabularyDigest: release.vocabulary_digest },
      ...{ probe, client, signal, timeoutMs: kitTimeoutMs },
    });
    return {
      ...{ labels_source: labels.source, auditor_id: live.auditorId },
      checks: [labels.check, signature, ...live.checks],
    };
  };
}

/** Gives the AR4SI status of one claim of an Evidence: how far the claim can be relied on, not whether its value is good. */
import type { Evidence } from '../contract/evidence.ts';

export type ClaimStatus = 2 | 32 | 96;

/**
 * 2: observed inside the attested boundary. 32: observed outside of it, or in an exchange whose refusal was not
 * enforced (the control was watched, not applied). 96: the auditor named as its maker did not succeed.
 */
export function statusOfClaim(evidence: Evidence, index: number): ClaimStatus {
  const run = evidence.auditors.find((candidate) => candidate.claims.includes(index));
  if (run === undefined || run.status !== 'ok') return 96;
  const isUnenforced = evidence.decision.decision === 'deny' && evidence.enforced === 'allow';
  return run.boundary === 'attested' && !isUnenforced ? 2 : 32;
}

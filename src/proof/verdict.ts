/**
 * The answer of every check of this folder: a proof, or a refusal with a stable reason code (RFC 9334 appraisal, step
 * by step).
 */

/** Stable reason codes. A new one is compatible; a renamed one is not, because verdicts are stored and compared. */
export const reasons = [
  'alg',
  'bundle',
  'chain_invalid',
  'checkpoint',
  'claim',
  'claims_hash',
  'collateral_expired',
  'consistency',
  'crit',
  'debug',
  'duplicate',
  'duplicate_key',
  'evidence_id',
  'evidence_set_mismatch',
  'expired',
  'forked',
  'inclusion',
  'incomplete',
  'inconsistent',
  'json',
  'jws',
  'key_attestation_mismatch',
  'key_unknown',
  'length',
  'measurement',
  'nonce_mismatch',
  'not_canonical',
  'not_yet_valid',
  'padding',
  'policy',
  'profile',
  'receipt_mismatch',
  'receipts',
  'report_data_mismatch',
  'revoked',
  'root_untrusted',
  'schema',
  'signature_invalid',
  'status_too_good',
  'tcb_no_match',
  'tcb_revoked',
  'text',
  'too_deep',
  'too_large',
  'typ',
  'unsupported',
] as const;

export type Reason = (typeof reasons)[number];

export interface Refusal {
  readonly ok: false;
  readonly reason: Reason;
  /** A sentence for people. It never quotes a value of the artefact. */
  readonly message: string;
}

/** Refuses with a reason code and a sentence. */
export function refuse(reason: Reason, message: string): Refusal {
  return { ok: false, reason, message };
}

/** Allowed difference between two honest clocks, in seconds. */
export const clockSkewS = 60;

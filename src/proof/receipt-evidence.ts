/** Checks that a receipt and the Evidence it names agree; the link itself is `evidence_hash`. */
import type { ReceiptRecord } from '@assay/sdk/receipts';
import type { Evidence } from '../contract/evidence.ts';
import { type Refusal, refuse } from './verdict.ts';

/** Finds the first member in which a receipt contradicts its evidence; `undefined` if they agree. */
export function findReceiptMismatch(record: ReceiptRecord, evidence: Evidence): Refusal | undefined {
  const differs = (member: string): Refusal =>
    refuse('receipt_mismatch', `receipt and evidence differ in ${member}, although the receipt names this evidence`);
  if (record.kind !== 'receipt') return differs('kind');
  if (record.attestation_hash !== evidence.key_attestation_hash) return differs('attestation_hash');
  if (record.claims_hash !== evidence.claims_hash) return differs('claims_hash');
  if (record.claim_count !== evidence.claims.length) return differs('claim_count');
  if (record.cedar_decision !== evidence.decision.decision) return differs('cedar_decision');
  if (`sha256:${record.cedar_policy_hash}` !== evidence.decision.policy_set_hash) return differs('cedar_policy_hash');
  if (record.verdict !== evidence.enforced) return differs('verdict');
  if (!isOneOf(record.request_hash, evidence.request_hash, evidence.redacted_request_hash)) {
    return differs('request_hash');
  }
  // A refusal is written after the Evidence that explains it, so only an allowed exchange has one response hash.
  const answered = evidence.enforced === 'allow' && evidence.response_hash !== null;
  if (answered && !isOneOf(record.response_hash, evidence.response_hash, evidence.redacted_response_hash)) {
    return differs('response_hash');
  }
  return undefined;
}

function isOneOf(hash: string, ...expected: readonly (string | null | undefined)[]): boolean {
  return expected.includes(hash);
}

/** Checks one ingested item: the evidence by its attested key, then its receipt by the same key. */
import { nodeProofCrypto, sha256Hex } from '@assay/sdk/crypto';
import type { ReceiptProof } from '../../contract/bundle.ts';
import type { Evidence } from '../../contract/evidence.ts';
import { findIdProblem } from '../../contract/evidence-rules.ts';
import { EvidenceItemSchema } from '../../contract/ingest.ts';
import { checkEvidence, type EvidenceVerdict } from '../../proof/evidence.ts';
import { checkReceipt } from '../../proof/receipt.ts';
import { findReceiptMismatch } from '../../proof/receipt-evidence.ts';
import { createShape } from '../../proof/shape.ts';
import type { KeyRing } from './key-ring.ts';

export interface CheckedReceipt {
  readonly proof: ReceiptProof;
  readonly chainId: string;
  readonly seq: number;
  readonly hash: string;
}

export interface CheckedItem {
  readonly ok: true;
  readonly jws: string;
  /** Hex SHA-256 of the JWS. */
  readonly hash: string;
  readonly kid: string;
  readonly evidence: Evidence;
  readonly receipt: CheckedReceipt | undefined;
}

export interface RefusedItem {
  readonly ok: false;
  readonly evidenceId: string | null;
  readonly reason: string;
  readonly message: string;
  /** Hex SHA-256 of what was sent. */
  readonly hash: string;
}

interface Context {
  readonly orgId: string;
  readonly now: number;
  readonly keys: KeyRing;
}

const parseItem = createShape(EvidenceItemSchema, 'the item');

/** Never throws for what the item holds. */
export async function checkItem(candidate: unknown, context: Context): Promise<CheckedItem | RefusedItem> {
  const shape = parseItem(candidate);
  if (!shape.ok) return refuse(shape, null, sha256Hex(JSON.stringify(candidate) ?? ''));
  const { jws, receipt } = shape.value;
  const verdict = await checkWithKeys(jws, context);
  if (!verdict.ok) return refuse(verdict, null, sha256Hex(jws));
  const { evidence, hash, kid } = verdict;
  const unnamed = findIdProblem(evidence);
  if (unnamed !== undefined) return refuse(unnamed, evidence.evidence_id, hash);
  if (receipt === undefined) return { ok: true, jws, hash, kid, evidence, receipt: undefined };
  const checked = await checkItemReceipt(receipt, { evidence, hash, kid }, context);
  if (!checked.ok) return refuse(checked, evidence.evidence_id, hash);
  return { ok: true, jws, hash, kid, evidence, receipt: checked.receipt };
}

/** A key or an attestation of it that is not in memory may have been accepted elsewhere: looks once more. */
async function checkWithKeys(jws: string, { orgId, now, keys }: Context): Promise<EvidenceVerdict> {
  let asked: string | undefined;
  const check = () =>
    checkEvidence(jws, {
      keys: (kid) => {
        asked = kid;
        return keys.find(orgId, kid);
      },
      now,
      crypto: nodeProofCrypto,
    });
  const first = await check();
  const mayBeNews = !first.ok && (first.reason === 'key_unknown' || first.reason === 'key_attestation_mismatch');
  if (!mayBeNews || asked === undefined) return first;
  await keys.refresh(orgId, asked);
  const second = await check();
  const isRevoked = !second.ok && second.reason === 'key_unknown' && keys.isRevoked(orgId, asked);
  // Told apart from a key that nobody knows: sending its attestation again helps the one and not the other.
  return isRevoked ? { ok: false, reason: 'revoked', message: 'the key that signed this was revoked' } : second;
}

type ReceiptResult = { ok: true; receipt: CheckedReceipt } | { ok: false; reason: string; message: string };

async function checkItemReceipt(
  proof: ReceiptProof,
  subject: { evidence: Evidence; hash: string; kid: string },
  { orgId, keys }: Context,
): Promise<ReceiptResult> {
  const key = keys.find(orgId, subject.kid);
  if (key === undefined) return { ok: false, reason: 'key_unknown', message: 'the key of the receipt is not known' };
  const verdict = await checkReceipt(proof, { jwk: key.jwk, crypto: nodeProofCrypto });
  if (!verdict.ok) return { ok: false, reason: verdict.reason, message: `receipt: ${verdict.message}` };
  const { record, hash } = verdict;
  if (record.evidence_hash !== subject.hash) {
    return { ok: false, reason: 'receipt_mismatch', message: 'the receipt is about other evidence' };
  }
  const mismatch = findReceiptMismatch(record, subject.evidence);
  if (mismatch !== undefined) return mismatch;
  return { ok: true, receipt: { proof, chainId: record.chain_id, seq: record.seq, hash } };
}

function refuse(problem: { reason: string; message: string }, evidenceId: string | null, hash: string): RefusedItem {
  return { ok: false, evidenceId, reason: problem.reason, message: problem.message, hash };
}

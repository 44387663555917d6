/** Checks one ingested item: the evidence by its attested key, then its receipt by the same key. */
import { nodeProofCrypto, sha256Hex } from '@assay/sdk/crypto';
import type { ReceiptProof } from '../../../contract/bundle.ts';
import type { Evidence } from '../../../contract/evidence.ts';
import { findIdProblem } from '../../../contract/evidence-rules.ts';
import { EvidenceItemSchema } from '../../../contract/ingest.ts';
import { checkEvidence, type EvidenceKey, type EvidenceVerdict } from '../../../proof/evidence.ts';
import { checkReceipt } from '../../../proof/receipt.ts';
import { findReceiptMismatch } from '../../../proof/receipt-evidence.ts';
import { createShape } from '../../../proof/shape.ts';
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
  /** Hex SHA-256 of the submitted item. */
  readonly hash: string;
}

interface Context {
  readonly orgId: string;
  readonly now: number;
  readonly keys: KeyRing;
}

const parseItem = createShape(EvidenceItemSchema, 'the item');

/** Never throws because of the item's content. */
export async function checkItem(candidate: unknown, context: Context): Promise<CheckedItem | RefusedItem> {
  const shape = parseItem(candidate);
  if (!shape.ok) return refuse(shape, null, sha256Hex(JSON.stringify(candidate) ?? ''));
  const { jws, receipt } = shape.value;
  const { verdict, key } = await checkWithKeys(jws, context);
  if (!verdict.ok) return refuse(verdict, null, sha256Hex(jws));
  const { evidence, hash, kid } = verdict;
  const unnamed = findIdProblem(evidence);
  if (unnamed !== undefined) return refuse(unnamed, evidence.evidence_id, hash);
  if (receipt === undefined) return { ok: true, jws, hash, kid, evidence, receipt: undefined };
  const checked = await checkItemReceipt(receipt, { evidence, hash, key });
  if (!checked.ok) return refuse(checked, evidence.evidence_id, hash);
  return { ok: true, jws, hash, kid, evidence, receipt: checked.receipt };
}

/** The verdict, with the key that it used: the receipt is checked by the same key. */
interface Checked {
  readonly verdict: EvidenceVerdict;
  readonly key: EvidenceKey | undefined;
}

/** Checks by cached keys, and refreshes an unknown key or attestation once: another process may have accepted it. */
async function checkWithKeys(jws: string, { orgId, now, keys }: Context): Promise<Checked> {
  let asked: string | undefined;
  const check = async (find: (kid: string) => EvidenceKey | undefined): Promise<Checked> => {
    let key: EvidenceKey | undefined;
    const noted = (kid: string): EvidenceKey | undefined => {
      asked = kid;
      key = find(kid);
      return key;
    };
    const verdict = await checkEvidence(jws, { keys: noted, now, crypto: nodeProofCrypto });
    return { verdict, key };
  };
  const first = await check((kid) => keys.find(orgId, kid));
  if (first.verdict.ok || !mayBeNews.has(first.verdict.reason) || asked === undefined) return first;
  // The value just read counts, however long the reading took.
  const read = await keys.refresh(orgId, asked);
  const second = await check(() => read);
  const isUnknown = !second.verdict.ok && second.verdict.reason === 'key_unknown';
  if (!isUnknown || !keys.isRevoked(orgId, asked)) return second;
  // Distinguished from an unknown key: only there it helps to send the attestation again.
  const verdict = { ok: false, reason: 'revoked', message: 'the key that signed this was revoked' } as const;
  return { verdict, key: undefined };
}

const mayBeNews: ReadonlySet<string> = new Set(['key_unknown', 'key_attestation_mismatch']);

type ReceiptResult = { ok: true; receipt: CheckedReceipt } | { ok: false; reason: string; message: string };

async function checkItemReceipt(
  proof: ReceiptProof,
  subject: { evidence: Evidence; hash: string; key: EvidenceKey | undefined },
): Promise<ReceiptResult> {
  const { key } = subject;
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

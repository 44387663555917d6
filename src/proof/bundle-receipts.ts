/**
 * Checks the receipts of a bundle: each is signed by an attested key and belongs to an evidence of the bundle, and
 * none fork.
 */
import type { ProofCrypto } from '@assay/sdk/crypto';
import type { ReceiptRecord } from '@assay/sdk/receipts';
import type { ReceiptProof } from '../contract/bundle.ts';
import type { CheckedAttestation } from './bundle-attestations.ts';
import type { CheckedEvidence } from './bundle-evidence.ts';
import { checkReadReceipt, type ReceiptVerdict, readReceipt } from './receipt.ts';
import { findReceiptMismatch } from './receipt-evidence.ts';
import { type Finding, proven, refused, toPlainText, unproven } from './report.ts';
import { refuse } from './verdict.ts';

export interface CheckedReceipt {
  readonly record: ReceiptRecord;
  /** Hex record hash. */
  readonly hash: string;
}

interface ReceiptContext {
  readonly keys: readonly CheckedAttestation[];
  readonly evidence: readonly CheckedEvidence[];
  readonly crypto: ProofCrypto;
}

/** Checks every receipt, then that those of one chain fit together. */
export async function checkBundleReceipts(
  proofs: readonly ReceiptProof[],
  context: ReceiptContext,
): Promise<{ checked: CheckedReceipt[]; findings: Finding[]; notes: string[] }> {
  const checked: CheckedReceipt[] = [];
  const findings: Finding[] = [];
  const byHash = new Map(context.evidence.map((item) => [item.hash, item]));
  const jwks = new Map(context.keys.map((key) => [key.hash, key.jwk]));
  for (const [index, proof] of proofs.entries()) {
    const verdict = await checkOne(proof, jwks, context.crypto);
    if (!verdict.ok) {
      findings.push(refused(`receipt #${index + 1}`, verdict));
      continue;
    }
    const { record, hash } = verdict;
    checked.push({ record, hash });
    findings.push(checkAgainstEvidence(record, byHash.get(record.evidence_hash)));
  }
  findings.push(...findForks(checked));
  return { checked, findings, notes: toNotes(checked, context.evidence) };
}

async function checkOne(
  proof: ReceiptProof,
  jwks: ReadonlyMap<string, CheckedAttestation['jwk']>,
  crypto: ProofCrypto,
): Promise<ReceiptVerdict> {
  const read = readReceipt(proof);
  if (!read.ok) return read;
  const jwk = jwks.get(read.receipt.record.attestation_hash);
  if (jwk === undefined)
    return refuse('key_unknown', 'no key attestation of the bundle covers the key of this receipt');
  return checkReadReceipt(read.receipt, { jwk, crypto });
}

function checkAgainstEvidence(record: ReceiptRecord, evidence: CheckedEvidence | undefined): Finding {
  const subject = toSubject(record);
  if (record.kind === 'epoch_start') return proven(subject, 'The start of an epoch of the chain, signed by its key.');
  if (evidence === undefined) {
    return unproven(
      subject,
      'receipt_mismatch',
      'Signed, but the bundle has no valid copy of the evidence it is about.',
    );
  }
  const mismatch = findReceiptMismatch(record, evidence.evidence);
  if (mismatch !== undefined) return refused(subject, mismatch);
  return proven(subject, `Records evidence ${evidence.evidence.evidence_id} at ${record.ts}.`);
}

/** Two different records under one number, or neighbours that do not link, show a forked or edited chain. */
function findForks(receipts: readonly CheckedReceipt[]): Finding[] {
  const bySeq = new Map<string, CheckedReceipt>();
  const findings: Finding[] = [];
  for (const receipt of receipts) {
    const key = toKey(receipt.record.chain_id, receipt.record.seq);
    const twin = bySeq.get(key);
    if (twin !== undefined && twin.hash !== receipt.hash) {
      findings.push(refused(toSubject(receipt.record), refuse('forked', 'the chain has two records with this number')));
    }
    bySeq.set(key, receipt);
  }
  for (const { record } of receipts) {
    const previous = bySeq.get(toKey(record.chain_id, record.seq - 1));
    if (previous !== undefined && previous.hash !== record.prev_hash) {
      findings.push(refused(toSubject(record), refuse('forked', 'it does not link to the record before it')));
    }
  }
  return findings;
}

function toNotes(receipts: readonly CheckedReceipt[], evidence: readonly CheckedEvidence[]): string[] {
  const covered = new Set(receipts.map((receipt) => receipt.record.evidence_hash));
  const missing = evidence.filter((item) => !covered.has(item.hash)).length;
  const notes = missing === 0 ? [] : [`${missing} of ${evidence.length} evidence have no receipt in the bundle.`];
  if (receipts.length === 0) return notes;
  return [...notes, 'Single receipts do not show that their chain is complete; a receipt export does.'];
}

function toKey(chainId: string, seq: number): string {
  return `${seq}\0${chainId}`;
}

function toSubject(record: ReceiptRecord): string {
  return `receipt ${record.seq} of chain ${toPlainText(record.chain_id, 60)}`;
}

/**
 * Checks a receipt proof: the receipt by the attested key of its epoch, its place in the tree of a checkpoint, and
 * the signatures of that checkpoint. It needs no clock and no network.
 */
import { fromBase64, type ProofCrypto, verifyConsistency, verifyInclusion } from '@assay/sdk/crypto';
import {
  findCosignatures,
  isSignedByEpoch,
  type NoteKey,
  parseCheckpoint,
  type ReceiptRecord,
  type SignedCheckpoint,
} from '@assay/sdk/receipts';
import { printReceiptId } from '../contract/receipt-id.ts';
import { type ReceiptInclusion, ReceiptInclusionSchema } from '../contract/receipts.ts';
import { type CheckedAttestation, checkAttestation } from './bundle-attestations.ts';
import { checkReadReceipt, readReceipt } from './receipt.ts';
import { createShape } from './shape.ts';
import { type Refusal, refuse } from './verdict.ts';

export interface ReceiptProofCheck {
  /** Available key attestations, besides those in the proof. */
  readonly attestations: readonly CheckedAttestation[];
  /** Witnesses whose cosignatures count. Those that the proof itself names are never trusted. */
  readonly witnesses: readonly NoteKey[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly crypto: ProofCrypto;
  /** A checkpoint kept from earlier; the proof must show that its history continues. */
  readonly earlier?: SignedCheckpoint;
}

export interface ProvenReceipt {
  readonly ok: true;
  readonly record: ReceiptRecord;
  /** Hex record hash. */
  readonly hash: string;
  /** The attestation of the key that signed the receipt. */
  readonly attestation: CheckedAttestation;
  readonly checkpoint: SignedCheckpoint;
  /** Trusted witnesses that cosigned, with times. Without one, only the chain's own key confirms this history. */
  readonly cosignatures: readonly { readonly name: string; readonly timeS: number }[];
  /** True if the history of `earlier` continues here; `undefined` if that was not asked. */
  readonly extendsEarlier: boolean | undefined;
}

export type ReceiptProofVerdict = ProvenReceipt | Refusal;

const parseShape = createShape(ReceiptInclusionSchema, 'the receipt proof');

/** Proves a receipt proof document. Never throws. */
export async function checkReceiptProof(candidate: unknown, check: ReceiptProofCheck): Promise<ReceiptProofVerdict> {
  const shape = parseShape(candidate);
  if (!shape.ok) return shape;
  const proof = shape.value;
  const attestations = await readAttestations(proof, check);
  const receipt = await checkItsReceipt(proof, attestations, check.crypto);
  if (!receipt.ok) return receipt;
  const checkpoint = await checkItsCheckpoint(proof, receipt.record, attestations, check.crypto);
  if (!checkpoint.ok) return checkpoint;
  const { record, hash, attestation } = receipt;
  const placed = await checkPlace(proof, { record, hash, checkpoint: checkpoint.checkpoint }, check);
  if (!placed.ok) return placed;
  if (proof.receipt_id !== printReceiptId({ chainId: record.chain_id, seq: record.seq, hash })) {
    return refuse('receipt_mismatch', 'the name of the proof is that of another receipt');
  }
  const cosignatures = await findCosignatures(checkpoint.checkpoint, check.witnesses, check.crypto);
  return {
    ok: true,
    record,
    hash,
    attestation,
    checkpoint: checkpoint.checkpoint,
    cosignatures,
    extendsEarlier: placed.extendsEarlier,
  };
}

/** Leaves out invalid attestations. A key that needs one is then unknown, which has the same result. */
async function readAttestations(
  { key_attestations }: ReceiptInclusion,
  { attestations, now, crypto }: ReceiptProofCheck,
): Promise<CheckedAttestation[]> {
  const own: CheckedAttestation[] = [];
  for (const candidate of key_attestations) {
    const checked = await checkAttestation(candidate, { now, crypto });
    if (checked.ok) own.push(checked.attestation);
  }
  return [...attestations, ...own];
}

async function checkItsReceipt(
  { receipt: candidate }: ReceiptInclusion,
  attestations: readonly CheckedAttestation[],
  crypto: ProofCrypto,
) {
  const read = readReceipt(candidate);
  if (!read.ok) return read;
  const attestation = attestations.find((known) => known.hash === read.receipt.record.attestation_hash);
  if (attestation === undefined) return refuse('key_unknown', 'no key attestation covers the key of the receipt');
  const verdict = await checkReadReceipt(read.receipt, { jwk: attestation.jwk, crypto });
  return verdict.ok ? { ...verdict, attestation } : verdict;
}

async function checkItsCheckpoint(
  { checkpoint: text }: ReceiptInclusion,
  record: ReceiptRecord,
  attestations: readonly CheckedAttestation[],
  crypto: ProofCrypto,
): Promise<{ ok: true; checkpoint: SignedCheckpoint } | Refusal> {
  const checkpoint = parseCheckpoint(text);
  if (checkpoint === undefined) return refuse('checkpoint', 'the checkpoint does not belong to a receipt chain');
  if (checkpoint.chainId !== record.chain_id) return refuse('checkpoint', 'the checkpoint belongs to another chain');
  for (const { jwk } of attestations) {
    if (await isSignedByEpoch(checkpoint, jwk, crypto)) return { ok: true, checkpoint };
  }
  return refuse('checkpoint', 'the checkpoint is not signed by an attested key of the chain');
}

async function checkPlace(
  proof: ReceiptInclusion,
  { record, hash, checkpoint }: { record: ReceiptRecord; hash: string; checkpoint: SignedCheckpoint },
  { crypto, earlier }: ReceiptProofCheck,
): Promise<{ ok: true; extendsEarlier: boolean | undefined } | Refusal> {
  const inclusion = readHashes(proof.inclusion);
  if (inclusion === undefined) return refuse('length', 'a hash of the inclusion proof is not 32 bytes in base64');
  const { size, root } = checkpoint;
  const claim = { index: record.seq, size, leaf: fromHex(hash), proof: inclusion, root };
  if (!(await verifyInclusion(claim, crypto))) {
    return refuse('inclusion', 'the receipt is not at its position in the tree of the checkpoint');
  }
  if (earlier === undefined) return { ok: true, extendsEarlier: undefined };
  const steps = proof.consistency?.from === earlier.size ? readHashes(proof.consistency.proof) : undefined;
  if (steps === undefined) return refuse('consistency', 'it has no proof from the size of the earlier checkpoint');
  const growth = { from: earlier.size, to: size, fromRoot: earlier.root, toRoot: root, proof: steps };
  if (earlier.chainId !== checkpoint.chainId || !(await verifyConsistency(growth, crypto))) {
    return refuse('consistency', 'the chain differs from the one of the earlier checkpoint');
  }
  return { ok: true, extendsEarlier: true };
}

/** Reads the hashes of a proof; `undefined` unless each is 32 bytes in canonical spelling. */
function readHashes(texts: readonly string[]): Uint8Array[] | undefined {
  const hashes = texts.map(fromBase64).filter((hash) => hash?.length === 32);
  const sound = hashes.filter((hash) => hash !== undefined);
  return sound.length === texts.length ? sound : undefined;
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

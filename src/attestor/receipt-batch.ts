/** Batches for signing: receipts whose every hash is known, or exchanges, which are receipts with Evidence. */
import { type AsyncSigningKey, type ChainedRecord, digestChained } from '@assay/sdk/crypto';
import {
  hashRecord,
  isReceiptRecord,
  openHash,
  type ReceiptRecord,
  signaturePrefix,
  signedMessage,
  toChainedRecord,
} from '@assay/sdk/receipts';
import type { EvidencePayload } from '../clients/attestor/evidence-payload.ts';
import type { EvidenceForm } from './evidence-form.ts';
import { refusal } from './refusal.ts';

/** The result of signing, record by record. */
export interface SignedBatch {
  readonly hashes: readonly Uint8Array[];
  readonly signatures: readonly Uint8Array[];
  /** Signature of the Evidence, where a record has any. */
  readonly evidenceSignatures: readonly (Uint8Array | undefined)[];
}

/** A batch in order. It is a copy, so a waiting batch does not change when its caller changes the records. */
export interface ReceiptBatch {
  readonly records: readonly ReceiptRecord[];
  /** The link of each record for its successor in the batch: its hash, or its placeholder. */
  readonly links: readonly string[];
  /** The hashes of its records if its Evidence had the signatures of another batch. */
  hashesAs(other: SignedBatch): readonly Uint8Array[];
  sign(): Promise<SignedBatch>;
}

/** A batch of records with their Evidence. */
export interface ExchangeBatch extends ReceiptBatch {
  /** Compact JWS of each Evidence. */
  tokens(signed: SignedBatch): (Uint8Array | undefined)[];
}

export const maxReceiptBatch = 1024;
const prefix = new TextEncoder().encode(signaturePrefix);

/** @throws AppError `attestor_refused` for malformed records. */
export function toReceiptBatch(candidates: readonly unknown[], key: Pick<AsyncSigningKey, 'signAll'>): ReceiptBatch {
  const records = toRecords(candidates);
  const hashes = records.map(hashRecord);
  return {
    records,
    links: hashes.map(toHex),
    hashesAs: () => hashes,
    async sign() {
      const signatures = await key.signAll(hashes.map(signedMessage));
      return { hashes, signatures, evidenceSignatures: [] };
    },
  };
}

/** @throws AppError `attestor_refused`, `evidence_refused`. */
export function toExchangeBatch(
  candidates: readonly unknown[],
  evidence: readonly (EvidencePayload | undefined)[],
  key: Pick<AsyncSigningKey, 'signChained'>,
  toToken: EvidenceForm,
): ExchangeBatch {
  const records = toRecords(candidates);
  if (evidence.length !== records.length) throw refusal('each record needs its Evidence, or null');
  const tokens = evidence.map((item) => (item === undefined ? undefined : toToken(item)));
  const chain = records.map((record, index) => toOpenRecord(record, tokens[index]?.input, index === 0));
  return {
    records,
    links: records.map(() => openHash),
    hashesAs: ({ evidenceSignatures }) => digestChained(chain, evidenceSignatures),
    async sign() {
      const signed = await key.signChained(chain, prefix);
      return {
        hashes: signed.map(({ digest }) => digest),
        signatures: signed.map(({ signature }) => signature),
        evidenceSignatures: signed.map(({ tokenSignature }) => tokenSignature),
      };
    },
    tokens: ({ evidenceSignatures }) =>
      tokens.map((token, index) => {
        const signature = evidenceSignatures[index];
        return signature === undefined ? undefined : token?.finish(signature);
      }),
  };
}

/** Lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

function toRecords(candidates: readonly unknown[]): ReceiptRecord[] {
  if (candidates.length > maxReceiptBatch) throw refusal(`at most ${maxReceiptBatch} receipts in one batch`);
  return candidates.map((candidate) => {
    const record: unknown = typeof candidate === 'object' && candidate !== null ? { ...candidate } : candidate;
    if (!isReceiptRecord(record)) throw refusal('this is not a receipt record');
    return record;
  });
}

/** Checks that a record is open exactly where a hash is missing, so that nothing else is signed than was asked for. */
function toOpenRecord(record: ReceiptRecord, input: Uint8Array | undefined, isFirst: boolean): ChainedRecord {
  // An epoch start names the previous record a second time, and its own key, so no hash of it may be open.
  if (record.kind === 'epoch_start' && !isFirst) throw refusal('an epoch starts a batch');
  if ((record.evidence_hash === openHash) !== (input !== undefined)) {
    throw refusal('evidence_hash must be left out if, and only if, there is Evidence to be signed');
  }
  if ((record.prev_hash === openHash) === isFirst) {
    throw refusal('prev_hash must be left out in all records of a batch except the first');
  }
  return toChainedRecord(record, input, isFirst);
}

import { openHash, type ReceiptRecord, type SignedTogether } from '@assay/sdk/receipts';
import { type EvidencePayload, toEvidencePayload } from '../../src/clients/attestor/evidence-payload.ts';
import type { Evidence } from '../../src/contract/evidence.ts';
import type { OkpKey } from '../../src/contract/key-attestation.ts';
import { aChain } from './artefacts.ts';

export interface ExchangeBatch {
  readonly records: ReceiptRecord[];
  readonly evidence: (EvidencePayload | undefined)[];
}

export interface ExchangeSigner {
  signExchanges(records: ReceiptRecord[], evidence: (EvidencePayload | undefined)[]): Promise<SignedTogether>;
}

/** The chain's key. */
export interface ExchangeKey {
  readonly jwk: OkpKey;
  readonly keyAttestationHash: string;
}

/** Starts a chain of a key; the epoch start is part of the first batch. */
export function createExchanges({ jwk, keyAttestationHash }: ExchangeKey) {
  let size = 0;
  let head = '';

  const next = (list: readonly Evidence[]): ExchangeBatch => {
    const missing = size === 0 ? [undefined, ...list] : list;
    const texts = Array.from({ length: size + missing.length - 1 }, (_, index) => `evidence ${index}`);
    const records = aChain({ jwk }, keyAttestationHash, texts).slice(size, size + missing.length);
    return {
      records: records.map((record, index) => ({
        ...record,
        prev_hash: index > 0 ? openHash : size === 0 ? record.prev_hash : head,
        evidence_hash: record.kind === 'receipt' ? openHash : record.evidence_hash,
      })),
      evidence: missing.map((item) => (item === undefined ? undefined : toEvidencePayload(item))),
    };
  };

  return {
    /** The next batch, unchanged until it is signed. */
    next,
    /** Signs the next batch; compact JWS of the Evidence. */
    async sign(signer: ExchangeSigner, list: readonly Evidence[]): Promise<string[]> {
      const { records, evidence } = next(list);
      const signed = await signer.signExchanges(records, evidence);
      size += records.length;
      head = signed.head;
      return signed.attachments
        .filter((attachment) => attachment !== undefined)
        .map((attachment) => Buffer.from(attachment).toString('latin1'));
    },
  };
}

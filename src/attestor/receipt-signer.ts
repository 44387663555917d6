/**
 * Signs the records of one chain only, each exactly once (docs/receipts.md), and Evidence only together with the
 * receipt that names it. An attacker who controls the gateway can request signatures; these rules prevent two histories
 * signed by one key.
 */
import type { AsyncSigningKey } from '@assay/sdk/crypto';
import type { ReceiptRecord, SignedTogether } from '@assay/sdk/receipts';
import type { EvidencePayload } from '../clients/attestor/evidence-payload.ts';
import type { EvidenceForm } from './evidence-form.ts';
import { createMutex } from './mutex.ts';
import { type ReceiptBatch, type SignedBatch, toExchangeBatch, toHex, toReceiptBatch } from './receipt-batch.ts';
import { advance, type Head } from './receipt-order.ts';
import { refusal } from './refusal.ts';

export interface ReceiptSigner {
  /**
   * Signs a batch in order, all or nothing. Repeating the last batch gives the same signatures again, for a caller that
   * lost the answer. Batches are processed one after the other, in the order of the calls. @throws AppError
   * `attestor_refused`, `attestor_unavailable`.
   */
  sign(records: readonly unknown[]): Promise<Uint8Array[]>;
  /**
   * The same for records with the Evidence that they name, in one step. Unknown hashes are `openHash` in the records
   * and are filled in. @throws also AppError `evidence_refused`.
   */
  signExchanges(
    records: readonly unknown[],
    evidence: readonly (EvidencePayload | undefined)[],
  ): Promise<SignedTogether>;
}

export interface ReceiptSignerOptions {
  readonly key: Pick<AsyncSigningKey, 'jwk' | 'signAll' | 'signChained'>;
  readonly keyAttestationHash: string;
  readonly toToken: EvidenceForm;
  /** Called with each batch once it is signed, in order, and never twice for the same. */
  readonly onSigned?: (batch: readonly { readonly record: ReceiptRecord; readonly hash: Uint8Array }[]) => void;
}

/** Makes the signer of one key; its chain is the one whose epoch start it signs first. */
export function createReceiptSigner(options: ReceiptSignerOptions): ReceiptSigner {
  const { key, keyAttestationHash, toToken, onSigned } = options;
  const owner = { keyAttestationHash, jwk: key.jwk };
  let head: Head | undefined;
  let last: { readonly firstSeq: number; readonly signed: SignedBatch } | undefined;
  const runExclusive = createMutex();

  /** Gives the earlier answer, if this is the last batch again. */
  const answered = ({ records: [first], hashesAs }: ReceiptBatch): SignedBatch | undefined => {
    if (last === undefined || last.firstSeq !== first?.seq) return undefined;
    return isSame(hashesAs(last.signed), last.signed.hashes) ? last.signed : undefined;
  };

  const signBatch = async (batch: ReceiptBatch): Promise<SignedBatch> => {
    const known = answered(batch);
    if (known !== undefined) return known;
    const { records, links, sign } = batch;
    const next = advance(records, links, head, owner);
    const signed = await sign();
    const items = records.map((record, index) => ({ record, hash: hashAt(signed, index) }));
    const [first] = records;
    if (next === undefined || first === undefined) throw new Error('a batch is never empty');
    // INVARIANT: the head moves only when the whole batch is signed. Nobody else moved it meanwhile: turns do not overlap.
    const { chainId, seq, ts } = next;
    head = { chainId, seq, ts, link: toHex(hashAt(signed, records.length - 1)) };
    last = { firstSeq: first.seq, signed };
    onSigned?.(items);
    return signed;
  };

  return {
    async sign(records) {
      if (records.length === 0) return [];
      const batch = toReceiptBatch(records, key);
      return [...(await runExclusive(() => signBatch(batch))).signatures];
    },
    async signExchanges(records, evidence) {
      if (records.length === 0) throw refusal('there is nothing to sign');
      const batch = toExchangeBatch(records, evidence, key, toToken);
      const signed = await runExclusive(() => signBatch(batch));
      const signatures = [...signed.signatures];
      return { attachments: batch.tokens(signed), signatures, head: toHex(hashAt(signed, signatures.length - 1)) };
    },
  };
}

function hashAt({ hashes }: SignedBatch, index: number): Uint8Array {
  const hash = hashes[index];
  if (hash === undefined) throw new Error('a record without its hash');
  return hash;
}

function isSame(left: readonly Uint8Array[], right: readonly Uint8Array[]): boolean {
  return left.length === right.length && left.every((hash, index) => Buffer.compare(hash, right[index] ?? hash) === 0);
}

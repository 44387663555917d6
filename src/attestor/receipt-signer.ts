/**
 * Signs the records of one chain and of no other, each exactly once (receipts reference 2, 3). Whoever controls the
 * gateway can ask for signatures; this is what keeps it from having two histories signed by one key.
 */
import type { AsyncSigningKey } from '@assay/sdk/crypto';
import { genesisHash, hashRecord, isReceiptRecord, type ReceiptRecord, signedMessage } from '@assay/sdk/receipts';
import { refusal } from './refusal.ts';
import { createTurns } from './turns.ts';

export interface ReceiptSigner {
  /**
   * Signs a batch in order, all or nothing. The very batch that was signed last is answered again with the same
   * signatures, for a caller that lost the answer. Batches are taken one after the other, in the order of the calls.
   * @throws AppError `attestor_refused`, `attestor_unavailable`.
   */
  sign(records: readonly unknown[]): Promise<Uint8Array[]>;
}

export interface ReceiptSignerOptions {
  readonly key: Pick<AsyncSigningKey, 'jwk' | 'signAll'>;
  readonly keyAttestationHash: string;
  /** Told of each batch once it is signed, in order, and never twice of the same. */
  readonly onSigned?: (batch: readonly { readonly record: ReceiptRecord; readonly hash: Uint8Array }[]) => void;
}

/** Most records in one batch. */
export const maxReceiptBatch = 1024;

/** Where the chain stands after the last record that was signed. */
interface Head {
  readonly chainId: string;
  readonly seq: number;
  readonly ts: string;
  /** Hex record hash. */
  readonly hash: string;
}

interface Item {
  readonly record: ReceiptRecord;
  readonly hash: Uint8Array;
}

/** Makes the signer of one key; the chain is the one whose epoch start it signs first. */
export function createReceiptSigner({ key, keyAttestationHash, onSigned }: ReceiptSignerOptions): ReceiptSigner {
  let head: Head | undefined;
  let lastHashes: readonly string[] = [];
  let lastSignatures: readonly Uint8Array[] = [];
  const inTurn = createTurns();

  const assertOwn = (record: ReceiptRecord): void => {
    if (record.attestation_hash !== keyAttestationHash) {
      throw refusal('the receipt names a key attestation that is not the one of this key');
    }
    if (record.kind === 'epoch_start' && record.public_key !== key.jwk.x) {
      throw refusal('the epoch names a key that is not the one of this attestor');
    }
    if (record.seq === 0 && record.prev_hash !== genesisHash(record.chain_id, keyAttestationHash, key.jwk)) {
      throw refusal('the first record of a chain must start from its genesis value');
    }
  };

  const advance = (items: readonly Item[]): Head | undefined => {
    let next = head;
    for (const { record, hash } of items) {
      assertOwn(record);
      assertFollows(record, next);
      next = { chainId: record.chain_id, seq: record.seq, ts: record.ts, hash: toHex(hash) };
    }
    return next;
  };

  const signItems = async (items: readonly Item[]): Promise<Uint8Array[]> => {
    const hashes = items.map(({ hash }) => toHex(hash));
    if (isSame(hashes, lastHashes)) return [...lastSignatures];
    const next = advance(items);
    const signatures = await key.signAll(items.map(({ hash }) => signedMessage(hash)));
    // INVARIANT: the head moves only when the whole batch is signed. Nobody else moved it meanwhile: turns do not overlap.
    head = next;
    lastHashes = hashes;
    lastSignatures = signatures;
    onSigned?.(items);
    return [...signatures];
  };

  return {
    async sign(records) {
      if (records.length > maxReceiptBatch) throw refusal(`at most ${maxReceiptBatch} receipts in one batch`);
      if (records.length === 0) return [];
      const items = records.map(toItem);
      return inTurn(() => signItems(items));
    },
  };
}

/** A copy: what waits for its turn is judged as it was hashed, whatever its caller does with it meanwhile. */
function toItem(candidate: unknown): Item {
  const record: unknown = typeof candidate === 'object' && candidate !== null ? { ...candidate } : candidate;
  if (!isReceiptRecord(record)) throw refusal('this is not a receipt record');
  return { record, hash: hashRecord(record) };
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((hash, index) => hash === right[index]);
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

function assertFollows(record: ReceiptRecord, head: Head | undefined): void {
  if (record.kind === 'epoch_start') {
    assertEpochFollows(record, head);
    return;
  }
  if (head === undefined) throw refusal('the first record to sign must be an epoch start with this key');
  if (record.chain_id !== head.chainId) throw refusal('the receipt is of another chain');
  if (record.seq !== head.seq + 1) throw refusal(`the next record is number ${head.seq + 1}`);
  if (record.prev_hash !== head.hash) throw refusal('the receipt does not link to the last record signed');
  if (record.ts < head.ts) throw refusal('the receipt is earlier than the last record signed');
}

/**
 * An epoch may start further on than this key's last record, after an import of records that others signed, and never
 * at or before a number that this key has signed already.
 */
function assertEpochFollows(record: ReceiptRecord, head: Head | undefined): void {
  if (record.prev_head !== record.prev_hash || record.prev_size !== record.seq) {
    throw refusal('the epoch does not say where it starts');
  }
  if (head === undefined) return;
  if (record.chain_id !== head.chainId) throw refusal('the epoch is of another chain');
  if (record.seq <= head.seq)
    throw refusal(`this key has signed up to record ${head.seq}; only a new key may fall behind`);
  if (record.seq === head.seq + 1 && record.prev_hash !== head.hash) {
    throw refusal('the epoch does not link to the last record signed');
  }
  if (record.ts < head.ts) throw refusal('the epoch is earlier than the last record signed');
}

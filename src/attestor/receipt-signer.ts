/**
 * Signs the records of one chain and of no other, each exactly once (receipts reference 2, 3). Whoever controls the
 * gateway can ask for signatures; this is what keeps it from having two histories signed by one key.
 */
import type { SigningKey } from '@assay/sdk/crypto';
import { genesisHash, hashRecord, isReceiptRecord, type ReceiptRecord, signedMessage } from '@assay/sdk/receipts';
import { refusal } from './refusal.ts';

export interface ReceiptSigner {
  /** Signs a batch in order, all or nothing. @throws AppError `attestor_refused`. */
  sign(records: readonly unknown[]): Uint8Array[];
}

export interface ReceiptSignerOptions {
  readonly key: SigningKey;
  readonly keyAttestationHash: string;
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

/** Makes the signer of one key; the chain is the one whose epoch start it signs first. */
export function createReceiptSigner({ key, keyAttestationHash }: ReceiptSignerOptions): ReceiptSigner {
  let head: Head | undefined;

  const assertOwn = (record: ReceiptRecord): void => {
    if (record.attestation_hash !== keyAttestationHash) {
      throw refusal('the receipt names a key attestation that is not the one of this key');
    }
    if (record.kind === 'epoch_start' && record.public_key !== key.jwk.x) {
      throw refusal('the epoch names a key that is not the one of this attestor');
    }
  };

  const assertGenesis = (record: ReceiptRecord): void => {
    if (record.seq === 0 && record.prev_hash !== genesisHash(record.chain_id, keyAttestationHash, key.jwk)) {
      throw refusal('the first record of a chain must start from its genesis value');
    }
  };

  return {
    sign(records) {
      if (records.length > maxReceiptBatch) throw refusal(`at most ${maxReceiptBatch} receipts in one batch`);
      let next = head;
      const messages: Uint8Array[] = [];
      for (const record of records) {
        if (!isReceiptRecord(record)) throw refusal('this is not a receipt record');
        assertOwn(record);
        assertFollows(record, next);
        assertGenesis(record);
        const hash = hashRecord(record);
        messages.push(signedMessage(hash));
        const { chain_id: chainId, seq, ts } = record;
        next = { chainId, seq, ts, hash: Buffer.from(hash).toString('hex') };
      }
      const signatures = messages.map((message) => key.sign(message));
      // INVARIANT: the head moves only when the whole batch is signed; nothing above waits, so batches cannot interleave.
      head = next;
      return signatures;
    },
  };
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

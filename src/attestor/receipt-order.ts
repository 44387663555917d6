/** Checks the order of records for signing: each follows the last one, and no number is used twice. */
import type { OkpPublicJwk } from '@assay/sdk/crypto';
import { genesisHash, type ReceiptRecord } from '@assay/sdk/receipts';
import { refusal } from './refusal.ts';

/** The state of the chain after a record. */
export interface Head {
  readonly chainId: string;
  readonly seq: number;
  readonly ts: string;
  /** The link that the next record names: the hex record hash, or its placeholder. */
  readonly link: string;
}

/** The key whose records are signed. */
export interface Owner {
  readonly keyAttestationHash: string;
  readonly jwk: OkpPublicJwk;
}

/** The state of the chain after a batch; `links` are those of its records. @throws AppError `attestor_refused`. */
export function advance(
  records: readonly ReceiptRecord[],
  links: readonly string[],
  head: Head | undefined,
  owner: Owner,
): Head | undefined {
  let next = head;
  for (const [index, record] of records.entries()) {
    assertOwn(record, owner);
    assertFollows(record, next);
    const link = links[index];
    if (link === undefined) throw new Error('a record without its link');
    next = { chainId: record.chain_id, seq: record.seq, ts: record.ts, link };
  }
  return next;
}

function assertOwn(record: ReceiptRecord, { keyAttestationHash, jwk }: Owner): void {
  if (record.attestation_hash !== keyAttestationHash) {
    throw refusal('the receipt names a key attestation that does not belong to this key');
  }
  if (record.kind === 'epoch_start' && record.public_key !== jwk.x) {
    throw refusal('the epoch names a key that does not belong to this attestor');
  }
  if (record.seq === 0 && record.prev_hash !== genesisHash(record.chain_id, keyAttestationHash, jwk)) {
    throw refusal('the first record of a chain must start from its genesis value');
  }
}

function assertFollows(record: ReceiptRecord, head: Head | undefined): void {
  if (record.kind === 'epoch_start') {
    assertEpochFollows(record, head);
    return;
  }
  if (head === undefined) throw refusal('the first record to sign must be an epoch start with this key');
  if (record.chain_id !== head.chainId) throw refusal('the receipt belongs to another chain');
  if (record.seq !== head.seq + 1) throw refusal(`the next record is number ${head.seq + 1}`);
  if (record.prev_hash !== head.link) throw refusal('the receipt does not link to the last record signed');
  if (record.ts < head.ts) throw refusal('the receipt is earlier than the last record signed');
}

/**
 * An epoch may start after a gap behind this key's last record (an import of records that others signed), and never at
 * or before a number that this key has signed already.
 */
function assertEpochFollows(record: ReceiptRecord, head: Head | undefined): void {
  if (record.prev_head !== record.prev_hash || record.prev_size !== record.seq) {
    throw refusal('the epoch does not name its start');
  }
  if (head === undefined) return;
  if (record.chain_id !== head.chainId) throw refusal('the epoch belongs to another chain');
  if (record.seq <= head.seq)
    throw refusal(`this key has signed up to record ${head.seq}; only a new key may start earlier`);
  if (record.seq === head.seq + 1 && record.prev_hash !== head.link) {
    throw refusal('the epoch does not link to the last record signed');
  }
  if (record.ts < head.ts) throw refusal('the epoch is earlier than the last record signed');
}

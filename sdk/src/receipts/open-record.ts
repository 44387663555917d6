/**
 * Records whose hashes are filled in during signing: `evidence_hash` of an attachment that is signed with its
 * receipt, and `prev_hash` of every record after such a one.
 */
import type { ChainedRecord } from '../crypto/chained-record.ts';
import type { ReceiptRecord } from './record.ts';
import { recordPrefix, serializeRecord } from './record-bytes.ts';

/** Placeholder for a hash that is filled in. */
export const openHash: string = '0'.repeat(64);

/**
 * Gives a record in the form for signing with others in one request. With a token, its hash goes into
 * `evidence_hash`; in all records but the first of a run, the previous hash goes into `prev_hash`.
 *
 * @throws TypeError where a hash that is to be filled in is already present
 */
export function toChainedRecord(record: ReceiptRecord, token: Uint8Array | undefined, isFirst: boolean): ChainedRecord {
  const bytes = Buffer.from(recordPrefix + serializeRecord(record));
  return {
    token,
    bytes,
    tokenHashAt: token === undefined ? undefined : findRoom(bytes, evidenceHashMember),
    previousHashAt: isFirst ? undefined : findRoom(bytes, previousHashMember),
  };
}

// Inside a JSON string a quote has a backslash before it, so these match only the members themselves.
const evidenceHashMember = `"evidence_hash":"${openHash}"`;
const previousHashMember = `"prev_hash":"${openHash}"`;

function findRoom(bytes: Buffer, member: string): number {
  const start = bytes.indexOf(member, 0, 'latin1');
  if (start === -1) throw new TypeError('the record has no room for the hash');
  return start + member.length - 1 - openHash.length;
}

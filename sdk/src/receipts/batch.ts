/** Turns drafts into unsigned records: numbers, links and times of a run of entries. */
import { sha256, sha256Hex } from '../crypto/hash.ts';
import type { OkpPublicJwk } from '../crypto/jwk.ts';
import { appendLeaves } from '../crypto/merkle.ts';
import type { MerkleRange } from '../crypto/merkle-range.ts';
import { type ReceiptEpoch, toEpoch } from './chain-checker.ts';
import { frameBytes, writeFrame } from './frames.ts';
import { openHash } from './open-record.ts';
import { emptyHash, epochExchange, type ReceiptDraft, type ReceiptRecord } from './record.ts';
import { recordPrefix, serializeRecord, toHex } from './record-bytes.ts';
import { genesisHash } from './record-hash.ts';
import type { FrameRun } from './segment-log.ts';

/** The end of a chain. */
export interface ChainEnd {
  readonly size: number;
  /** Hash of the last record; `null` if there is none. */
  readonly head: string | null;
  readonly lastTs: string;
  /** Epoch of the key that signed the last record; `undefined` if there is none. */
  readonly epoch: ReceiptEpoch | undefined;
  /** The Merkle tree over the hashes of all records. */
  readonly tree: MerkleRange;
  /** The tree before the epoch that this process started; `undefined` before that. */
  readonly epochTree: MerkleRange | undefined;
}

/** Members shared by all records of this process. */
export interface EpochIdentity {
  readonly chainId: string;
  readonly attestationHash: string;
  readonly publicKey: OkpPublicJwk;
}

export interface Submission {
  readonly draft: ReceiptDraft;
  readonly attachment: Uint8Array | undefined;
}

/** A record with its canonical bytes and hash, unsigned. */
export interface Link {
  readonly record: ReceiptRecord;
  readonly bytes: Uint8Array;
  readonly hash: string;
  /** The hash as bytes: the leaf of the Merkle tree. */
  readonly leaf: Uint8Array;
  readonly attachment: Uint8Array | undefined;
}

/** Turns exchanges into the links after an end. INVARIANT: a time is never earlier than the one before it. */
export function linkReceipts(
  submissions: readonly Submission[],
  start: ChainEnd,
  identity: EpochIdentity,
  now: number,
): Link[] {
  let { size: seq, head } = start;
  const ts = timeAfter(start, now);
  return submissions.map(({ draft, attachment }) => {
    if (head === null) throw new Error('a receipt must follow the start of an epoch');
    const place = { seq, prevHash: head, evidenceHash: evidenceHashOf(draft, attachment), ts, identity };
    const link = toLink(toReceipt(draft, place), attachment);
    seq += 1;
    head = link.hash;
    return link;
  });
}

/** Place of open receipts in the chain. */
export interface OpenPlace {
  readonly end: ChainEnd;
  /** `prevHash` of the first of them. */
  readonly prevHash: string | null;
  readonly identity: EpochIdentity;
  readonly now: number;
}

/**
 * Gives the same records while attachments are unsigned: those have no hash yet, and neither have the records after
 * them. INVARIANT: with these hashes filled in they are what `linkReceipts` gives at the same place.
 */
export function openReceipts(
  submissions: readonly (Submission & { readonly isUnsigned: boolean })[],
  { end, prevHash, identity, now }: OpenPlace,
): ReceiptRecord[] {
  if (prevHash === null) throw new Error('a receipt must follow the start of an epoch');
  const ts = timeAfter(end, now);
  return submissions.map(({ draft, attachment, isUnsigned }, index) =>
    toReceipt(draft, {
      seq: end.size + index,
      prevHash: index === 0 ? prevHash : openHash,
      evidenceHash: isUnsigned ? openHash : evidenceHashOf(draft, attachment),
      ts,
      identity,
    }),
  );
}

/** Gives the link that starts this process's epoch, with the key and the previous hash. */
export function linkEpoch(start: ChainEnd, identity: EpochIdentity, now: number): Link {
  const { chainId, attestationHash, publicKey } = identity;
  const prevHash = start.head ?? genesisHash(chainId, attestationHash, publicKey);
  const record: ReceiptRecord = {
    v: 1,
    chain_id: chainId,
    seq: start.size,
    prev_hash: prevHash,
    ts: timeAfter(start, now),
    attestation_hash: attestationHash,
    ...epochExchange,
    auditor_ids: [],
    kind: 'epoch_start',
    public_key: publicKey.x,
    prev_head: prevHash,
    prev_size: start.size,
  };
  return toLink(record, undefined);
}

/** Gives the end of the chain after these links. */
export function endOf(links: readonly Link[], start: ChainEnd): ChainEnd {
  const last = links.at(-1);
  if (last === undefined) return start;
  const epoch = links.reduce((known, { record }) => toEpoch(record) ?? known, start.epoch);
  return {
    size: last.record.seq + 1,
    head: last.hash,
    lastTs: last.record.ts,
    epoch,
    tree: appendLeaves(
      start.tree,
      links.map((link) => link.leaf),
    ),
    // An epoch start is always the first of its run.
    epochTree: links[0]?.record.kind === 'epoch_start' ? start.tree : start.epochTree,
  };
}

/** Gives the frames of signed links, ready for one write. */
export function toFrameRun(links: readonly Link[], signatures: readonly Uint8Array[]): FrameRun {
  const size = links.reduce((sum, link) => sum + frameBytes(link.bytes.length, link.attachment?.length ?? 0), 0);
  const bytes = Buffer.allocUnsafe(size);
  const starts: number[] = [];
  let end = 0;
  for (const [index, link] of links.entries()) {
    const signature = signatures[index];
    if (signature === undefined) throw new Error('a link without its signature');
    starts.push(end);
    const entry = { record: link.bytes, signature };
    end = writeFrame(bytes, end, link.attachment === undefined ? entry : { ...entry, attachment: link.attachment });
  }
  return { bytes, starts };
}

interface Place {
  readonly seq: number;
  readonly prevHash: string;
  readonly evidenceHash: string;
  readonly ts: string;
  readonly identity: EpochIdentity;
}

function toReceipt(draft: ReceiptDraft, { seq, prevHash, evidenceHash, ts, identity }: Place): ReceiptRecord {
  return {
    v: 1,
    chain_id: identity.chainId,
    seq,
    prev_hash: prevHash,
    ts,
    attestation_hash: identity.attestationHash,
    request_hash: draft.request_hash,
    response_hash: draft.response_hash,
    tool: draft.tool,
    verdict: draft.verdict,
    latency_ms: draft.latency_ms,
    claims_hash: draft.claims_hash,
    cedar_decision: draft.cedar_decision,
    cedar_policy_hash: draft.cedar_policy_hash,
    auditor_ids: toSortedSet(draft.auditor_ids),
    claim_count: draft.claim_count,
    kind: 'receipt',
    evidence_hash: evidenceHash,
  };
}

const evidenceHashOf = (draft: ReceiptDraft, attachment: Uint8Array | undefined): string =>
  attachment === undefined ? (draft.evidence_hash ?? emptyHash) : sha256Hex(attachment);

function toLink(record: ReceiptRecord, attachment: Uint8Array | undefined): Link {
  const text = serializeRecord(record);
  const leaf = sha256(recordPrefix + text);
  return { record, bytes: Buffer.from(text), hash: toHex(leaf), leaf, attachment };
}

const toSortedSet = (ids: readonly string[]): string[] => (ids.length < 2 ? [...ids] : [...new Set(ids)].sort());

function timeAfter({ lastTs }: ChainEnd, now: number): string {
  const ts = new Date(now).toISOString();
  return ts > lastTs ? ts : lastTs;
}

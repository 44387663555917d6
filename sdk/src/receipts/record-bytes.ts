/**
 * Bytes, hashes and signed messages of a record. Every purpose has its own prefix, so that no two signed structures
 * of Assay share a preimage. No Node API: verification runs in browsers too.
 */
import { fromBase64Url } from '../crypto/base64url.ts';
import { canonicalString } from '../crypto/canonicalize.ts';
import type { Awaitable, ProofCrypto } from '../crypto/proof-crypto.ts';
import { parseJson } from './parse-json.ts';
import { readPlainReceipt } from './plain-receipt.ts';
import { isReceiptRecord, type ReceiptRecord } from './record.ts';

export const recordPrefix = 'receipt/v1\0';
export const signaturePrefix = 'receipt-sig/v1\0';
export const genesisPrefix = 'genesis/v1\0';

const utf8 = new TextEncoder();
// ignoreBOM keeps a byte order mark in the text, where the canonical check then refuses it.
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const recordPrefixBytes = utf8.encode(recordPrefix);
const signaturePrefixBytes = utf8.encode(signaturePrefix);

/**
 * Prints a record in its canonical form (RFC 8785). Written out for the fixed shape because every append pays for it;
 * INVARIANT: equals `canonicalize(record)`, which a property test holds.
 */
export function serializeRecord(record: ReceiptRecord): string {
  return (
    `{"attestation_hash":"${record.attestation_hash}","auditor_ids":[${record.auditor_ids.map(canonicalString).join(',')}]` +
    `,"cedar_decision":${canonicalString(record.cedar_decision)},"cedar_policy_hash":"${record.cedar_policy_hash}"` +
    `,"chain_id":${canonicalString(record.chain_id)},"claim_count":${record.claim_count}` +
    `,"claims_hash":"${record.claims_hash}","evidence_hash":"${record.evidence_hash}","kind":"${record.kind}"` +
    `,"latency_ms":${record.latency_ms},"prev_hash":"${record.prev_hash}"` +
    (record.prev_head === undefined ? '' : `,"prev_head":"${record.prev_head}"`) +
    (record.prev_size === undefined ? '' : `,"prev_size":${record.prev_size}`) +
    (record.public_key === undefined ? '' : `,"public_key":"${record.public_key}"`) +
    `,"request_hash":"${record.request_hash}","response_hash":"${record.response_hash}","seq":${record.seq}` +
    `,"tool":${record.tool === null ? 'null' : canonicalString(record.tool)},"ts":"${record.ts}","v":${record.v}` +
    `,"verdict":${canonicalString(record.verdict)}}`
  );
}

/** Gives the record's canonical bytes, which are hashed, stored and handed out. */
export function recordBytes(record: ReceiptRecord): Uint8Array {
  return utf8.encode(serializeRecord(record));
}

/** Reads a record from its stored bytes; `undefined` unless they are UTF-8, valid and exactly canonical. */
export function parseRecord(bytes: Uint8Array): ReceiptRecord | undefined {
  const text = decode(bytes);
  const plain = text === undefined ? undefined : readPlainReceipt(text);
  return plain ?? parseRecordText(text);
}

/** Reads a record of any form. */
export function parseRecordText(text: string | undefined): ReceiptRecord | undefined {
  const value = text === undefined ? undefined : parseJson(text);
  // A second spelling of the same record (white space, a repeated member, other escapes) would have a second hash.
  return isReceiptRecord(value) && serializeRecord(value) === text ? value : undefined;
}

/** Buffer for a record after its prefix. A digest reads its input before it returns. */
const scratch = new Uint8Array(4096);
scratch.set(recordPrefixBytes);

/** Record hash: SHA-256("receipt/v1\0" || bytes), raw. */
export function recordHash(bytes: Uint8Array, crypto: ProofCrypto): Awaitable<Uint8Array> {
  const end = recordPrefixBytes.length + bytes.length;
  if (end > scratch.length) return crypto.sha256(join([recordPrefixBytes, bytes]));
  scratch.set(bytes, recordPrefixBytes.length);
  return crypto.sha256(scratch.subarray(0, end));
}

/** Gives the signed message of a receipt: "receipt-sig/v1\0" || raw record hash. */
export function signedMessage(hash: Uint8Array): Uint8Array {
  return join([signaturePrefixBytes, hash]);
}

/** Gives the preimage of the prev_hash of seq 0. Lengths precede the texts, so that no two inputs share a preimage. */
export function genesisPreimage(chainId: string, attestationHash: string, publicKeyX: string): Uint8Array {
  return join([
    utf8.encode(genesisPrefix),
    withLength(utf8.encode(chainId)),
    withLength(utf8.encode(attestationHash)),
    fromBase64Url(publicKeyX),
  ]);
}

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Plain lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += hexOfByte[byte];
  return text;
}

/** Decodes plain hex of our own making. */
export function fromHex(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length / 2 }, (_, index) =>
    Number.parseInt(text.slice(2 * index, 2 * index + 2), 16),
  );
}

function withLength(bytes: Uint8Array): Uint8Array {
  if (bytes.length > 0xffff) throw new RangeError('a genesis part is longer than its u16 length can say');
  return join([Uint8Array.of(bytes.length >> 8, bytes.length & 0xff), bytes]);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

/** Foreign bytes that are not UTF-8, or not JSON, are not a record; that is no fault of ours. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Checks one receipt outside its log: stored canonical bytes, their domain-separated hash, and the signature over it
 * by the key of the chain's epoch.
 */
import { isRecord } from '@assay/sdk/contract';
import { fromBase64Url, type ProofCrypto } from '@assay/sdk/crypto';
import { parseRecord, type ReceiptRecord, recordHash, signedMessage } from '@assay/sdk/receipts';
import type { OkpKey } from '../contract/key-attestation.ts';
import { toHex } from './hash.ts';
import { type Refusal, refuse } from './verdict.ts';

/** A parsed receipt with an unchecked signature. */
export interface ReadReceipt {
  readonly record: ReceiptRecord;
  /** The stored bytes. These are hashed, never a re-serialised form. */
  readonly bytes: Uint8Array;
  readonly signature: Uint8Array;
}

export type ReceiptVerdict = { readonly ok: true; readonly record: ReceiptRecord; readonly hash: string } | Refusal;

interface ReceiptCheck {
  readonly jwk: OkpKey;
  readonly crypto: ProofCrypto;
}

const maxRecordChars = 128 * 1024;
const signatureBytes = 64;

/** Proves a receipt proof (`{record, signature}`, both base64url) with the key of its epoch. Never throws. */
export async function checkReceipt(proof: unknown, check: ReceiptCheck): Promise<ReceiptVerdict> {
  const read = readReceipt(proof);
  return read.ok ? checkReadReceipt(read.receipt, check) : read;
}

/** Reads a receipt proof without checking its signature, to learn which key it needs. Never throws. */
export function readReceipt(proof: unknown): { ok: true; receipt: ReadReceipt } | Refusal {
  if (!isRecord(proof)) return refuse('schema', 'a receipt proof must be an object');
  const bytes = decode(proof['record']);
  const signature = decode(proof['signature']);
  if (bytes === undefined || signature === undefined) {
    return refuse('length', 'record and signature must be canonical base64url');
  }
  if (signature.byteLength !== signatureBytes) return refuse('length', `a signature must have ${signatureBytes} bytes`);
  const record = parseRecord(bytes);
  if (record === undefined) return refuse('not_canonical', 'the bytes are not a canonical receipt record');
  return { ok: true, receipt: { record, bytes, signature } };
}

/** Proves the signature of a parsed receipt. */
export async function checkReadReceipt(receipt: ReadReceipt, check: ReceiptCheck): Promise<ReceiptVerdict> {
  const { record, bytes, signature } = receipt;
  const { kty, crv, x } = check.jwk;
  const hash = await recordHash(bytes, check.crypto);
  if (!(await check.crypto.verifyEd25519({ kty, crv, x }, signedMessage(hash), signature))) {
    return refuse('signature_invalid', 'the signature of the receipt is not valid');
  }
  if (record.public_key !== undefined && record.public_key !== x) {
    return refuse('key_unknown', 'the key that the epoch names did not sign its start');
  }
  return { ok: true, record, hash: toHex(hash) };
}

function decode(text: unknown): Uint8Array | undefined {
  if (typeof text !== 'string' || text.length > maxRecordChars) return undefined;
  try {
    return fromBase64Url(text);
  } catch {
    return undefined;
  }
}

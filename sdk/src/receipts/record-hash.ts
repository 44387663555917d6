/** Synchronous hashing and signing of records on Node, for the writer and for the signer. */
import { fromBase64Url } from '../crypto/base64url.ts';
import { sha256, sha256Hex } from '../crypto/hash.ts';
import type { OkpPublicJwk } from '../crypto/jwk.ts';
import type { SigningKey } from '../crypto/signing-key.ts';
import type { ReceiptRecord } from './record.ts';
import { genesisPreimage, recordPrefix, serializeRecord, signedMessage } from './record-bytes.ts';

/** `hash_data` of the contract (2.16): hex SHA-256 of bytes, no domain prefix. */
export const hashData: (bytes: Uint8Array) => string = sha256Hex;

/** Gives the raw record hash: SHA-256("receipt/v1\0" || canonical bytes). */
export function hashRecord(record: ReceiptRecord): Uint8Array {
  return sha256(recordPrefix + serializeRecord(record));
}

/** Gives the prev_hash of a chain's first record, which binds the chain to its id, first attestation and first key. */
export function genesisHash(chainId: string, attestationHash: string, jwk: OkpPublicJwk): string {
  if (fromBase64Url(jwk.x).length !== 32) throw new TypeError('an Ed25519 public key has 32 bytes');
  return sha256Hex(genesisPreimage(chainId, attestationHash, jwk.x));
}

/**
 * Signs records with a local key, in order: the `sign` of a chain whose signer is in the process.
 *
 * @example openReceiptChain({ ..., publicKey: key.jwk, sign: (records) => signRecords(key, records) })
 */
export function signRecords(key: SigningKey, records: readonly ReceiptRecord[]): Uint8Array[] {
  return records.map((record) => key.sign(signedMessage(hashRecord(record))));
}

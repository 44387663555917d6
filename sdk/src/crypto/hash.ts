/** SHA-2 functions, used by `hash_data` of the contract (2.16) and every digest of an artefact. */
import { hash } from 'node:crypto';

/**
 * Hashes bytes, or text as UTF-8, to plain lower-case hex SHA-256 without a domain prefix (`hash_data`, contract 2.16).
 *
 * @example sha256Hex('') // 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
 */
export function sha256Hex(data: Uint8Array | string): string {
  return hash('sha256', data, 'hex');
}

/** Hashes bytes, or text as UTF-8, to the 32 bytes of SHA-256. */
export function sha256(data: Uint8Array | string): Uint8Array {
  return hash('sha256', data, 'buffer');
}

/** Hashes bytes, or text as UTF-8, to the 48 bytes of SHA-384. */
export function sha384(data: Uint8Array | string): Uint8Array {
  return hash('sha384', data, 'buffer');
}

/** Hashes bytes, or text as UTF-8, to the 64 bytes of SHA-512. */
export function sha512(data: Uint8Array | string): Uint8Array {
  return hash('sha512', data, 'buffer');
}

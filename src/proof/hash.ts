/** Hashes of the proof checks over the injected crypto: hex digests, JCS digests, key thumbprints. */
import { canonicalize, type ProofCrypto, toBase64Url } from '@assay/sdk/crypto';

/** Lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return hex;
}

/** Hex SHA-256 of text (UTF-8) or bytes. */
export async function sha256Hex(data: string | Uint8Array, crypto: ProofCrypto): Promise<string> {
  return toHex(await crypto.sha256(typeof data === 'string' ? new TextEncoder().encode(data) : data));
}

/** Gives RFC 8785 text; `undefined` for a value without a canonical form (an unsafe integer, for instance). */
export function toCanonical(value: unknown): string | undefined {
  try {
    return canonicalize(value);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Thumbprint of a public key by its required members (RFC 7638, RFC 8037), base64url. */
export async function thumbprint(members: Readonly<Record<string, string>>, crypto: ProofCrypto): Promise<string> {
  return toBase64Url(await crypto.sha256(new TextEncoder().encode(canonicalize(members))));
}

/** Compares two byte strings in time that depends on their length only. */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left.byteLength !== right.byteLength) return false;
  let difference = 0;
  for (let at = 0; at < left.byteLength; at += 1) difference |= (left[at] ?? 0) ^ (right[at] ?? 0);
  return difference === 0;
}

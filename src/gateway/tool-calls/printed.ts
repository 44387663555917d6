/** Serialises JSON values for hashes and auditors. */
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';

/**
 * Canonical JSON (RFC 8785), so that equal values have equal hashes; plain JSON for the few values without a canonical
 * form: integers beyond 2^53-1 and text with lone surrogates.
 */
export function printJson(value: object): string {
  try {
    return canonicalize(value);
  } catch (error) {
    if (error instanceof TypeError) return JSON.stringify(value);
    throw error;
  }
}

/** Hex SHA-256 of {@link printJson}. */
export function hashJson(value: object): string {
  return sha256Hex(printJson(value));
}

/** One text for a JSON value, to hash it and to show it to auditors. */
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';

/**
 * Canonical JSON (RFC 8785), so that equal values hash equally whatever the order of their members; plain JSON for the
 * few values that have no canonical form: integers beyond 2^53-1 and text with lone surrogates.
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

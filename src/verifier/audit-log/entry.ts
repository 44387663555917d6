/**
 * One entry of the audit log and its hash (platform model 11). Each hash covers the entry and the hash before it, so
 * that a changed, removed or inserted entry breaks the chain from there on.
 */
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';
import type { AuditRow } from './tables.ts';

/** What stands before the first entry of an organisation. */
export const firstPrevHash = `sha256:${'0'.repeat(64)}`;

export type UnsealedAuditRow = Omit<AuditRow, 'hash'>;

/** Seals an entry: SHA-256 over its canonical JSON (RFC 8785), which holds the hash before it. */
export function sealEntry(entry: UnsealedAuditRow): AuditRow {
  return { ...entry, hash: hashEntry(entry) };
}

/** The hash that an entry must have. */
export function hashEntry(entry: UnsealedAuditRow): string {
  return `sha256:${sha256Hex(canonicalize(toHashed(entry)))}`;
}

function toHashed(entry: UnsealedAuditRow): Record<string, unknown> {
  const { hash: _hash, ...hashed }: UnsealedAuditRow & { hash?: string } = entry;
  return hashed;
}

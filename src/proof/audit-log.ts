/** Checks one link of an audit log: the hash of an entry, and whether it follows the entry before it. */
import { canonicalize, type ProofCrypto } from '@assay/sdk/crypto';
import type { AuditEntry, AuditHead } from '../contract/audit-log.ts';
import { sha256Hex, toCanonical } from './hash.ts';

export type UnsealedAuditEntry = Omit<AuditEntry, 'hash'>;

/** The first broken place of a log. */
export interface BrokenLink {
  /** Number that the entry there should have. */
  readonly seq: number;
  /** `number`: an entry is missing or added. `prev_hash`: it follows another entry. `hash`: its content was changed. */
  readonly differs: 'number' | 'prev_hash' | 'hash';
  readonly expected: string;
  readonly found: string;
}

/** Gives the hashed text of an entry. @throws TypeError for an entry without a canonical form */
export function toHashedText(entry: UnsealedAuditEntry | AuditEntry): string {
  const { hash: _hash, ...hashed }: UnsealedAuditEntry & { hash?: string } = entry;
  return canonicalize(hashed);
}

/** Undefined when an entry follows the one before it and its own hash is right. */
export async function findBrokenLink(
  before: AuditHead,
  entry: AuditEntry,
  crypto: ProofCrypto,
): Promise<BrokenLink | undefined> {
  const seq = before.seq + 1;
  if (entry.seq !== seq) return { seq, differs: 'number', expected: String(seq), found: String(entry.seq) };
  if (entry.prev_hash !== before.hash) {
    return { seq, differs: 'prev_hash', expected: before.hash, found: entry.prev_hash };
  }
  return findChangedEntry(entry, crypto);
}

/** Undefined when the hash of an entry matches its content. */
export async function findChangedEntry(entry: AuditEntry, crypto: ProofCrypto): Promise<BrokenLink | undefined> {
  const { hash, ...hashed } = entry;
  const text = toCanonical(hashed);
  const expected = text === undefined ? 'none: it has no canonical form' : `sha256:${await sha256Hex(text, crypto)}`;
  return expected === hash ? undefined : { seq: entry.seq, differs: 'hash', expected, found: hash };
}

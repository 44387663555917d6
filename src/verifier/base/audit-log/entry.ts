/**
 * Rows of the audit log and the entries that readers see. Each hash covers the entry and the hash before it, so that a changed,
 * removed or inserted entry breaks the chain from there on.
 */
import { sha256Hex } from '@assay/sdk/crypto';
import type { AuditEntry } from '../../../contract/audit-log.ts';
import { toTimestamp } from '../../../platform/clock.ts';
import { toHashedText, type UnsealedAuditEntry } from '../../../proof/audit-log.ts';
import type { AuditRow } from './tables.ts';

export type UnsealedAuditRow = Omit<AuditRow, 'hash'>;

/** Seals a row: SHA-256 over the canonical JSON of its entry, which contains the hash before it. */
export function sealRow(row: UnsealedAuditRow): AuditRow {
  return { ...row, hash: `sha256:${sha256Hex(toHashedText(toUnsealed(row)))}` };
}

/** A row as lists and exports show it. */
export function toEntry(row: AuditRow): AuditEntry {
  return { ...toUnsealed(row), hash: row.hash };
}

function toUnsealed(row: UnsealedAuditRow): UnsealedAuditEntry {
  return {
    org_id: row.org_id,
    seq: row.seq,
    timestamp: printTime(row.timestamp),
    action: row.action,
    actor: { type: row.actor_type, id: row.actor_id },
    credential_id: row.credential_id,
    ...toActingAgent(row),
    resource_type: row.resource_type,
    resource_id: row.resource_id,
    ip_address: row.ip_address,
    user_agent: row.user_agent,
    request_id: row.request_id,
    details: { ...row.details },
    success: row.success,
    error_message: row.error_message,
    prev_hash: row.prev_hash,
  };
}

/** Our programs write both or neither. Half of a pair is shown as it is and breaks the hash. */
function toActingAgent({ acting_agent_id: id, acting_grant_id: grantId }: UnsealedAuditRow) {
  return id === null && grantId === null ? {} : { acting_agent: { id: id ?? '', grant_id: grantId ?? '' } };
}

/** Prints a time. No sealed entry has an invalid one: it is printed so that the hash reveals it and the check goes on. */
function printTime(timeMs: number): string {
  return Number.isNaN(new Date(timeMs).getTime()) ? String(timeMs) : toTimestamp(timeMs);
}

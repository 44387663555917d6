/** A stored key attestation as the API lists it. */

import type { Attestation } from '../../../contract/api/attestations/shapes.ts';
import { toTimestamp, toTimestampOrNull } from '../../../platform/clock.ts';
import type { AttestationRow } from './tables.ts';

/** One line of the list. */
export function toRecord(row: AttestationRow): Attestation {
  const { attestation_id, kid, key_attestation_hash, kind, freshness, notes, created_at, revoked_at } = row;
  return {
    attestation_id,
    kid,
    key_attestation_hash,
    kind,
    freshness,
    notes,
    created_at: toTimestamp(created_at),
    revoked_at: toTimestampOrNull(revoked_at),
    revoked_reason: row.revoked_reason,
  };
}

/** Formats credentials for the API and the logs. */

import { defaultOverlapS, type ScopedCredential } from '../../../contract/api/scoped-credentials/shapes.ts';
import { toTimestamp, toTimestampOrNull } from '../../../platform/clock.ts';
import type { ScopedCredentialRow } from './tables.ts';

/** Leaves out the lease, which is internal. */
export function toCredential(row: ScopedCredentialRow): ScopedCredential {
  const { service, resource, issuer, auth_type, sharing_mode, agent_id, user_id, foreign_client_id } = row;
  const { upstream_account, connected_by, allow_in_delegation, status, status_reason, refresh_failures } = row;
  const { rotation, version, fingerprint, revision, created_by, revoked_by } = row;
  return {
    id: row.id,
    org_id: row.org_id,
    scope: { level: row.scope_level, id: row.scope_id },
    service,
    resource,
    issuer,
    auth_type,
    sharing_mode,
    injection: { ...row.injection },
    config: { ...row.config },
    agent_id,
    user_id,
    foreign_client_id,
    requested_scopes: [...row.requested_scopes],
    granted_scopes: [...row.granted_scopes],
    upstream_account,
    connected_by,
    allow_in_delegation,
    status,
    status_reason,
    expires_at: toTimestampOrNull(row.expires_at),
    last_used_at: toTimestampOrNull(row.last_used_at),
    last_refreshed_at: toTimestampOrNull(row.last_refreshed_at),
    refresh_failures,
    rotation: {
      every_days: rotation.every_days ?? null,
      overlap_seconds: rotation.overlap_seconds ?? defaultOverlapS,
      next_at: toTimestampOrNull(rotation.next_at),
      overlap_until: toTimestampOrNull(rotation.overlap_until),
    },
    version,
    fingerprint,
    revision,
    created_at: toTimestamp(row.created_at),
    created_by,
    updated_at: toTimestamp(row.updated_at),
    revoked_at: toTimestampOrNull(row.revoked_at),
    revoked_by,
  };
}

/** Gives the document for the log of changes. */
export function toDocument(row: ScopedCredentialRow) {
  const { service, resource, issuer, auth_type, sharing_mode, injection, config, agent_id, user_id } = row;
  const { requested_scopes, allow_in_delegation, status, version, fingerprint } = row;
  const { rotation } = toCredential(row);
  return {
    service,
    resource,
    issuer,
    auth_type,
    sharing_mode,
    injection,
    config,
    agent_id,
    user_id,
    requested_scopes,
    allow_in_delegation,
    rotation,
    status,
    version,
    fingerprint,
  };
}

/** API keys as the API shows them, and the facts that logs may contain. */

import type { ApiKey } from '../../../contract/api/api-keys/shapes.ts';
import { toTimestamp, toTimestampOrNull } from '../../../platform/clock.ts';
import type { StoredKey } from './store.ts';
import type { ApiKeyRow } from './tables.ts';

export function toApiKey({ row, secrets }: StoredKey, now: number): ApiKey {
  const {
    seq: _seq,
    last_used_at,
    revoked_at,
    expires_at,
    created_at,
    updated_at,
    scopes,
    workspace_ids,
    ...rest
  } = row;
  const [present, before] = secrets;
  const until = Math.min(before?.replaced_until ?? 0, expires_at);
  const status = statusOf(row, now);
  return {
    ...rest,
    prefix: present?.prefix ?? '',
    scopes: [...scopes],
    workspace_ids: workspace_ids === null ? null : [...workspace_ids],
    status,
    expires_at: toTimestamp(expires_at),
    last_used_at: toTimestampOrNull(last_used_at),
    revoked_at: toTimestampOrNull(revoked_at),
    overlap_until: status === 'active' && until > now ? toTimestamp(until) : null,
    created_at: toTimestamp(created_at),
    updated_at: toTimestamp(updated_at),
  };
}

export function statusOf({ revoked_at, expires_at }: ApiKeyRow, now: number): ApiKey['status'] {
  if (revoked_at !== null) return 'revoked';
  return expires_at <= now ? 'expired' : 'active';
}

/** Gives the facts of a key for logs. */
export function toKeyDocument(row: ApiKeyRow): Readonly<Record<string, unknown>> {
  const { alias, purpose, user_id, workspace_id, agent_id, gateway_id, workspace_ids, scopes } = row;
  return {
    alias,
    purpose,
    user_id,
    workspace_id,
    agent_id,
    gateway_id,
    workspace_ids,
    scopes,
    expires_at: toTimestamp(row.expires_at),
  };
}

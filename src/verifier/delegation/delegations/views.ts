/** Grants as the API shows them: an overdue one has ended, whether that is recorded or not. */

import type { DelegationGrant } from '../../../contract/api/delegations/shapes.ts';
import { toTimestamp, toTimestampOrNull } from '../../../platform/clock.ts';
import type { DelegationGrantRow } from './tables.ts';

/** Tells whether tokens may be issued under it, as to its status and time. */
export function isActive({ status, expires_at }: DelegationGrantRow, now: number): boolean {
  return status === 'active' && expires_at > now;
}

/** Tells whether no further token may be issued under it. */
export function isUsedUp({ constraints, use_count }: DelegationGrantRow): boolean {
  return constraints.max_uses !== undefined && use_count >= constraints.max_uses;
}

/** Gives a grant as it stands at that time. */
export function toGrant(row: DelegationGrantRow, now: number): DelegationGrant {
  const { seq: _seq, ...rest } = row;
  const isOver = row.status === 'active' && row.expires_at <= now;
  const over = { status: 'revoked', revoked_at: toTimestamp(row.expires_at), revoke_reason: 'expired' } as const;
  return {
    ...rest,
    resources: [...row.resources],
    scopes: [...row.scopes],
    constraints: toConstraints(row),
    granted_at: toTimestamp(row.granted_at),
    expires_at: toTimestamp(row.expires_at),
    revoked_at: toTimestampOrNull(row.revoked_at),
    last_used_at: toTimestampOrNull(row.last_used_at),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
    ...(isOver ? over : {}),
  };
}

function toConstraints({ constraints: { tools, max_uses, ip } }: DelegationGrantRow): DelegationGrant['constraints'] {
  return {
    ...(tools === undefined ? {} : { tools: [...tools] }),
    ...(max_uses === undefined ? {} : { max_uses }),
    ...(ip === undefined ? {} : { ip: [...ip] }),
  };
}

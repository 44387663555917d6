/** Formats foreign clients for the API. */
import type { ForeignClientView } from '../../../contract/api/foreign-clients.ts';
import { toTimestamp, toTimestampOrNull } from '../../../platform/clock.ts';
import type { ForeignClientRow } from './tables.ts';

/** `redirectUri` is ours: it is shown for a client that was issued to us by hand. */
export function toForeignClient(row: ForeignClientRow, redirectUri: string | undefined): ForeignClientView {
  return {
    id: row.id,
    issuer: row.issuer,
    client_id: row.client_id ?? '',
    registration: row.registration,
    status: row.status === 'active' ? 'active' : 'retired',
    token_endpoint_auth_method: row.auth_method,
    redirect_uri: row.redirect_uri ?? redirectUri ?? null,
    has_secret: row.has_secret,
    secret_expires_at: toTimestampOrNull(row.secret_expires_at),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}

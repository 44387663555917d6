/** Names the vault places of a credential's secrets, and computes fingerprints. */
import { createHash } from 'node:crypto';
import type { SecretPlace } from '../../base/vault/ports.ts';
import type { ScopedCredentialRow } from './tables.ts';

/** Name of the table in the vault. */
export const secretsTable = 'scoped_credentials';

/**
 * `secret`: an API key, a password, the private key of a certificate, or the secret of our client. `access_token`,
 * `refresh_token`: given by the authorization server.
 */
export type SecretField = 'secret' | 'access_token' | 'refresh_token';

export type SecretOwner = Pick<
  ScopedCredentialRow,
  'org_id' | 'id' | 'version' | 'scope_level' | 'scope_id' | 'service' | 'user_id' | 'agent_id'
>;

/** Uses the row's version, unless another one is named. */
export function placeOf(row: SecretOwner, field: SecretField, version: number = row.version): SecretPlace {
  return {
    orgId: row.org_id,
    table: secretsTable,
    recordId: row.id,
    version,
    field,
    scope: `${row.scope_level}/${row.scope_id}`,
    service: row.service,
    userId: row.user_id,
    agentId: row.agent_id,
  };
}

/** Gives the first 16 hex digits of SHA-256 over id, version and secret: tells two secrets apart and reveals neither. */
export function fingerprintOf(id: string, version: number, secret: string): string {
  return createHash('sha256')
    .update(JSON.stringify([id, version, secret]))
    .digest('hex')
    .slice(0, 16);
}

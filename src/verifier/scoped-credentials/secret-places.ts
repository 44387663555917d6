/** Where the secrets of a scoped credential are in the vault, and what may be known of one without it. */
import { createHash } from 'node:crypto';
import type { SecretPlace } from '../vault/seams.ts';
import type { ScopedCredentialRow } from './tables.ts';

/** Of the table, as the vault names it. */
export const secretsTable = 'scoped_credentials';

/**
 * `secret`: an API key, a password, the private key of a certificate, the secret of our client at the other side.
 * `access_token`, `refresh_token`: what the other side gave.
 */
export type SecretField = 'secret' | 'access_token' | 'refresh_token';

export type SecretOwner = Pick<
  ScopedCredentialRow,
  'org_id' | 'id' | 'version' | 'scope_level' | 'scope_id' | 'service' | 'user_id' | 'agent_id'
>;

/** Of the row's version, unless another one is named. */
export function placeOf(row: SecretOwner, field: SecretField, version: number = row.version): SecretPlace {
  return {
    ...{ orgId: row.org_id, table: secretsTable, recordId: row.id, version, field },
    ...{ scope: `${row.scope_level}/${row.scope_id}`, service: row.service },
    ...{ userId: row.user_id, agentId: row.agent_id },
  };
}

/** Tells two secrets apart, and nothing of either: first 16 hex digits of SHA-256 over id, version and secret. */
export function fingerprintOf(id: string, version: number, secret: string): string {
  return createHash('sha256')
    .update(JSON.stringify([id, version, secret]))
    .digest('hex')
    .slice(0, 16);
}

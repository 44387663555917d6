/** Digest of what a person agrees to when they connect. A credential that changed since then is not connected. */
import { createHash } from 'node:crypto';
import type { CredentialConnectRow, ScopedCredentialRow } from '../tables.ts';

/** Covers everything that the page says about who can use it, for what, and where. */
export function termsDigestOf(row: ScopedCredentialRow, link: CredentialConnectRow): string {
  const { id, scope_level, scope_id, service, resource, issuer, auth_type, sharing_mode, agent_id, user_id } = row;
  const place = [id, scope_level, scope_id, service, resource, issuer, auth_type, agent_id, user_id];
  const asked = [link.id, link.issuer, link.resource, link.foreign_client_id, link.scopes];
  return sha256HexOf(JSON.stringify([place, sharing_mode, row.allow_in_delegation, asked]));
}

/** Gives SHA-256 in hex. */
export function sha256HexOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

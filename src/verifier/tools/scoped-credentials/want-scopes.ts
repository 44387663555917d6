/**
 * Adds scopes that a service demands (RFC 6750 section 3.1, MCP step-up) to the next connecting of a credential. Nothing is
 * connected by that: a person reads the scopes and agrees, here and at the authorization server.
 */
import { widenScopes } from '../foreign-oauth/scopes.ts';
import type { CredentialCore } from './core.ts';
import type { ScopedCredentials } from './ports.ts';
import type { ScopedCredentialRow } from './tables.ts';

/** True for a connection whose scopes may grow: that of one agent, or of a person for it. */
export function isWidened({ auth_type, agent_id, status }: ScopedCredentialRow): boolean {
  return auth_type === 'oauth2_code' && agent_id !== null && status !== 'revoked';
}

export function createWantScopes(core: CredentialCore): ScopedCredentials['wantScopesIn'] {
  const { store, changes, clock } = core;
  return async (tx, author, id, scopes) => {
    await changes.hold(tx, author.orgId);
    const row = await store.lock(tx, author.orgId, id);
    if (row === undefined || !isWidened(row)) return false;
    const wanted = widenScopes(row.requested_scopes, scopes);
    if (wanted === undefined) return false;
    const updated = await store.update(tx, row, { requested_scopes: wanted, updated_at: clock.now() });
    const message = 'the service of a credential requires more scopes: connect it again';
    await core.tell(tx, author, { action: 'scopes_wanted', message, reason: 'insufficient_scope' }, [updated]);
    return true;
  };
}

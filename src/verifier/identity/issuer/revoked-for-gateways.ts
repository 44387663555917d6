/** Lists revoked tokens that gateways would still accept, for a bundle. */
import { sql } from 'drizzle-orm';
import { accessTokenSkewMs, type BundleRevokedToken, maxRevokedTokens } from '../../../contract/control/config-bundle.ts';
import { type Db, query } from '../../../platform/db/db.ts';

interface RevokedRow {
  readonly jti: string;
  readonly expires_at: string | number;
}

/**
 * Lists tokens that were revoked and those that were exchanged from one: agents' tokens, and people's tokens at MCP gateways, by
 * the record of the revocation; delegated ones by their own records. The result depends only on the stored state and `atMs`.
 * Gives one more than a bundle holds if there are more.
 */
export async function listRevokedForGateways(
  tx: Db,
  orgId: string,
  { atMs, audiences }: { readonly atMs: number; readonly audiences: readonly string[] },
): Promise<BundleRevokedToken[]> {
  const isOver = atMs - accessTokenSkewMs;
  const rows = await query<RevokedRow>(
    tx,
    sql`with revoked as (select jti, expires_at, gateways_of from revoked_tokens where expires_at > ${isOver}),
      delegated as (select jti, ancestors, expires_at from delegated_tokens
        where org_id = ${orgId} and resource in ${audiences} and expires_at > ${isOver})
      select jti, expires_at from revoked where gateways_of = ${orgId}
      union select delegated.jti, delegated.expires_at from delegated join revoked using (jti)
      union select delegated.jti, delegated.expires_at
        from delegated, jsonb_array_elements_text(ancestors) as ancestor(id) join revoked on revoked.jti = ancestor.id
      order by expires_at desc, jti limit ${maxRevokedTokens + 1}`,
  );
  return rows.map(({ jti, expires_at }) => ({ jti, until: Number(expires_at) + accessTokenSkewMs }));
}

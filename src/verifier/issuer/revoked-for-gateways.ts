/** Single tokens that gateways would still take although they were taken back: what a bundle says of them. */
import { sql } from 'drizzle-orm';
import { accessTokenSkewMs, type BundleRevokedToken, maxRevokedTokens } from '../../contract/control/config-bundle.ts';
import { type Db, query } from '../../platform/db/db.ts';

interface RevokedRow {
  readonly jti: string;
  readonly expires_at: string | number;
}

/**
 * Tokens of agents, and of people at gateways of tools, by what was written down when they were taken back, delegated ones by their records: those that were
 * named, and those that were exchanged from any that was. By the stored state alone; `atMs` is part of it. One more than
 * a bundle holds where there are more.
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

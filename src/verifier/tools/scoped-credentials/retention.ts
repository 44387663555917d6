/** Removes old records once an hour: revoked credentials, and links that can no longer be used. */
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import { type Db, query } from '../../../platform/db/db.ts';
import type { Vault } from '../../base/vault/ports.ts';
import { verifiersTable } from './connect/start.ts';
import { credentialConnectsTable } from './tables.ts';

/** A year and a month, so that a yearly audit finds its whole year. Their secrets were destroyed when they ended. */
const keptMs = 400 * 24 * 60 * 60 * 1000;
/** An old link is reported as expired for this long. */
const linksKeptMs = 24 * 60 * 60 * 1000;
/** Rows per statement or transaction. */
const batch = 500;

/** Gives the number of removed ones. */
export async function removeOldCredentials({ db, clock }: { readonly db: Db; readonly clock: Clock }): Promise<number> {
  for (let total = 0; ; ) {
    const [row] = await query<{ removed: number }>(
      db,
      sql`with old as (
          select org_id, id from scoped_credentials
          where status = 'revoked' and revoked_at < ${clock.now() - keptMs}
          limit ${batch} for update skip locked
        ), gone as (
          delete from scoped_credentials using old
          where scoped_credentials.org_id = old.org_id and scoped_credentials.id = old.id returning 1
        )
        select count(*)::int as removed from gone`,
    );
    const removed = row?.removed ?? 0;
    total += removed;
    if (removed < batch) return total;
  }
}

/** Gives the number of removed ones. Removes the PKCE verifiers of unfinished sign-ins too. */
export async function removeOldLinks({
  db,
  clock,
  vault,
}: {
  readonly db: Db;
  readonly clock: Clock;
  readonly vault: Pick<Vault, 'destroy'>;
}): Promise<number> {
  const table = credentialConnectsTable;
  for (let total = 0; ; ) {
    const removed = await db.transaction(async (tx) => {
      const old = await tx
        .select({ orgId: table.org_id, id: table.id })
        .from(table)
        .where(lt(table.expires_at, clock.now() - linksKeptMs))
        .limit(batch)
        .for('update', { skipLocked: true });
      for (const { orgId, id } of old) {
        await vault.destroy(tx, { orgId, table: verifiersTable, recordId: id });
        await tx.delete(table).where(and(eq(table.org_id, orgId), eq(table.id, id)));
      }
      return old.length;
    });
    total += removed;
    if (removed < batch) return total;
  }
}

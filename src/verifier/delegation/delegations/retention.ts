/** Removes delegations that ended long ago, once an hour; the audit log keeps their history. */
import { sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import { type Db, query } from '../../../platform/db/db.ts';

/** A year and a month, so that a yearly audit finds all of its year. Tokens under them were removed long before. */
const keptMs = 400 * 24 * 60 * 60 * 1000;
/** Rows removed by one statement. */
const batch = 1_000;

/** Removes old grants, and gives their number. */
export async function removeOldGrants({ db, clock }: { readonly db: Db; readonly clock: Clock }): Promise<number> {
  for (let total = 0; ; ) {
    const [row] = await query<{ removed: number }>(
      db,
      sql`with old as (
          select org_id, id from delegation_grants where status = 'revoked' and revoked_at < ${clock.now() - keptMs}
          limit ${batch} for update skip locked
        ), gone as (
          delete from delegation_grants using old
          where delegation_grants.org_id = old.org_id and delegation_grants.id = old.id returning 1
        )
        select count(*)::int as removed from gone`,
    );
    const removed = row?.removed ?? 0;
    total += removed;
    if (removed < batch) return total;
  }
}

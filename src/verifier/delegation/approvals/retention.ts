/** Removes old requests once an hour; the audit log keeps the decisions. */
import { sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import { type Db, query } from '../../../platform/db/db.ts';

/** A year and a month, so that a yearly audit finds all requests of its year. */
const keptMs = 400 * 24 * 60 * 60 * 1000;
/** Rows removed by one statement. */
const batch = 1_000;

/** Removes old requests and gives their number. A pending one is ended first, never removed. */
export async function removeOldApprovals({ db, clock }: { readonly db: Db; readonly clock: Clock }): Promise<number> {
  for (let total = 0; ; ) {
    const [row] = await query<{ removed: number }>(
      db,
      sql`with old as (
          select org_id, id from approvals where status <> 'pending' and updated_at < ${clock.now() - keptMs}
          limit ${batch} for update skip locked
        ), said as (
          delete from approval_decisions using old
          where approval_decisions.org_id = old.org_id and approval_decisions.approval_id = old.id
        ), gone as (
          delete from approvals using old where approvals.org_id = old.org_id and approvals.id = old.id returning 1
        )
        select count(*)::int as removed from gone`,
    );
    const removed = row?.removed ?? 0;
    total += removed;
    if (removed < batch) return total;
  }
}

/** Removes old events, once an hour: those that every reader has read, older than a week or beyond what is kept of an agent. */
import { gte, min, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import { type Db, query } from '../../platform/db/db.ts';
import { eventReadersTable } from './tables.ts';

export interface RetentionDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** Events kept of one agent. */
  readonly maxPerAgent?: number;
}

const dayMs = 24 * 60 * 60 * 1000;
const keptMs = 7 * dayMs;
/** A reader that has not looked for so long is no reader any more: it must not fill the disk. */
const forgottenMs = 30 * dayMs;
const defaultMaxPerAgent = 10_000;

/** How many were removed. */
export async function removeOldEvents(deps: RetentionDeps): Promise<number> {
  const { db, clock, maxPerAgent = defaultMaxPerAgent } = deps;
  const now = clock.now();
  const readers = eventReadersTable;
  const [slowest] = await db
    .select({ seq: min(readers.last_seq) })
    .from(readers)
    .where(gte(readers.updated_at, now - forgottenMs));
  // Everything, where nobody reads.
  const read = slowest?.seq ?? Number.MAX_SAFE_INTEGER;
  // Counted there: a week of events is too much to name each one.
  const [old] = await query<Removed>(
    db,
    sql`with gone as (delete from events where time < ${now - keptMs} and seq <= ${read} returning 1)
      select count(*)::int as removed from gone`,
  );
  const [beyond] = await query<Removed>(
    db,
    sql`with busy as (
        select org_id, agent_id from events where agent_id is not null
        group by org_id, agent_id having count(*) > ${maxPerAgent}
      ), first_out as (
        select busy.org_id, busy.agent_id, cut.seq from busy cross join lateral (
          select seq from events where events.org_id = busy.org_id and events.agent_id = busy.agent_id
          order by seq desc offset ${maxPerAgent} limit 1
        ) as cut
      ), gone as (
        delete from events using first_out
        where events.org_id = first_out.org_id and events.agent_id = first_out.agent_id
          and events.seq <= first_out.seq and events.seq <= ${read}
        returning 1
      )
      select count(*)::int as removed from gone`,
  );
  return (old?.removed ?? 0) + (beyond?.removed ?? 0);
}

interface Removed {
  readonly removed: number;
}

/**
 * Removes old events every minute: those older than a week, and those beyond the limit of an agent. Unread events stay for their
 * reader, within a limit. Each statement removes a bounded number, so that nobody waits long.
 */
import { and, eq, gte, max, min, notLike, type SQL, sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import { type Db, query } from '../../../platform/db/db.ts';
import { eventReadersTable, eventsTable } from './tables.ts';

export interface RetentionDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** Events kept per agent. At most half of them are log lines that it wrote itself, so that these push out nothing else. */
  readonly maxPerAgent?: number;
  /** Events that one statement removes. */
  readonly atOnce?: number;
  /** Events kept for the slowest reader. */
  readonly maxHeld?: number;
}

const dayMs = 24 * 60 * 60 * 1000;
const keptMs = 7 * dayMs;
/** Age at which unread events are removed even if a reader has not seen them. */
const keepMs = 14 * dayMs;
/** A reader that was idle for this long no longer counts: it must not fill the disk. */
const forgottenMs = 30 * dayMs;
const defaultMaxPerAgent = 10_000;
const defaultAtOnce = 5_000;
const defaultMaxHeld = 1_000_000;
/** Statements of one run; the next run continues. */
const maxStatements = 200;

/** Prefix of positions that are no readers: how far the agents of new events were checked, per limit. */
const ownPrefix = 'retention/';

/** Returns how many were removed. Can be repeated; continues where the last run stopped. */
export async function removeOldEvents(deps: RetentionDeps): Promise<number> {
  const { db, clock, maxPerAgent = defaultMaxPerAgent, atOnce = defaultAtOnce, maxHeld = defaultMaxHeld } = deps;
  const now = clock.now();
  const [newest] = await db.select({ seq: max(eventsTable.seq) }).from(eventsTable);
  if (newest?.seq == null) return 0;
  const read = await findRead(db, newest.seq, now, maxHeld);
  const budget = { statements: maxStatements };
  const remove = (where: SQL) => removeWhere(db, where, atOnce, budget);
  const old = await remove(sql`time < ${now - keptMs} and (seq <= ${read} or time < ${now - keepMs})`);
  return old + (await removeBeyond(db, { newest: newest.seq, read, maxPerAgent, now, budget, remove }));
}

/** The number up to which every reader has read, or must have read. */
async function findRead(db: Db, newest: number, now: number, maxHeld: number): Promise<number> {
  const readers = eventReadersTable;
  const [slowest] = await db
    .select({ seq: min(readers.last_seq) })
    .from(readers)
    .where(and(gte(readers.updated_at, now - forgottenMs), notLike(readers.name, `${ownPrefix}%`)));
  // Without readers, everything counts as read.
  return Math.max(slowest?.seq ?? newest, newest - maxHeld);
}

/** Events of the platform have a code. */
const ownLines = sql`type = 'agent.log' and code is null`;

interface Budget {
  statements: number;
}

interface Beyond {
  readonly newest: number;
  readonly read: number;
  readonly maxPerAgent: number;
  readonly now: number;
  readonly budget: Budget;
  readonly remove: (where: SQL) => Promise<number>;
}

/** Checks only agents with new events: the others were checked before. */
async function removeBeyond(db: Db, { newest, read, maxPerAgent, now, budget, remove }: Beyond): Promise<number> {
  const readers = eventReadersTable;
  const name = `${ownPrefix}${maxPerAgent}`;
  const [place] = await db.select().from(readers).where(eq(readers.name, name));
  const findBusy = (which: SQL, most: number) =>
    query<Cut>(
      db,
      sql`select busy.org_id, busy.agent_id, cut.seq::text as seq from (
          select distinct org_id, agent_id from events where seq > ${place?.last_seq ?? 0} and agent_id is not null
        ) as busy cross join lateral (
          select seq from events where events.org_id = busy.org_id and events.agent_id = busy.agent_id and ${which}
          order by seq desc offset ${most} limit 1
        ) as cut`,
    );
  let removed = 0;
  let isHeld = false;
  for (const [which, most] of [[ownLines, Math.ceil(maxPerAgent / 2)] as const, [sql`true`, maxPerAgent] as const]) {
    for (const { org_id, agent_id, seq } of await findBusy(which, most)) {
      const upTo = Math.min(Number(seq), read);
      isHeld ||= upTo < Number(seq);
      removed += await remove(sql`org_id = ${org_id} and agent_id = ${agent_id} and seq <= ${upTo} and ${which}`);
    }
  }
  // Moves the position only if nothing was held back for a reader or left over.
  if (!isHeld && budget.statements > 0) {
    const set = { last_seq: newest, updated_at: now };
    await db
      .insert(readers)
      .values({ name, ...set })
      .onConflictDoUpdate({ target: readers.name, set });
  }
  return removed;
}

async function removeWhere(db: Db, where: SQL, atOnce: number, budget: Budget): Promise<number> {
  let removed = 0;
  while (budget.statements > 0) {
    budget.statements -= 1;
    // Counted in the database: a week of events is too much to return.
    const [gone] = await query<Removed>(
      db,
      sql`with gone as (
          delete from events where seq = any(array(select seq from events where ${where} limit ${atOnce})) returning 1
        ) select count(*)::int as removed from gone`,
    );
    removed += gone?.removed ?? 0;
    if ((gone?.removed ?? 0) < atOnce) break;
  }
  return removed;
}

interface Cut {
  readonly org_id: string;
  readonly agent_id: string;
  readonly seq: string;
}

interface Removed {
  readonly removed: number;
}

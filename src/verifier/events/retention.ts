/**
 * Removes old events, every minute: those older than a week, and those beyond what is kept of an agent. What a reader has
 * not read yet stays for it, but not without end. Each statement removes a bounded number, so that nobody waits long.
 */
import { and, eq, gte, max, min, notLike, type SQL, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import { type Db, query } from '../../platform/db/db.ts';
import { eventReadersTable, eventsTable } from './tables.ts';

export interface RetentionDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** Events kept of one agent; of them at most half are lines that it wrote itself: those push nothing else out. */
  readonly maxPerAgent?: number;
  /** Events that one statement removes. */
  readonly atOnce?: number;
  /** Events that are held back for the slowest reader. */
  readonly maxHeld?: number;
}

const dayMs = 24 * 60 * 60 * 1000;
const keptMs = 7 * dayMs;
/** A reader that has not come so far by then has lost what is older. */
const heldMs = 14 * dayMs;
/** A reader that has not looked for so long is no reader any more: it must not fill the disk. */
const forgottenMs = 30 * dayMs;
const defaultMaxPerAgent = 10_000;
const defaultAtOnce = 5_000;
const defaultMaxHeld = 1_000_000;
/** Statements of one run: the next minute goes on. */
const mostStatements = 200;

/** Stands among the readers, and is none: up to where the agents of new events were looked at, by that bound. */
const ownPrefix = 'retention/';

/** How many were removed. A repeat is harmless, and goes on where the one before was cut off. */
export async function removeOldEvents(deps: RetentionDeps): Promise<number> {
  const { db, clock, maxPerAgent = defaultMaxPerAgent, atOnce = defaultAtOnce, maxHeld = defaultMaxHeld } = deps;
  const now = clock.now();
  const [newest] = await db.select({ seq: max(eventsTable.seq) }).from(eventsTable);
  if (newest?.seq == null) return 0;
  const read = await findRead(db, newest.seq, now, maxHeld);
  const budget = { statements: mostStatements };
  const remove = (where: SQL) => removeWhere(db, where, atOnce, budget);
  const old = await remove(sql`time < ${now - keptMs} and (seq <= ${read} or time < ${now - heldMs})`);
  return old + (await removeBeyond(db, { newest: newest.seq, read, maxPerAgent, now, budget, remove }));
}

/** Up to where every reader has read, or must have. */
async function findRead(db: Db, newest: number, now: number, maxHeld: number): Promise<number> {
  const readers = eventReadersTable;
  const [slowest] = await db
    .select({ seq: min(readers.last_seq) })
    .from(readers)
    .where(and(gte(readers.updated_at, now - forgottenMs), notLike(readers.name, `${ownPrefix}%`)));
  // Everything, where nobody reads.
  return Math.max(slowest?.seq ?? newest, newest - maxHeld);
}

/** What the platform tells of an agent has a code. */
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

/** Only agents of which something is new can have too much: the others were looked at before. */
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
  // What was held back for a reader, or not come to, is looked at again.
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
    // Counted there: a week of events is too much to name each one.
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

/** Removes rows of periods that no question reaches any more, in steps, so that nobody waits long. */
import { sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import { type Db, query } from '../../../platform/db/db.ts';
import { periodMs } from './count.ts';
import { exchangesKeptMs, namesKeptMs } from './ranges.ts';

/** Rows are kept a day longer than they can be asked for: the oldest day of an answer is then whole. */
const spareMs = periodMs.day;
/** After this time, no Evidence that belongs to the other of its stream is expected. */
const streamsKeptMs = 32 * periodMs.day;
const defaultAtOnce = 5_000;

export interface ForgetDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** Rows that one statement removes. */
  readonly atOnce?: number;
}

/** Gives how many rows it removed. */
export async function forgetOldStatistics({ db, clock, atOnce = defaultAtOnce }: ForgetDeps): Promise<number> {
  const now = clock.now();
  const isOld = (period: 'minute' | 'hour', keptMs: number) =>
    sql`period = ${period} and start < ${now - keptMs - spareMs}`;
  const steps = [
    ['statistics_exchanges', isOld('minute', exchangesKeptMs.minute)],
    ['statistics_exchanges', isOld('hour', exchangesKeptMs.hour)],
    ['statistics_names', isOld('hour', namesKeptMs.hour)],
    ['statistics_streams', sql`made_at < ${now - streamsKeptMs}`],
  ] as const;
  let total = 0;
  for (const [table, where] of steps) {
    let removed = atOnce;
    while (removed === atOnce) {
      const name = sql.raw(table);
      // Two processes never wait for each other: each takes rows that are free.
      const rows = await query(
        db,
        sql`delete from ${name} where ctid = any(array(
          select ctid from ${name} where ${where} limit ${atOnce} for update skip locked)) returning 1`,
      );
      removed = rows.length;
      total += removed;
    }
  }
  return total;
}

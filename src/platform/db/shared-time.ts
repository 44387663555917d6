/** The time that all processes of one database share. Clocks of machines may differ by minutes. */
import { type SQL, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';

/** Gives the current milliseconds as SQL: from the database, or from a clock that tests set. */
export function sharedNow(clock: Clock): SQL<number> {
  if (clock.isOfMachine !== true) return sql`${clock.now()}::bigint`;
  return sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
}

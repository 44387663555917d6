/** The time that all processes of one database share: clocks of machines may be minutes apart. */
import { type SQL, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';

/** Milliseconds now, for a statement: of the database, or of a clock that tests set. */
export function sharedNow(clock: Clock): SQL<number> {
  if (clock.isOfMachine !== true) return sql`${clock.now()}::bigint`;
  return sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
}

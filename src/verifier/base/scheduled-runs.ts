/** Runs that one process of several does: a row for each kind of run says when it last began. */
import { sql } from 'drizzle-orm';
import { pgTable, text } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/db.ts';
import { timeMs } from './tenancy.ts';

/** One row for each kind of run: the process that moves its time forward does the run. */
export const scheduledRunsTable = pgTable('scheduled_runs', {
  name: text('name').primaryKey(),
  started_at: timeMs('started_at').notNull(),
});

/** True for one caller if the run is due; the run is then due again after the interval. */
export async function claimRun(db: Db, name: string, now: number, intervalMs: number): Promise<boolean> {
  const runs = scheduledRunsTable;
  const claimed = await db
    .insert(runs)
    .values({ name, started_at: now })
    .onConflictDoUpdate({
      target: runs.name,
      set: { started_at: now },
      setWhere: sql`${runs.started_at} <= ${now - intervalMs} or ${runs.started_at} > ${now}`,
    })
    .returning({ name: runs.name });
  return claimed.length === 1;
}

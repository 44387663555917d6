/** A table of jobs that holders take under leases, for the tests of leases. */
import { and, asc, eq, sql } from 'drizzle-orm';
import { bigint, bigserial, integer, type PgUpdateSetSource, pgTable, text } from 'drizzle-orm/pg-core';
import type { Clock } from '../clock.ts';
import type { Db } from './db.ts';
import { inMs, isFirstFree, isHeld, leaseFor, noLease } from './lease.ts';
import type { Migration } from './migrate.ts';
import { sharedNow } from './shared-time.ts';

export const leaseMs = 1_000;

export const jobsTable = pgTable('jobs', {
  seq: bigserial('seq', { mode: 'number' }).notNull(),
  next_at: bigint('next_at', { mode: 'number' }),
  lease_by: text('lease_by'),
  lease_until: bigint('lease_until', { mode: 'number' }),
  completions: integer('completions').notNull(),
});
export type Job = typeof jobsTable.$inferSelect;

export const jobsMigration: Migration = {
  id: '0001-jobs',
  sql: [
    `create table jobs (seq bigserial not null, next_at bigint, lease_by text, lease_until bigint,
      completions integer not null)`,
  ],
};

export interface Jobs {
  insert(nextAt: number): Promise<number>;
  list(): Promise<Job[]>;
  clear(): Promise<void>;
  /** Takes the first free jobs that are due, by time and number. */
  take(token: string, most: number): Promise<Job[]>;
  /** Each of these is a write of a holder; false if it was refused. */
  finish(seq: number, token: string): Promise<boolean>;
  renew(seq: number, token: string): Promise<boolean>;
  giveBack(seq: number, token: string, afterMs: number): Promise<boolean>;
}

/** A job that was completed counts its completions, and is not due any more. */
export function createJobs(db: Db, clock: Clock): Jobs {
  const table = jobsTable;
  const write = async (seq: number, token: string, change: PgUpdateSetSource<typeof table>): Promise<boolean> => {
    const done = await db
      .update(table)
      .set(change)
      .where(and(eq(table.seq, seq), isHeld(table, token)))
      .returning({ seq: table.seq });
    return done.length > 0;
  };
  return {
    async insert(nextAt) {
      const [row] = await db.insert(table).values({ next_at: nextAt, completions: 0 }).returning();
      if (row === undefined) throw new Error('an insert returns its row');
      return row.seq;
    },
    list: () => db.select().from(table).orderBy(asc(table.seq)),
    async clear() {
      await db.delete(table);
    },
    take: (token, most) =>
      db
        .update(table)
        .set(leaseFor(token, leaseMs, clock))
        .where(
          isFirstFree({
            table,
            key: table.seq,
            most,
            clock,
            where: sql`${table.next_at} <= ${sharedNow(clock)}`,
            order: sql`${table.next_at}, ${table.seq}`,
          }),
        )
        .returning(),
    finish: (seq, token) =>
      write(seq, token, { ...noLease, next_at: null, completions: sql`${table.completions} + 1` }),
    renew: (seq, token) => write(seq, token, leaseFor(token, leaseMs, clock)),
    giveBack: (seq, token, afterMs) => write(seq, token, { ...noLease, next_at: inMs(afterMs, clock) }),
  };
}

/**
 * Reads events so that none is lost: whatever tells others of them (webhooks) is a reader with a name, and how far it has
 * come stands in the database. Each event is handed on in order and at least once; one process at a time does it.
 */
import { asc, eq, gt } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { toEventView } from './list.ts';
import type { EventView } from './schema.ts';
import { eventReadersTable, eventsTable } from './tables.ts';

/**
 * Takes one event, in a transaction of its own: what it writes by `tx` stays exactly when the reader moves on. Nobody
 * waits for another machine in it: it notes what is to be sent, and sends that later. One that throws gets the same
 * event again, and none after it before that; to pass over an event, it returns.
 */
export type HandleEvent = (tx: Db, event: EventView) => Promise<void>;

export interface EventReader {
  /** Hands on what is there; the number of events. 0 while another process reads. @throws what `handle` throws. */
  read(handle: HandleEvent): Promise<number>;
}

export interface EventReaderDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** Never another one for the same purpose: its place is kept by it. A new one starts at the oldest event kept. */
  readonly name: string;
  /** Events in one transaction. */
  readonly batch?: number;
}

const defaultBatch = 100;

export function createEventReader({ db, clock, name, batch = defaultBatch }: EventReaderDeps): EventReader {
  const readers = eventReadersTable;
  const own = eq(readers.name, name);

  const readBatch = (handle: HandleEvent): Promise<BatchResult> =>
    db.transaction(async (tx) => {
      const [reader] = await tx.select().from(readers).where(own).for('update', { skipLocked: true });
      if (reader === undefined) return { handled: 0, isEnd: true };
      const { last_seq: start } = reader;
      const rows = await tx
        .select()
        .from(eventsTable)
        .where(gt(eventsTable.seq, start))
        .orderBy(asc(eventsTable.seq))
        .limit(batch);
      let last = start;
      let handled = 0;
      let failure: BatchResult['failure'];
      for (const row of rows) {
        try {
          // A savepoint: what a handler wrote before it failed goes, and what those before it wrote stays.
          await tx.transaction((own) => handle(own, toEventView(row)));
        } catch (error) {
          // Thrown to the caller below, after the place of those that were handled is kept.
          failure = { error };
          break;
        }
        last = row.seq;
        handled += 1;
      }
      await tx.update(readers).set({ last_seq: last, updated_at: clock.now() }).where(own);
      return { handled, isEnd: rows.length < batch, ...(failure === undefined ? {} : { failure }) };
    });

  return {
    async read(handle) {
      await db.insert(readers).values({ name, last_seq: 0, updated_at: clock.now() }).onConflictDoNothing();
      let total = 0;
      for (;;) {
        const { handled, isEnd, failure } = await readBatch(handle);
        total += handled;
        if (failure !== undefined) throw failure.error;
        if (isEnd) return total;
      }
    },
  };
}

interface BatchResult {
  readonly handled: number;
  readonly isEnd: boolean;
  readonly failure?: { readonly error: unknown };
}

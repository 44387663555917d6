/**
 * Reads events so that none is lost: whatever tells others of them (webhooks) is a reader with a name, and how far it has
 * come stands in the database. Each event is handed on in order and at least once; one process at a time does it.
 */
import { asc, eq, gt, max } from 'drizzle-orm';
import type { EventView } from '../../contract/api/events/shapes.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { toEventView } from './list.ts';
import { eventReadersTable, eventsTable } from './tables.ts';

/**
 * Takes one event, in a transaction of its own: what it writes by `tx` stays exactly when the reader moves on. Nobody
 * waits for another machine in it: it notes what is to be sent, and sends that later. One that throws gets the same
 * event again, and none after it before that; to pass over an event, it returns.
 */
export type HandleEvent = (tx: Db, event: EventView) => Promise<void>;

/**
 * Takes a whole batch at once, in the transaction that moves the reader on: for what must keep up with thousands a second.
 * One that throws undoes all of its batch, and gets it again.
 */
export type HandleEvents = (tx: Db, events: readonly EventView[]) => Promise<void>;

export interface EventReader {
  /** Hands on what is there; the number of events. 0 while another process reads. @throws what `handle` throws. */
  read(handle: HandleEvent): Promise<number>;
  /** The same in batches; ends early once `signal` is aborted. @throws what `handle` throws. */
  readBatches(handle: HandleEvents, signal?: AbortSignal): Promise<number>;
  /**
   * Moves to the newest event without reading any, while nobody wants them. `isWanted` is asked after the newest one is
   * known, so that a subscriber who came before that number is seen. @returns whether it moved.
   */
  skip(isWanted: (tx: Db) => Promise<boolean>): Promise<boolean>;
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
/** How often a reader that finds nothing says that it is there still: what it has not read is kept for it. */
const signOfLifeMs = 60_000;

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

  const ensure = () => db.insert(readers).values({ name, last_seq: 0, updated_at: clock.now() }).onConflictDoNothing();

  const readWhole = (handle: HandleEvents): Promise<BatchResult> =>
    db.transaction(async (tx) => {
      const [reader] = await tx.select().from(readers).where(own).for('update', { skipLocked: true });
      if (reader === undefined) return { handled: 0, isEnd: true };
      const rows = await tx
        .select()
        .from(eventsTable)
        .where(gt(eventsTable.seq, reader.last_seq))
        .orderBy(asc(eventsTable.seq))
        .limit(batch);
      const last = rows.at(-1)?.seq ?? reader.last_seq;
      if (rows.length > 0) await handle(tx, rows.map(toEventView));
      const isSilent = clock.now() - reader.updated_at >= signOfLifeMs;
      if (rows.length > 0 || isSilent) {
        await tx.update(readers).set({ last_seq: last, updated_at: clock.now() }).where(own);
      }
      return { handled: rows.length, isEnd: rows.length < batch };
    });

  return {
    async readBatches(handle, signal) {
      await ensure();
      let total = 0;
      while (signal?.aborted !== true) {
        const { handled, isEnd } = await readWhole(handle);
        total += handled;
        if (isEnd) break;
      }
      return total;
    },
    async skip(isWanted) {
      await ensure();
      return db.transaction(async (tx) => {
        const [reader] = await tx.select().from(readers).where(own).for('update', { skipLocked: true });
        if (reader === undefined) return false;
        // Before the question: what is committed after this has a higher number, and is not passed over.
        const [newest] = await tx.select({ seq: max(eventsTable.seq) }).from(eventsTable);
        if (await isWanted(tx)) return false;
        const last_seq = Math.max(reader.last_seq, newest?.seq ?? 0);
        await tx.update(readers).set({ last_seq, updated_at: clock.now() }).where(own);
        return true;
      });
    },
    async read(handle) {
      await ensure();
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

/**
 * Reads events without loss: each consumer (such as webhooks) is a named reader whose position is in the database. Events are
 * handled in order and at least once, by one process at a time.
 */
import { asc, eq, gt, max } from 'drizzle-orm';
import type { EventView } from '../../../contract/api/events/shapes.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { toEventView } from './list.ts';
import { eventReadersTable, eventsTable } from './tables.ts';

/**
 * Handles one event in a transaction: its writes through `tx` persist exactly if the reader advances. It must not wait for
 * another machine; it records what to send, to be sent later. If it throws, it gets the same event again before any later one; to
 * skip an event, it returns.
 */
export type HandleEvent = (tx: Db, event: EventView) => Promise<void>;

/**
 * Handles a whole batch in the transaction that advances the reader, for consumers of thousands of events a second. If it throws,
 * the whole batch is undone and handled again.
 */
export type HandleEvents = (tx: Db, events: readonly EventView[]) => Promise<void>;

export interface EventReader {
  /** Handles the available events and returns their number. 0 while another process reads. @throws errors of `handle`. */
  read(handle: HandleEvent): Promise<number>;
  /** Does the same in batches; ends early if `signal` aborts. @throws errors of `handle`. */
  readBatches(handle: HandleEvents, signal?: AbortSignal): Promise<number>;
  /**
   * Skips to the newest event while nobody wants events. Calls `isWanted` after the newest number is read, so that a subscriber
   * from before that number is seen. @returns whether it moved.
   */
  skip(isWanted: (tx: Db) => Promise<boolean>): Promise<boolean>;
}

export interface EventReaderDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** Its position is stored under this name, so never rename a reader. A new one starts at the oldest event kept. */
  readonly name: string;
  /** Events in one transaction. */
  readonly batch?: number;
}

const defaultBatch = 100;
/** Interval at which an idle reader shows that it is alive: unread events are kept for it. */
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
          // A savepoint: undoes the writes of a failed handler, and keeps those of earlier ones.
          await tx.transaction((own) => handle(own, toEventView(row)));
        } catch (error) {
          // Thrown below, after the position of the handled events is stored.
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
        // Read before the question: a later commit has a higher number and is not skipped.
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

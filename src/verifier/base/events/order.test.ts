/**
 * A reader that continues after its highest number misses nothing, whatever writers do concurrently: commit, roll back a part or
 * all, append more than once, or lose their connection (PostgreSQL).
 */
import { asc, gt, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../../platform/db/db.ts';
import { openTestDb, type TestDb, testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { createEvents } from './append.ts';
import { createEventReader } from './reader.ts';
import { eventReadersTable, eventsMigrations, eventsTable } from './tables.ts';

const clock = { now: () => Date.parse('2026-11-01T00:00:00Z') };
const events = createEvents({ clock });

const endings = ['commits', 'undoes a part', 'undoes all', 'loses its connection'] as const;
type Ending = (typeof endings)[number];
interface Step {
  readonly ending: Ending;
  readonly size: number;
  /** Milliseconds between its append and its end. */
  readonly holdsMs: number;
}

const steps = fc.array(
  fc.record({
    ending: fc.constantFrom(...endings, 'commits' as const, 'commits' as const),
    size: fc.integer({ min: 1, max: 40 }),
    holdsMs: fc.integer({ min: 0, max: 4 }),
  }),
  { minLength: 3, maxLength: 8 },
);

describe.skipIf(testDatabaseUrl === undefined)('the order of events, with many writers', () => {
  let testDb: TestDb;
  let db: Db;
  beforeAll(async () => {
    testDb = await openTestDb('postgres', eventsMigrations);
    ({ db } = testDb.database());
  });
  afterAll(() => testDb?.close());

  const append = (tx: Db, orgId: string, size: number) =>
    events.appendMany(
      tx,
      orgId,
      Array.from({ length: size }, (_, n) => ({ type: 'agent.log' as const, agentId: 'bot', data: { n } })),
    );
  const write = async (orgId: string, { ending, size, holdsMs }: Step): Promise<void> => {
    await db
      .transaction(async (tx) => {
        await append(tx, orgId, size);
        if (ending === 'undoes a part') {
          await tx
            .transaction(async (part) => {
              await append(part, orgId, size);
              throw new Error('a part is undone');
            })
            .catch(() => {});
        }
        await tx.execute(sql`select pg_sleep(${holdsMs / 1000})`);
        if (ending === 'loses its connection') await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
        if (ending === 'undoes all') throw new Error('all of it is undone');
        await append(tx, orgId, 1);
      })
      .catch(() => {});
  };
  /** Reads as the console and exports do: by the number alone. */
  const follow = async (isOver: () => boolean): Promise<number[]> => {
    const seen: number[] = [];
    for (let isLast = false; ; ) {
      const rows = await db
        .select({ seq: eventsTable.seq })
        .from(eventsTable)
        .where(gt(eventsTable.seq, seen.at(-1) ?? 0))
        .orderBy(asc(eventsTable.seq))
        .limit(50);
      seen.push(...rows.map(({ seq }) => seq));
      if (isLast && rows.length === 0) return seen;
      isLast = isOver();
    }
  };

  it('shows each reader every event that was committed, once and in order', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 6 }), async (writers) => {
        await db.delete(eventsTable);
        await db.delete(eventReadersTable);
        let isOver = false;
        const handled: number[] = [];
        const handle = async () => {
          while (!isOver) {
            await createEventReader({ db, clock, name: 'webhooks', batch: 20 }).readBatches(async (_tx, list) => {
              handled.push(...list.map(({ id }) => Number(id)));
            });
          }
        };
        const readers = [follow(() => isOver), follow(() => isOver)];
        const handling = handle();
        await Promise.all(
          writers.map(async (own, index) => {
            for (const step of own) await write(`org-${index % 2}`, step);
          }),
        );
        isOver = true;
        const seen = await Promise.all(readers);
        await handling;
        await createEventReader({ db, clock, name: 'webhooks' }).readBatches(async (_tx, list) => {
          handled.push(...list.map(({ id }) => Number(id)));
        });
        const rows = await db.select({ seq: eventsTable.seq }).from(eventsTable).orderBy(asc(eventsTable.seq));
        const all = rows.map(({ seq }) => seq);
        for (const one of [...seen, handled]) expect(one).toEqual(all);
        const told = writers
          .flat()
          .reduce((sum, { ending, size }) => sum + (/^(?:commits|undoes a part)$/.test(ending) ? size + 1 : 0), 0);
        expect(all).toHaveLength(told);
      }),
      { numRuns: 12 },
    );
  });
});

import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { query } from './db.ts';
import type { Listening } from './listen.ts';
import { openTestDb, type TestDb, testDatabaseUrl } from './test-db.ts';

/** A counter that a test can wait for. */
function aCounter() {
  let count = 0;
  let wakes: (() => void)[] = [];
  return {
    count: () => count,
    add() {
      count += 1;
      for (const wake of wakes.splice(0)) wake();
    },
    async reach(least: number) {
      while (count < least) await new Promise<void>((resolve) => wakes.push(resolve));
      wakes = [];
    },
  };
}

describe.each(testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const))(
  'listening on %s',
  (kind) => {
    let testDb: TestDb;
    let listening: Listening | undefined;
    afterEach(async () => {
      await listening?.close();
      await testDb?.close();
    });

    it("receives a transaction's notice once it is committed, and none of one rolled back", async () => {
      testDb = await openTestDb(kind, []);
      const { db } = testDb.database();
      const counter = aCounter();
      listening = testDb.database().listen('assay_test_a', counter.add);
      // The server confirms once that it listens.
      if (kind === 'postgres') await counter.reach(1);
      const before = counter.count();
      const undone = db.transaction(async (tx) => {
        await tx.execute(sql`select pg_notify('assay_test_a', '')`);
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
      await db.execute(sql`select pg_notify('assay_test_other', '')`);
      await db.transaction(async (tx) => {
        await tx.execute(sql`select pg_notify('assay_test_a', '')`);
        expect(counter.count()).toBe(before);
      });
      await counter.reach(before + 1);
      expect(counter.count()).toBe(before + 1);
      await listening.close();
      await db.execute(sql`select pg_notify('assay_test_a', '')`);
      expect(counter.count()).toBe(before + 1);
    });

    it('accepts only channel names', async () => {
      testDb = await openTestDb(kind, []);
      listening = undefined;
      expect(() => testDb.database().listen('a; drop table x', () => {})).toThrow('not a channel name');
    });

    it.skipIf(kind === 'pglite')(
      'reconnects when its connection breaks, and reports that it may have missed some',
      async () => {
        testDb = await openTestDb(kind, []);
        const { db } = testDb.database();
        const counter = aCounter();
        listening = testDb.database().listen('assay_test_b', counter.add);
        await counter.reach(1);
        for (let round = 2; round < 4; round += 1) {
          await query(
            db,
            sql`select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen assay_test_b'`,
          );
          await counter.reach(round);
        }
      },
    );
  },
);

import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { query } from './db.ts';
import { openTestDb } from './test-db.ts';

describe('a test database', () => {
  it('refuses a query that bypasses the open transaction, and reports it at its end too', async () => {
    const testDb = await openTestDb('pglite', []);
    const { db } = testDb.database();
    const past = db.transaction(() => query(db, sql`select 1 as one`));
    await expect(past).rejects.toThrow('db.execute inside an open transaction');
    const swallowed = db.transaction(async (tx) => {
      await db.transaction(async () => {}).catch(() => {});
      return query(tx, sql`select 1 as one`);
    });
    expect(await swallowed).toEqual([{ one: 1 }]);
    await expect(testDb.close()).rejects.toThrow('db.execute inside an open transaction');
  });

  it('allows everything else: after a transaction, beside one, and in one within it', async () => {
    const testDb = await openTestDb('pglite', []);
    const { db } = testDb.database();
    const one = () => query(db, sql`select 1 as one`);
    const [inside, beside] = await Promise.all([
      db.transaction((tx) => tx.transaction((inner) => query(inner, sql`select 2 as two`))),
      one(),
    ]);
    expect([inside, beside, await one()]).toEqual([[{ two: 2 }], [{ one: 1 }], [{ one: 1 }]]);
    await testDb.close();
  });
});

import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Db, query } from '../../../platform/db/db.ts';
import { openTestDb, type TestDb, testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { createEvents } from './append.ts';
import { removeOldEvents } from './retention.ts';
import { eventReadersTable, eventsMigrations, eventsTable } from './tables.ts';

const dayMs = 24 * 3_600_000;
const start = Date.parse('2026-11-01T00:00:00Z');
let now = start;
const clock = { now: () => now };
const events = createEvents({ clock });

describe.each(testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const))(
  'removal of old events on %s',
  (kind) => {
    let testDb: TestDb;
    let db: Db;
    beforeAll(async () => {
      testDb = await openTestDb(kind, eventsMigrations);
      ({ db } = testDb.database());
    });
    afterEach(async () => {
      await db.delete(eventsTable);
      await db.delete(eventReadersTable);
      now = start;
    });
    afterAll(() => testDb?.close());

    const tell = (count: number, agentId = 'clerk', type: 'tool.call' | 'agent.log' = 'tool.call') =>
      db.transaction((tx) =>
        events.appendMany(
          tx,
          'default',
          Array.from({ length: count }, () => ({ type, agentId, data: {} })),
        ),
      );
    const keptOf = async (agentId = 'clerk') => {
      const rows = await query<{ kept: number }>(
        db,
        sql`select count(*)::int as kept from events where agent_id = ${agentId}`,
      );
      return rows[0]?.kept;
    };
    const newest = async () =>
      Number((await query<{ seq: string }>(db, sql`select max(seq)::text as seq from events`))[0]?.seq);
    const read = (name: string, seq: number) =>
      db.insert(eventReadersTable).values({ name, last_seq: seq, updated_at: now });

    it('goes on over many statements until nothing is left to remove', async () => {
      await tell(1_100);
      expect(await removeOldEvents({ db, clock, maxPerAgent: 10, atOnce: 100 })).toBe(1_090);
      await tell(500, 'scout');
      now += 7 * dayMs + 1;
      expect(await removeOldEvents({ db, clock, maxPerAgent: 10_000, atOnce: 100 })).toBe(510);
    });

    it('one run removes no more than it may, and the next one goes on where it was', async () => {
      await tell(450);
      const bounds = { db, clock, maxPerAgent: 10, atOnce: 1 };
      expect(await removeOldEvents(bounds)).toBe(199);
      expect(await removeOldEvents(bounds)).toBe(199);
      expect(await removeOldEvents(bounds)).toBe(42);
      expect(await keptOf()).toBe(10);
    });

    it('lines that an agent writes itself have half of the room at most, however many they are', async () => {
      await tell(4);
      await tell(1_000, 'clerk', 'agent.log');
      await tell(3);
      expect(await removeOldEvents({ db, clock, maxPerAgent: 10 })).toBe(995 + 2);
      const rows = await query<{ type: string; kept: number }>(
        db,
        sql`select type, count(*)::int as kept from events group by type order by type`,
      );
      expect(rows).toEqual([
        { type: 'agent.log', kept: 5 },
        { type: 'tool.call', kept: 5 },
      ]);
    });

    it('an agent that was looked at is looked at again only once something is new of it', async () => {
      await tell(20);
      await tell(20, 'scout');
      const bounds = { db, clock, maxPerAgent: 10 };
      expect(await removeOldEvents(bounds)).toBe(20);
      await tell(5);
      expect(await removeOldEvents(bounds)).toBe(5);
      expect(await removeOldEvents(bounds)).toBe(0);
      expect([await keptOf(), await keptOf('scout')]).toEqual([10, 10]);
    });

    it('what a reader has not read stays, and goes once it is read', async () => {
      await read('webhooks', await newest().catch(() => 0));
      await tell(30);
      const bounds = { db, clock, maxPerAgent: 10 };
      await db.update(eventReadersTable).set({ last_seq: (await newest()) - 25 });
      expect(await removeOldEvents(bounds)).toBe(5);
      await db.update(eventReadersTable).set({ last_seq: await newest() });
      expect(await removeOldEvents(bounds)).toBe(15);
      expect(await keptOf()).toBe(10);
    });

    it('a reader that stands still holds back no more than a number of events, and none for longer than two weeks', async () => {
      await read('webhooks', 0);
      await tell(100);
      expect(await removeOldEvents({ db, clock, maxPerAgent: 10, maxHeld: 40 })).toBe(60);
      now += 8 * dayMs;
      await db.update(eventReadersTable).set({ updated_at: now });
      expect(await removeOldEvents({ db, clock })).toBe(0);
      now += 7 * dayMs;
      await db.update(eventReadersTable).set({ updated_at: now });
      expect(await removeOldEvents({ db, clock })).toBe(40);
    });
  },
);

/** Attempts that end at the same moment, or during a change of the webhook. */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestDb, type TestDb, testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { eventReadersTable, eventsTable } from '../../base/events/tables.ts';
import { openReceiver, type Receiver, status } from './receiver.fixture.ts';
import { deliveriesTable, webhooksTable } from './tables.ts';
import { createWorkFixture, workMigrations } from './work.fixture.ts';

const clock = { now: () => Date.parse('2026-11-01T00:00:00Z') };

describe.each(testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const))(
  'results of attempts on %s',
  (kind) => {
    let testDb: TestDb;
    let receiver: Receiver | undefined;
    beforeAll(async () => {
      testDb = await openTestDb(kind, workMigrations);
    });
    afterEach(async () => {
      await receiver?.close();
      const { db } = testDb.database();
      for (const table of [deliveriesTable, webhooksTable, eventsTable, eventReadersTable]) await db.delete(table);
    });
    afterAll(() => testDb?.close());

    it('end the webhook once when four receivers want nothing more at the same moment, without waiting', async () => {
      const { db } = testDb.database();
      for (let round = 0; round < 5; round += 1) {
        const waiting: (() => void)[] = [];
        receiver = await openReceiver((request, response) => {
          waiting.push(() => status(410)(request, response));
          if (waiting.length === 4) for (const answer of waiting) answer();
        });
        const fixture = createWorkFixture(db, clock, 'prc_one', { attemptMs: 20_000 });
        const failed = vi.spyOn(fixture.core.log, 'error');
        const { id } = await fixture.insert(receiver.url, { events: ['test.*'] });
        await fixture.tell(4);
        await fixture.work.tick();
        await fixture.work.idle();
        expect(failed.mock.calls).toEqual([]);
        const rows = await db.select().from(deliveriesTable).where(eq(deliveriesTable.webhook_id, id));
        expect(rows.map((row) => row.status)).toEqual(['dead', 'dead', 'dead', 'dead']);
        const told = await db.select().from(eventsTable).where(eq(eventsTable.code, 'webhook.disabled'));
        expect(told).toHaveLength(round + 1);
        await receiver.close();
      }
    });

    it('do not exist for a webhook paused after its pick-up: it is not sent, and waits', async () => {
      const { db } = testDb.database();
      receiver = await openReceiver();
      const fixture = createWorkFixture(db, clock, 'prc_one');
      const { id } = await fixture.insert(receiver.url, { events: ['test.*'] });
      await fixture.tell(1);
      const { claim } = fixture.core.deliveries;
      vi.spyOn(fixture.core.deliveries, 'claim').mockImplementation(async (tx, request) => {
        const taken = await claim(tx, request);
        await tx.update(webhooksTable).set({ status: 'paused' }).where(eq(webhooksTable.id, id));
        return taken;
      });
      await fixture.work.tick();
      await fixture.work.idle();
      expect(receiver.received).toEqual([]);
      const [row] = await db.select().from(deliveriesTable);
      expect(row).toMatchObject({ status: 'pending', lease_by: null, round: 0, attempts: [] });
    });
  },
);

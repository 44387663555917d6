import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Db, query } from '../../../platform/db/db.ts';
import { openTestDb, type TestDb, testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { createEvents } from './append.ts';
import { createEventReader, type HandleEvent, type HandleEvents } from './reader.ts';
import { removeOldEvents } from './retention.ts';
import { eventReadersTable, eventsMigrations, eventsTable } from './tables.ts';

const hourMs = 3_600_000;
const start = Date.parse('2026-11-01T00:00:00Z');
let now = start;
const clock = { now: () => now };
const events = createEvents({ clock });

const append = (tx: Db, name: string, agentId = 'clerk', orgId = 'default') =>
  events.append(tx, orgId, { type: 'agent.log', code: 'test.told', agentId, data: { name } });

/** Records the events that it was given, in its transaction. */
const note: HandleEvent = async (tx, { data }) => {
  await tx.execute(sql`insert into noted (name) values (${String(data['name'])})`);
};

describe.each(testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const))(
  'events on %s',
  (kind) => {
    let testDb: TestDb;
    let db: Db;
    let child: ChildProcess | undefined;
    beforeAll(async () => {
      testDb = await openTestDb(kind, eventsMigrations);
      ({ db } = testDb.database());
      await db.execute(sql`create table noted (place bigserial primary key, name text not null)`);
    });
    afterEach(async () => {
      child?.kill('SIGKILL');
      await db.delete(eventsTable);
      await db.delete(eventReadersTable);
      await db.execute(sql`delete from noted`);
      now = start;
    });
    afterAll(() => testDb?.close());

    const tell = async (...names: string[]) => {
      for (const name of names) await db.transaction((tx) => append(tx, name));
    };
    const noted = async () =>
      (await query<{ name: string }>(db, sql`select name from noted order by place`)).map(({ name }) => name);
    const kept = async () =>
      (await db.select().from(eventsTable).orderBy(eventsTable.seq)).map(({ data }) => data['name']);
    const reader = (name = 'webhooks', batch = 3) => createEventReader({ db, clock, name, batch });

    it('are handed on in order, once each, and later ones the next time', async () => {
      await tell('1', '2', '3', '4');
      expect(await reader().read(note)).toBe(4);
      expect(await reader().read(note)).toBe(0);
      await tell('5');
      expect(await reader().read(note)).toBe(1);
      expect(await noted()).toEqual(['1', '2', '3', '4', '5']);
      // Another reader has its own position.
      expect(await reader('audit').read(note)).toBe(5);
    });

    it('a handler that fails gets the same event again, and what it had written of it is undone', async () => {
      await tell('1', '2', '3', '4');
      let fails = true;
      const failing: HandleEvent = async (tx, event) => {
        await note(tx, event);
        if (fails && event.data['name'] === '2') throw new Error('the receiver is away');
      };
      await expect(reader().read(failing)).rejects.toThrow('the receiver is away');
      expect(await noted()).toEqual(['1']);
      await expect(reader().read(failing)).rejects.toThrow('the receiver is away');
      fails = false;
      expect(await reader().read(failing)).toBe(3);
      expect(await noted()).toEqual(['1', '2', '3', '4']);
    });

    it('in batches they are handed on in order, and one that fails comes again as a whole', async () => {
      await tell('1', '2', '3', '4', '5');
      const sizes: number[] = [];
      let fails = true;
      const handle: HandleEvents = async (tx, batch) => {
        for (const event of batch) await note(tx, event);
        if (fails && batch.some(({ data }) => data['name'] === '5')) throw new Error('not now');
        sizes.push(batch.length);
      };
      await expect(reader().readBatches(handle)).rejects.toThrow('not now');
      expect(await noted()).toEqual(['1', '2', '3']);
      fails = false;
      expect(await reader().readBatches(handle)).toBe(2);
      expect(await reader().readBatches(handle)).toBe(0);
      expect(sizes).toEqual([3, 2]);
      expect(await noted()).toEqual(['1', '2', '3', '4', '5']);
    });

    it('are passed over while nobody wants them, and never those that came after somebody did', async () => {
      await tell('1', '2');
      expect(await reader().skip(async () => false)).toBe(true);
      await tell('3');
      expect(await reader().skip(async () => true)).toBe(false);
      // Wanted between the two reads: events from meanwhile are delivered.
      const told = async (tx: Db) => {
        await append(tx, '4');
        return false;
      };
      expect(await reader().skip(told)).toBe(true);
      expect(await reader().read(note)).toBe(1);
      expect(await noted()).toEqual(['4']);
    });

    it('a statement that fails in a handler takes nothing else with it', async () => {
      await tell('1', '2');
      const failing: HandleEvent = async (tx, event) => {
        await note(tx, event);
        if (event.data['name'] === '2') await tx.execute(sql`insert into noted (name) values (null)`);
      };
      await expect(reader().read(failing)).rejects.toThrow();
      expect(await noted()).toEqual(['1']);
      expect(await reader().read(note)).toBe(1);
    });

    it('old ones go after a week, but not before every reader has read them', async () => {
      await tell('1', '2');
      await reader().read(note);
      await tell('3');
      now += 7 * 24 * hourMs + 1;
      await tell('4');
      expect(await removeOldEvents({ db, clock })).toBe(2);
      expect(await kept()).toEqual(['3', '4']);
      await reader().read(note);
      expect(await removeOldEvents({ db, clock })).toBe(1);
      expect(await kept()).toEqual(['4']);
    });

    it('a reader that nobody runs any more keeps nothing for ever', async () => {
      await reader('gone').read(note);
      await tell('1');
      now += 31 * 24 * hourMs;
      expect(await removeOldEvents({ db, clock })).toBe(1);
    });

    it('of one agent no more than a number is kept, and of others nothing goes for it', async () => {
      for (const agent of ['busy', 'quiet']) {
        for (const name of ['1', '2']) await db.transaction((tx) => append(tx, `${agent} ${name}`, agent));
      }
      for (const name of ['3', '4']) await db.transaction((tx) => append(tx, `busy ${name}`, 'busy'));
      await db.transaction((tx) => append(tx, 'abroad', 'busy', 'elsewhere'));
      expect(await removeOldEvents({ db, clock, maxPerAgent: 2 })).toBe(2);
      expect(await kept()).toEqual(['quiet 1', 'quiet 2', 'busy 3', 'busy 4', 'abroad']);
      await reader('slow')
        .read(async (_tx, { data }) => {
          if (data['name'] === 'busy 3') throw new Error('not now');
        })
        .catch(() => {});
      expect(await removeOldEvents({ db, clock, maxPerAgent: 1 })).toBe(1);
      expect(await kept()).toEqual(['quiet 2', 'busy 3', 'busy 4', 'abroad']);
    });

    describe.skipIf(kind === 'pglite')('seen by several processes', () => {
      it('one that is committed later is never given an earlier number, so that none is missed', async () => {
        const [appended, mayCommit] = [latch(), latch()];
        const first = db.transaction(async (tx) => {
          await append(tx, 'first', 'clerk', 'one');
          appended.open();
          await mayCommit.opened;
        });
        await appended.opened;
        let pid = 0;
        let isOver = false;
        const second = db
          .transaction(async (tx) => {
            const [own] = await query<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`);
            pid = own?.pid ?? 0;
            await append(tx, 'second', 'clerk', 'two');
          })
          .finally(() => {
            isOver = true;
          });
        const isHeldBack = async () => {
          const [blocked] = await query(db, sql`select 1 where cardinality(pg_blocking_pids(${pid})) > 0`);
          return blocked !== undefined;
        };
        while (!isOver && !(await isHeldBack())) await new Promise(setImmediate);
        await reader().read(note);
        mayCommit.open();
        await Promise.all([first, second]);
        await reader().read(note);
        expect(await noted()).toEqual(['first', 'second']);
      });

      it('two that read at the same time hand on each event once', async () => {
        await tell('1', '2', '3', '4', '5', '6', '7');
        const [inside, mayGo] = [latch(), latch()];
        const slow: HandleEvent = async (tx, event) => {
          inside.open();
          await mayGo.opened;
          await note(tx, event);
        };
        const reading = reader().read(slow);
        await inside.opened;
        expect(await reader().read(note)).toBe(0);
        mayGo.open();
        const others = await Promise.all([reading, ...[1, 2, 3].map(() => reader().read(note))]);
        expect(others.reduce((sum, handled) => sum + handled, 0)).toBe(7);
        expect(await noted()).toEqual(['1', '2', '3', '4', '5', '6', '7']);
      });

      it('what a process had begun when it was killed, the next one does', async () => {
        await tell('1', '2', '3', '4', '5');
        const [{ schema } = { schema: '' }] = await query<{ schema: string }>(
          db,
          sql`select current_schema() as schema`,
        );
        // Batches of two: the first is committed; of the second, one event is handled and the next one started.
        child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', readerUntilItHangs], {
          stdio: ['ignore', 'pipe', 'inherit'],
          env: { ...process.env, READER_SCHEMA: schema },
        });
        if (child.stdout === null) throw new Error('the child has no output');
        const told: string[] = [];
        for await (const line of createInterface({ input: child.stdout })) {
          told.push(line);
          if (line === '4') break;
        }
        child.kill('SIGKILL');
        await once(child, 'close');
        // The server rolls back the process's open transaction as soon as it notices its end.
        let handled = 0;
        while (handled === 0) handled = await reader().read(note);
        expect(told).toEqual(['1', '2', '3', '4']);
        expect(await noted()).toEqual(['1', '2', '3', '4', '5']);
        expect(handled).toBe(3);
      });
    });
  },
);

function latch() {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Another process, which never ends by itself. */
const readerUntilItHangs = `
  import { sql } from 'drizzle-orm';
  import { createDb } from './src/platform/db/db.ts';
  import { testServerDatabase } from './src/platform/db/test-db.ts';
  import { createEventReader } from './src/verifier/events/reader.ts';
  const where = testServerDatabase(process.env.READER_SCHEMA ?? '');
  const { db } = await createDb({ dataDir: '', ...where });
  await createEventReader({ db, clock: Date, name: 'webhooks', batch: 2 }).read(async (tx, { data }) => {
    await tx.execute(sql\`insert into noted (name) values (\${data.name})\`);
    console.log(data.name);
    if (data.name === '4') await new Promise(() => setInterval(() => {}, 1_000));
  });
`;

import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import { createDb, type Database, query } from './db.ts';
import { lockFolder } from './folder-lock.ts';
import { isLostConnection } from './lost-connection.ts';
import { type Migration, migrate } from './migrate.ts';
import { openTestDb, type TestDb, testDatabaseUrl } from './test-db.ts';

const first: Migration = { id: '0001-a', sql: ['create table a (x integer)', 'create index a_x on a (x)'] };
const second: Migration = { id: '0002-b', sql: ['create table b (x bigint)'] };

describe.each<Database['kind']>(['pglite', 'postgres'])('migrations on %s', (kind) => {
  describe.skipIf(kind === 'postgres' && testDatabaseUrl === undefined)('(TEST_DATABASE_URL for postgres)', () => {
    let testDb: TestDb;
    beforeAll(async () => {
      testDb = await openTestDb(kind, [first]);
    });
    afterAll(() => testDb?.close());

    it('are applied once', async () => {
      const { db } = testDb.database();
      expect(await migrate(db, [first], systemClock)).toEqual([]);
      expect(await migrate(db, [first, second], systemClock)).toEqual(['0002-b']);
      expect(await migrate(db, [first, second], systemClock)).toEqual([]);
    });

    it('may run in several processes at once', async () => {
      const { db } = testDb.database();
      const third = { id: '0003-c', sql: ['create table c (x integer)'] };
      const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(db, [first, second, third], systemClock)));
      expect(runs.flat()).toEqual(['0003-c']);
    });

    it('are refused when an applied one was edited', async () => {
      const { db } = testDb.database();
      const edited = { id: '0001-a', sql: ['create table a (x bigint)'] };
      const refusal = { publicText: expect.stringContaining('0001-a was edited') };
      await expect(migrate(db, [edited], systemClock)).rejects.toMatchObject(refusal);
    });

    it('leave nothing behind when one fails', async () => {
      const { db } = testDb.database();
      const broken = { id: '0009-d', sql: ['create table d (x integer)', 'create table d (x integer)'] };
      await expect(migrate(db, [first, broken], systemClock)).rejects.toThrow();
      expect(await query(db, sql`select 1 as one from pg_tables where tablename = 'd'`)).toEqual([]);
    });

    it('persist over a restart', async () => {
      await testDb.database().db.execute(sql`insert into a values (7)`);
      const { db } = await testDb.reopen();
      expect(await query(db, sql`select x from a`)).toEqual([{ x: 7 }]);
    });
  });
});

describe.skipIf(testDatabaseUrl === undefined)('a server (TEST_DATABASE_URL)', () => {
  it('fails only the open transaction when it drops a connection', async () => {
    const testDb = await openTestDb('postgres', [first]);
    const { db } = testDb.database();
    const broken = db.transaction(async (tx) => {
      await tx.execute(sql`insert into a values (1)`);
      const [own] = await query<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`);
      await endConnection(own?.pid ?? 0);
      await tx.execute(sql`insert into a values (2)`);
    });
    await expect(broken).rejects.toThrow();
    expect(await query(db, sql`select x from a`)).toEqual([]);
    await testDb.close();
  });

  it('affects nobody when it drops a connection at the start of a transaction: the next one is served', async () => {
    const cut = async (client: { query(text: string): Promise<unknown> }) => {
      // The broken connection itself: the error is the answer to the interrupted statement.
      await client.query('select pg_terminate_backend(pg_backend_pid())');
    };
    let cuts = 2;
    const database = await createDb({
      dataDir: '',
      databaseUrl: testDatabaseUrl,
      maxConnections: 1,
      onConnect(client) {
        const query = client.query.bind(client);
        const watched = (...args: Parameters<typeof query>) => {
          const isBegin = /^begin/.test(String(Reflect.get(Object(args[0]), 'text')));
          return isBegin && cuts-- > 0 ? cut({ query }) : query(...args);
        };
        Reflect.set(client, 'query', watched);
      },
    });
    const one = () => database.db.transaction((tx) => query(tx, sql`select 1 as one`));
    for (const _time of [1, 2]) {
      const error = await one().catch((thrown: unknown) => thrown);
      expect(isLostConnection(error)).toBe(true);
    }
    expect(await one()).toEqual([{ one: 1 }]);
    await database.close();
  });
});

/** Like a restarted server; resolves when the client has noticed. */
async function endConnection(pid: number): Promise<void> {
  const other = await createDb({ dataDir: '', databaseUrl: testDatabaseUrl });
  await other.db.execute(sql`select pg_terminate_backend(${pid}, 5000)`);
  await other.close();
}

describe('the list of migrations', () => {
  it('must be ascending and unique', async () => {
    const never = { transaction: () => Promise.reject(new Error('must not be reached')) } as never;
    await expect(migrate(never, [second, first], systemClock)).rejects.toThrow('0001-a stands after 0002-b');
    await expect(migrate(never, [first, first], systemClock)).rejects.toThrow('0001-a stands after 0001-a');
    await expect(migrate(never, [{ id: 'x', sql: [] }], systemClock)).rejects.toThrow('not of the form');
  });
});

describe('the embedded database', () => {
  it('is opened by one process at a time, and again after it was closed', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'assay-lock-'));
    try {
      const lock = await lockFolder(join(dataDir, 'db.lock'));
      await expect(createDb({ dataDir })).rejects.toMatchObject({
        message: expect.stringContaining('another process uses this data folder'),
        publicText: expect.stringMatching(/stop the other.*ASSAY_DATA_DIR.*db\.lock/s),
      });
      await lock.release();
      await (await lockFolder(join(dataDir, 'db.lock'))).release();
    } finally {
      await rm(dataDir, { recursive: true });
    }
  });

  it('is readable only by its owner, with any modes of its own', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'assay-modes-'));
    try {
      const database = await createDb({ dataDir });
      await database.db.execute(sql`create table a as select generate_series(1, 10) as x`);
      const entries = await readdir(join(dataDir, 'db'), { recursive: true });
      const modes = await Promise.all(
        entries.map(async (name) => (await stat(join(dataDir, 'db', name))).mode & 0o077),
      );
      await database.close();
      expect(entries.length).toBeGreaterThan(100);
      expect(modes.filter((mode) => mode !== 0)).toEqual([]);
    } finally {
      await rm(dataDir, { recursive: true });
    }
  });

  it('is taken over from a dead process', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'assay-lock-'));
    try {
      const path = join(dataDir, 'db.lock');
      const { hostname } = await import('node:os');
      await writeFile(path, JSON.stringify({ pid: 2 ** 22 + 7, host: hostname(), started: 1 }));
      await (await lockFolder(path)).release();
      await writeFile(path, JSON.stringify({ pid: process.pid, host: hostname(), started: 1 }));
      await (await lockFolder(path)).release();
    } finally {
      await rm(dataDir, { recursive: true });
    }
  });

  it('caches at most 40 MB of pages', async () => {
    const own = await openTestDb('pglite', [first]);
    try {
      const setting = sql`select setting::int * 8 as kb from pg_settings where name = 'shared_buffers'`;
      const [row] = await query<{ kb: number }>(own.database().db, setting);
      expect(row?.kb).toBeLessThanOrEqual(40 * 1024 + 1024);
    } finally {
      await own.close();
    }
  });

  it('reports a missing server', async () => {
    const options = { dataDir: tmpdir(), databaseUrl: 'postgres://127.0.0.1:1/none' };
    await expect(createDb(options)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

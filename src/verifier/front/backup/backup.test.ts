import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getTableName, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import { openDataDir } from '../../../platform/data-dir.ts';
import { createDb, type Database, type Db, query } from '../../../platform/db/db.ts';
import { openTestDb, type TestDb, testDatabaseUrl, testServerDatabase } from '../../../platform/db/test-db.ts';
import { isAppError } from '../../../platform/errors.ts';
import { createLogger } from '../../../platform/log.ts';
import { createSecret } from '../../../platform/secret.ts';
import { loadVerifierConfig } from '../../base/config.ts';
import { createVaultServices } from '../../base/vault/create.ts';
import { aPlace } from '../../base/vault/vault.fixture.ts';
import { features, verifierMigrations, verifierSchema } from '../../features.ts';
import { fill, readAll } from './filled.fixture.ts';
import type { BackupSummary } from './format.ts';
import { listTables } from './inventory.ts';
import { makeBackup, runRestore } from './open.ts';
import { verifyBackup } from './read-file.ts';
import { insertLines, readLines } from './rows.ts';
import { takeBackup } from './take.ts';
import { textsIn } from './texts.fixture.ts';
import { toJsonFrame, writeBackupFile } from './write-file.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const passphrase = createSecret('correct horse battery');
const parts = { clock: systemClock, randomBytes };
const deps = (env: Record<string, string>) => ({ schema: verifierSchema, env, clock: systemClock });

let folder: string;
let server: Database | undefined;
let count = 0;
const path = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-backup-'));
  if (testDatabaseUrl !== undefined) server = await createDb({ dataDir: '', databaseUrl: testDatabaseUrl });
});
const schemas: string[] = [];
afterAll(async () => {
  for (const schema of schemas) await server?.db.execute(sql.raw(`drop schema ${schema} cascade`));
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Gives settings of a verifier with an empty database and an empty data folder. */
async function nowhere(kind: Database['kind']): Promise<Record<string, string>> {
  count += 1;
  const env = { ASSAY_DATA_DIR: path(`data-${count}`) };
  if (kind === 'pglite') return env;
  const schema = `backup_${randomBytes(8).toString('hex')}`;
  schemas.push(schema);
  await server?.db.execute(sql.raw(`create schema ${schema}`));
  const mark = testDatabaseUrl?.includes('?') === true ? '&' : '?';
  return { ...env, DATABASE_URL: `${testDatabaseUrl}${mark}options=-c%20search_path%3D${schema}` };
}

async function inside<T>(env: Record<string, string>, run: (db: Db) => Promise<T>): Promise<T> {
  const database = await createDb({ dataDir: env['ASSAY_DATA_DIR'] ?? '', databaseUrl: env['DATABASE_URL'] });
  try {
    return await run(database.db);
  } finally {
    await database.close();
  }
}

async function openVault(db: Db, dataDir: string, env: Record<string, string> = {}) {
  const log = createLogger({ service: 'verifier', level: 'silent' });
  const audit = { append: async () => {}, appendMany: async () => {} };
  const own = { db, dataDir: await openDataDir(dataDir), config: loadVerifierConfig(env), log, audit };
  return (await createVaultServices({ ...parts, ...own, changes: { hold: async () => {} } })).vault;
}

async function reasonOf(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return isAppError(error) ? (error.extensions?.['reason'] ?? error.code) : error;
}

/** Tables that a restore changes (decisions/0017). */
const changed = [
  ...['sessions', 'outside_logins', 'oauth_records', 'approvals', 'credential_connects', 'attestation_challenges'],
  ...['console_sessions', 'console_links'],
  ...['agents', 'control_lineage', 'audit_log', 'schema_migrations'],
];

describe.each(kinds)('a backup of %s with rows in every table', (kind) => {
  const secret = 'canary secret of the backup';
  let source: TestDb;
  let file: string;
  let taken: Awaited<ReturnType<typeof takeBackup>>;
  let restored: Record<string, string>;

  beforeAll(async () => {
    source = await openTestDb(kind, verifierMigrations);
    const { db } = source.database();
    await fill(db);
    const vault = await openVault(db, source.dataDir);
    await db.transaction((tx) => vault.put(tx, aPlace(), secret));
    file = path(`${kind}.backup`);
    taken = await takeBackup({ ...parts, schema: verifierSchema, database: source.database() }, undefined, (frames) =>
      writeBackupFile(file, frames),
    );
    restored = await nowhere(kind);
  }, 60_000);
  afterAll(() => source?.close());

  it('contains every table of the database', async () => {
    const names = (await listTables(source.database().db)).filter((name) => name !== 'schema_migrations');
    const ours = features.flatMap(({ tables }) => tables.map((table) => getTableName(table)));
    expect(ours.toSorted()).toEqual(names.toSorted());
    expect(taken.tables.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    expect(taken.tables.filter(({ rows }) => rows < 2)).toEqual([]);
    expect(taken.header.keks).toContainEqual(
      expect.objectContaining({ key_id: 'file', version: 1, secrets: 1, is_current: true, is_retired: false }),
    );
  });

  it('is refused before a write when its secrets would not open', async () => {
    const env = await nowhere('pglite');
    const other = { VERIFIER_KEK: randomBytes(32).toString('base64') };
    for (const more of [{}, other]) {
      expect(await reasonOf(runRestore(deps({ ...env, ...more }), { path: file }))).toBe('kek_missing');
    }
    expect((await readdir(folder)).filter((name) => env['ASSAY_DATA_DIR']?.endsWith(name))).toEqual([]);
  });

  it('restores each value, and its secrets open', async () => {
    const own = await openDataDir(restored['ASSAY_DATA_DIR'] ?? '');
    await writeFile(own.file('secrets-kek.json'), await readFile(join(source.dataDir, 'secrets-kek.json')));
    const answer = await runRestore(deps(restored), { path: file });
    const before = await readAll(source.database().db, changed);
    await inside(restored, async (db) => {
      const after = await readAll(db, changed);
      expect([...after.keys()]).toEqual([...before.keys()]);
      for (const [name, lines] of before) expect({ name, lines: after.get(name) }).toEqual({ name, lines });
      const vault = await openVault(db, own.path);
      expect((await vault.read(db, aPlace())).reveal()).toBe(secret);
      expect(await query(db, sql`select id from control_lineage`)).toEqual([{ id: answer.restored?.lineage }]);
      expect(taken.header.lineage).not.toBe(answer.restored?.lineage);
      const entries = await query(db, sql`select org_id from audit_log where action = 'database.restored' order by 1`);
      expect(entries).toHaveLength(2);
      const ended = await query(
        db,
        sql`select (select count(*)::int from sessions) as sessions, (select count(*)::int from console_sessions) as unlocked, (select count(*)::int from oauth_records) as records,
          (select count(*)::int from approvals where approved_until > 9e15) as approvals,
          (select min(agent_epoch)::int from agents) as epoch`,
      );
      expect(ended).toEqual([{ sessions: 0, unlocked: 0, records: 0, approvals: 0, epoch: expect.any(Number) }]);
      expect(Object(ended[0]).epoch).toBeGreaterThan(29_000_000);
      const next = sql`select nextval('control_changes_seq_seq')::text as a, nextval('events_seq_seq')::text as b`;
      expect(await query(db, next)).toEqual(await query(source.database().db, next));
    });
  }, 180_000);

  it('is refused by a non-empty database, with a report', async () => {
    const work = runRestore(deps(restored), { path: file, isCheck: true });
    await expect(work).rejects.toMatchObject({
      extensions: { reason: 'database_not_empty' },
      detail: expect.stringMatching(/it has \d+ tables \(rows: .*agents: 2/),
    });
  }, 60_000);

  it('killed while written is no file, and killed while restored leaves the database empty', async () => {
    const rows = taken.tables.reduce((sum, table) => sum + table.rows, 0);
    const half = path(`${kind}-killed.backup`);
    const [amid, late] = [await nowhere(kind), await nowhere(kind)];
    const works = [untilKilled('backup', half, 60, restored)];
    for (const [env, at] of [[amid, 60] as const, [late, rows] as const]) {
      const own = await openDataDir(env['ASSAY_DATA_DIR'] ?? '');
      await own.write('secrets-kek.json', await readFile(join(source.dataDir, 'secrets-kek.json')));
      // The last kill is between writing and reading back all rows; on a server, where it costs less.
      if (env === amid || kind === 'postgres') works.push(untilKilled('restore', file, at, env));
    }
    await Promise.all(works);
    const left = (await readdir(folder)).filter((name) => name.includes('-killed'));
    expect(left.filter((name) => name.startsWith(`${kind}-`))).toEqual([]);
    expect(left.filter((name) => name.startsWith(`.${kind}-`))).toHaveLength(1);
    await runRestore(deps(amid), { path: file, isCheck: true });
    if (kind === 'postgres') expect((await runRestore(deps(late), { path: file })).restored).toBeDefined();
  }, 240_000);
});

/** Starts a process that ends itself by SIGKILL after this many rows. */
async function untilKilled(what: string, file: string, at: number, env: Record<string, string>): Promise<void> {
  const script = join(import.meta.dirname, 'kill.fixture.ts');
  const url = env['DATABASE_URL'];
  const args = [what, file, String(at), env['ASSAY_DATA_DIR'] ?? '', ...(url === undefined ? [] : [url])];
  const child = spawn(process.execPath, ['--conditions=assay-source', '--import', 'tsx', script, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [, signal] = await once(child, 'exit');
  expect({ what, signal }).toEqual({ what, signal: 'SIGKILL' });
}

describe('a backup file', () => {
  let testDb: TestDb;
  let file: string;
  let summary: BackupSummary;
  const take = (
    name: string,
    keys?: Parameters<typeof takeBackup>[1],
    more: Partial<Parameters<typeof takeBackup>[0]> = {},
  ) =>
    takeBackup({ ...parts, schema: verifierSchema, database: testDb.database(), ...more }, keys, (frames) =>
      writeBackupFile(path(name), frames),
    );

  beforeAll(async () => {
    testDb = await openTestDb('pglite', verifierMigrations);
    await fill(testDb.database().db);
    await take('one.backup', { passphrase, files: new Map([['token-key.pem', Buffer.from('canary key')]]) });
    file = path('one.backup');
    summary = await verifyBackup(file);
  }, 60_000);
  afterAll(() => testDb?.close());

  it('is damaged when truncated anywhere, or longer', async () => {
    const bytes = await readFile(file);
    for (let size = 0; size < bytes.byteLength; size += 997) {
      await writeFile(path('cut'), bytes.subarray(0, size));
      expect(['backup_damaged', 'no_backup']).toContain(await reasonOf(verifyBackup(path('cut'))));
    }
    await writeFile(path('cut'), Buffer.concat([bytes, Buffer.from('x')]));
    expect(await reasonOf(verifyBackup(path('cut')))).toBe('backup_damaged');
  });

  it('with one byte changed is refused', async () => {
    const bytes = await readFile(file);
    for (let at = 0; at < bytes.byteLength; at += at < 300 ? 11 : 1201) {
      bytes[at] = (bytes[at] ?? 0) ^ 0x04;
      await writeFile(path('changed'), bytes);
      const reason = await reasonOf(verifyBackup(path('changed')));
      expect(['backup_damaged', 'no_backup', 'backup_newer']).toContain(reason);
      bytes[at] = (bytes[at] ?? 0) ^ 0x04;
    }
  });

  it('of a newer format, with unknown migrations, or of another program is refused without opening the database', async () => {
    const env = { ASSAY_DATA_DIR: path('never'), DATABASE_URL: 'postgres://127.0.0.1:1/nothing' };
    const bytes = await readFile(file);
    await writeFile(path('newer'), Buffer.concat([Buffer.from('ASSAY-BACKUP 2\n'), bytes.subarray(15)]));
    expect(await reasonOf(runRestore(deps(env), { path: path('newer') }))).toBe('backup_newer');
    const [first] = summary.header.migrations;
    const cases = [
      {
        name: 'unknown',
        migrations: [...summary.header.migrations, { ...first, id: '9999-later' }],
        reason: 'backup_newer',
      },
      { name: 'edited', migrations: [{ ...first, sha256: '0'.repeat(64) }], reason: 'other_release' },
    ];
    for (const { name, migrations, reason } of cases) {
      await rewrite(file, path(name), { ...summary.header, migrations });
      expect(await reasonOf(runRestore(deps(env), { path: path(name) }))).toBe(reason);
    }
    const other = { path: file, digest: `sha256:${'0'.repeat(64)}` };
    expect(await reasonOf(runRestore(deps(env), other))).toBe('other_digest');
  });

  it('gives its keys only for the passphrase, and never replaces others', async () => {
    const env = { ASSAY_DATA_DIR: path('keys') };
    const wrong = createSecret('another long passphrase');
    expect(await reasonOf(runRestore(deps(env), { path: file, passphrase: wrong, isCheck: true }))).toBe(
      'wrong_passphrase',
    );
    const { keyFiles } = await runRestore(deps(env), { path: file, passphrase, isCheck: true });
    expect(keyFiles).toEqual(['token-key.pem']);
    const own = await openDataDir(path('keys'));
    await own.write('token-key.pem', 'another one');
    expect(await reasonOf(runRestore(deps(env), { path: file, passphrase, isCheck: true }))).toBe('keys_differ');
    expect((await textsIn(file)).join('').includes('canary key')).toBe(false);
    const short = { path: path('short'), keys: { passphrase: createSecret('too short') } };
    expect(await reasonOf(makeBackup(deps(env), short))).toBe('invalid_request');
  });

  it('never replaces another one', async () => {
    const before = await readFile(file);
    expect(await reasonOf(take('one.backup'))).toBe('file_exists');
    expect(await readFile(file)).toEqual(before);
  });

  it('does not exist after a full disk, a failed sync, or an interruption', async () => {
    const before = await readdir(folder);
    for (const fails of ['write', 'sync'] as const) {
      const openFile = async (name: string) => {
        const { open } = await import('node:fs/promises');
        const handle = await open(name, 'wx');
        let left = 3;
        const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        return {
          async writeFile(data: Uint8Array) {
            left -= 1;
            if (fails === 'write' && left === 0) throw full;
            await handle.writeFile(data);
          },
          async sync() {
            throw full;
          },
          close: () => handle.close(),
        };
      };
      const work = takeBackup({ ...parts, schema: verifierSchema, database: testDb.database() }, undefined, (frames) =>
        writeBackupFile(path('full'), frames, { openFile }),
      );
      await expect(work).rejects.toThrow('no space left');
    }
    const stop = new AbortController();
    const onRows = (rows: number) => {
      if (rows > 20) stop.abort();
    };
    await expect(take('full', undefined, { signal: stop.signal, onRows })).rejects.toThrow('abort');
    expect(await readdir(folder)).toEqual(before);
  });

  it('keeps values of types that no present table has', async () => {
    const { db } = testDb.database();
    await db.transaction(async (tx) => {
      await tx.execute(
        sql`create temp table odd (a bytea, b timestamptz, c numeric, d double precision, e text[], f date)`,
      );
      await tx.execute(sql`insert into odd values
        ('\\x00ff5c27', '2026-11-22 10:00:00.123456+02', 12345678901234567890.000100, 0.1::float8 + 0.2::float8,
          array['a"b', null, '{,}', ''], 'infinity'), (null, 'infinity', 'NaN', '-Infinity', '{}', null)`);
      const columns = [
        ...[
          ['a', 'bytea'],
          ['b', 'timestamp with time zone'],
          ['c', 'numeric'],
          ['d', 'double precision'],
        ],
        ...[
          ['e', 'text[]'],
          ['f', 'date'],
        ],
      ].map(([name = '', type = '']) => ({ name, type }));
      const shape = { name: 'odd', columns };
      const lines: string[] = [];
      for await (const some of readLines(tx, shape)) lines.push(...some);
      await insertLines(tx, shape, lines);
      const rows = await query(tx, sql`select count(*)::int as rows from odd group by odd`);
      expect(rows).toEqual([{ rows: 2 }, { rows: 2 }]);
      await tx.execute(sql`drop table odd`);
    });
  });
});

/** Writes the same file with another header, valid in itself. */
async function rewrite(from: string, to: string, header: unknown): Promise<void> {
  const bytes = await readFile(from);
  const start = bytes.indexOf(10) + 1;
  const rest = bytes.subarray(start + 5 + bytes.readUInt32BE(start + 1), -32);
  await writeBackupFile(
    to,
    (async function* () {
      yield toJsonFrame('H', header);
      yield rest;
    })(),
  );
}

describe.runIf(testDatabaseUrl !== undefined)('on a server', () => {
  it('contains one moment, with any concurrent writes', async () => {
    const testDb = await openTestDb('postgres', verifierMigrations);
    try {
      const { db } = testDb.database();
      await fill(db);
      const database = await createDb({ dataDir: '', ...testServerDatabase(await schemaOf(db)) });
      await takeBackup({ ...parts, schema: verifierSchema, database }, undefined, async (frames) => {
        async function* disturbed() {
          for await (const frame of frames) {
            yield frame;
            await db.execute(sql`insert into events (seq, org_id, type, data, time)
              select max(seq) + 1, 'written meanwhile', 'agent.log', '{}', 1 from events where seq < 1000000`);
          }
        }
        await writeBackupFile(path('moment'), disturbed());
      });
      await database.close();
      expect((await textsIn(path('moment'))).join('').includes('written meanwhile')).toBe(false);
    } finally {
      await testDb.close();
    }
  });

  it('accepts one of two concurrent restores, and refuses the other', async () => {
    const env = await nowhere('postgres');
    const works = [0, 1].map(() => reasonOf(runRestore(deps(env), { path: path('moment') })));
    expect((await Promise.all(works)).map((reason) => reason ?? 'done').toSorted()).toEqual([
      'database_not_empty',
      'done',
    ]);
  });

  it('restores one of the embedded database', async () => {
    const env = await nowhere('postgres');
    const { restored } = await runRestore(deps(env), { path: path('one.backup') });
    expect(restored?.migrated).toEqual([]);
  });
});

async function schemaOf(db: Db): Promise<string> {
  const [row] = await query<{ name: string }>(db, sql`select current_schema() as name`);
  return row?.name ?? '';
}

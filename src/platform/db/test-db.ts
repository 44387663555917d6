/** Databases for tests, embedded or on a server. They are copied from a migrated template, which is faster than migrating. */
import { createHash, randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { systemClock } from '../clock.ts';
import { databaseFolder } from '../data-dir.ts';
import { createDb, type Database, query } from './db.ts';
import { type Migration, migrate } from './migrate.ts';
import { watchTransactions } from './one-connection.ts';

const cacheRoot = join(import.meta.dirname, '../../../node_modules/.cache/assay-test-db');

/** A server on which store tests run too; `undefined` if none is named. */
// biome-ignore lint/style/noProcessEnv: tests have no config.ts; never DATABASE_URL, which may be somebody's data
export const testDatabaseUrl: string | undefined = env['TEST_DATABASE_URL'];

/** The kind for tests that prove nothing about databases. A server database starts faster than an embedded one. */
export const testDatabaseKind: Database['kind'] = testDatabaseUrl === undefined ? 'pglite' : 'postgres';

export interface TestDb {
  /** Gives the open database; after `reopen` the new one. */
  readonly database: () => Database;
  readonly dataDir: string;
  /** Closes and opens the database, as a restart does. */
  reopen(): Promise<Database>;
  /** @throws Error when a query bypassed an open transaction unnoticed */
  close(): Promise<void>;
}

/**
 * Gives the URL and schema of a server database that `openTestDb` made, by its name. Its `current_schema()` has the
 * same name.
 */
export function testServerDatabase(name: string): { readonly databaseUrl: string; readonly schema: string } {
  if (testDatabaseUrl === undefined) throw new Error('TEST_DATABASE_URL names no server');
  const url = new URL(testDatabaseUrl);
  url.pathname = `/${name}`;
  return { databaseUrl: url.href, schema: name };
}

/** Opens a migrated database of the given kind for one test. */
export async function openTestDb(kind: Database['kind'], migrations: readonly Migration[]): Promise<TestDb> {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-db-'));
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  if (kind === 'pglite') copyFolder(await findTemplate(migrations), dataDir);
  else await copyInServer(migrations, name);
  const where = kind === 'pglite' ? { dataDir } : { dataDir, ...testServerDatabase(name) };
  const open = async () => watchTransactions(await createDb(where));
  let current = await open();
  // A schema of that name, so that the processes of a test find the database by it.
  if (kind === 'postgres') await current.db.execute(sql.raw(`alter schema public rename to ${name}`));
  const strays: Error[] = [];
  const shut = async () => {
    await current.close();
    strays.push(...current.strays);
  };
  await migrate(current.db, migrations, systemClock);
  return {
    dataDir,
    database: () => current,
    async reopen() {
      await shut();
      current = await open();
      return current;
    },
    async close() {
      await shut();
      if (kind === 'postgres') await inServer((server) => run(server, `drop database ${name} with (force)`));
      rmSync(dataDir, { recursive: true, force: true });
      if (strays[0] !== undefined) throw strays[0];
    },
  };
}

/** In one go: `cp` asks the system ten times as much for each of 400 files. */
export function copyFolder(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      mkdirSync(target, { recursive: true, mode: 0o700 });
      copyFolder(source, target);
    } else copyFileSync(source, target);
  }
}

async function inServer(use: (server: Database) => Promise<unknown>): Promise<void> {
  const server = await createDb({ dataDir: '', databaseUrl: testDatabaseUrl, maxConnections: 1 });
  try {
    await use(server);
  } finally {
    await server.close();
  }
}

const run = ({ db }: Database, statement: string): Promise<unknown> => db.execute(sql.raw(statement));

/** Lock for looking up or making a template. The number is arbitrary. */
const templateLock = 7_236_112_009;

async function copyInServer(migrations: readonly Migration[], name: string): Promise<void> {
  const template = `assay_test_${keyOf(migrations)}`;
  await inServer(async (server) => {
    const found = sql`select 1 from pg_database where datname = ${template}`;
    if ((await query(server.db, found)).length === 0) {
      // Held until this connection ends.
      await run(server, `select pg_advisory_lock(${templateLock})`);
      if ((await query(server.db, found)).length === 0) await makeTemplate(server, migrations, template);
    }
    await run(server, `create database ${name} template ${template}`);
  });
}

async function makeTemplate(server: Database, migrations: readonly Migration[], template: string): Promise<void> {
  const draft = `${template}_draft`;
  await run(server, `drop database if exists ${draft} with (force)`);
  await run(server, `create database ${draft}`);
  const { databaseUrl } = testServerDatabase(draft);
  const database = await createDb({ dataDir: '', databaseUrl, maxConnections: 1 });
  await migrate(database.db, migrations, systemClock);
  await database.close();
  await run(server, `alter database ${draft} rename to ${template}`);
}

const keyOf = (migrations: readonly Migration[]): string =>
  createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16);

/** Gives the folder of a migrated embedded database to copy. It is made on first use and kept for later runs. */
export async function findTemplate(migrations: readonly Migration[]): Promise<string> {
  const template = join(cacheRoot, keyOf(migrations));
  if (await exists(template)) return template;
  await mkdir(cacheRoot, { recursive: true });
  const draft = await mkdtemp(join(cacheRoot, 'draft-'));
  // A log segment is 16 MB by default, and every test would copy it.
  await (await PGlite.create({ dataDir: join(draft, databaseFolder), initDbStartParams: ['--wal-segsize=1'] })).close();
  const database = await createDb({ dataDir: draft });
  await migrate(database.db, migrations, systemClock);
  await dropUnused(database);
  await database.close();
  // Another test file may have been faster; its template is used then.
  await rename(draft, template).catch(() => rm(draft, { recursive: true, force: true }));
  return template;
}

/** The templates of PostgreSQL itself are two thirds of the files. Nothing in the embedded database makes databases. */
async function dropUnused(database: Database): Promise<void> {
  await run(database, 'update pg_database set datistemplate = false');
  for (const name of ['template0', 'template1']) await run(database, `drop database ${name}`);
  await run(database, 'checkpoint');
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Databases for tests: a migrated embedded one copied from a template (making one takes seconds), or a fresh schema of a server. */
import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { sql } from 'drizzle-orm';
import { systemClock } from '../clock.ts';
import { createDb, type Database } from './db.ts';
import { type Migration, migrate } from './migrate.ts';
import { watchTransactions } from './one-connection.ts';

const cacheRoot = join(import.meta.dirname, '../../../node_modules/.cache/assay-test-db');

/** A server to run store tests on as well; undefined when none is named. */
// biome-ignore lint/style/noProcessEnv: tests have no config.ts; never DATABASE_URL, which may be somebody's data
export const testDatabaseUrl: string | undefined = env['TEST_DATABASE_URL'];

/** What tests take that prove nothing about databases: a schema of the server is there sooner than an embedded database. */
export const testDatabaseKind: Database['kind'] = testDatabaseUrl === undefined ? 'pglite' : 'postgres';

export interface TestDb {
  /** The open database; after `reopen` a new one. */
  readonly database: () => Database;
  readonly dataDir: string;
  /** Closes and opens again, as a restart does. */
  reopen(): Promise<Database>;
  /** @throws Error when a query went past an open transaction, unseen by the test itself. */
  close(): Promise<void>;
}

/** Opens a migrated database of the given kind that nobody else uses. */
export async function openTestDb(kind: Database['kind'], migrations: readonly Migration[]): Promise<TestDb> {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-db-'));
  const schema = `test_${randomUUID().replaceAll('-', '')}`;
  if (kind === 'pglite') await cp(await findTemplate(migrations), dataDir, { recursive: true });
  else await inServer((server) => server.db.execute(sql.raw(`create schema ${schema}`)));
  const where = kind === 'pglite' ? { dataDir } : { dataDir, schema, databaseUrl: testDatabaseUrl };
  const open = async () => watchTransactions(await createDb(where));
  let current = await open();
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
      if (kind === 'postgres') await inServer((server) => server.db.execute(sql.raw(`drop schema ${schema} cascade`)));
      await rm(dataDir, { recursive: true, force: true });
      if (strays[0] !== undefined) throw strays[0];
    },
  };
}

async function inServer(run: (server: Database) => Promise<unknown>): Promise<void> {
  const server = await createDb({ dataDir: '', databaseUrl: testDatabaseUrl, maxConnections: 1 });
  try {
    await run(server);
  } finally {
    await server.close();
  }
}

async function findTemplate(migrations: readonly Migration[]): Promise<string> {
  const key = createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16);
  const template = join(cacheRoot, key);
  if (await exists(template)) return template;
  await mkdir(cacheRoot, { recursive: true });
  const draft = await mkdtemp(join(cacheRoot, 'draft-'));
  const database = await createDb({ dataDir: draft });
  await migrate(database.db, migrations, systemClock);
  await database.close();
  // Another test file may have been faster; then its template serves.
  await rename(draft, template).catch(() => rm(draft, { recursive: true, force: true }));
  return template;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

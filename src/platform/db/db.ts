/**
 * The database: embedded PGlite in the data folder, or PostgreSQL. Both have the same tables and the same drizzle
 * queries.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { SQL } from 'drizzle-orm';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import pg from 'pg';
import { databaseFolder } from '../data-dir.ts';
import { AppError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { makePrivate } from '../private-files.ts';
import { lockFolder } from './folder-lock.ts';
import { type Listening, listenAtEmbedded, listenAtServer } from './listen.ts';

/** The type that stores query: either driver, inside or outside of a transaction. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

export interface Database {
  readonly kind: 'pglite' | 'postgres';
  readonly db: Db;
  /** Calls back on each notification of a channel from any process, and whenever notifications may have been lost. */
  listen(channel: string, onNotify: () => void): Listening;
  close(): Promise<void>;
}

export interface DbOptions {
  /** postgres://…; without it the embedded database in `<dataDir>/db`. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  /** PostgreSQL schema to work in; the server's default if absent. */
  readonly schema?: string;
  readonly maxConnections?: number;
  readonly log?: Logger;
  /** Gets each server connection before its first statement, so that tests can inject faults. */
  readonly onConnect?: (client: pg.PoolClient) => void;
}

/**
 * Opens the database.
 * @throws AppError `config` when the folder is in use, `unavailable` when no server answers
 */
export async function createDb(options: DbOptions): Promise<Database> {
  return options.databaseUrl === undefined ? openEmbedded(options.dataDir) : openServer(options, options.databaseUrl);
}

/** Runs a raw statement and gives its rows. The caller names the row type, which must match what the statement selects. */
export async function query<Row extends object>(db: Pick<Db, 'execute'>, statement: SQL): Promise<Row[]> {
  const result: unknown = await db.execute(statement);
  if (typeof result !== 'object' || result === null || !('rows' in result) || !Array.isArray(result.rows)) {
    throw new AppError('internal', 'the database driver gave no rows');
  }
  return result.rows as Row[];
}

/**
 * Page cache of the embedded database. Its default of 160 MB is allocated as a whole at start, and the system caches
 * the same files anyway.
 */
const embeddedParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

async function openEmbedded(dataDir: string): Promise<Database> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(join(dataDir, 'db.lock'));
  try {
    const folder = join(dataDir, databaseFolder);
    const client = await PGlite.create({ dataDir: folder, startParams: embeddedParams });
    // PGlite creates files that everybody can read.
    await makePrivate(folder);
    return {
      kind: 'pglite',
      db: drizzlePglite({ client }),
      listen: (channel, onNotify) => listenAtEmbedded(client, channel, onNotify),
      async close() {
        await client.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function openServer(options: DbOptions, connectionString: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString,
    max: options.maxConnections ?? 8,
    connectionTimeoutMillis: 10_000,
    ...(options.schema === undefined ? {} : { options: `-c search_path=${options.schema}` }),
  });
  // The pool replaces a broken connection, and its query fails. Without a listener the error event would end the
  // process: the pool listens to idle connections only, and nobody listens between two statements of a transaction.
  pool.on('connect', (client) => {
    client.on('error', (error) => options.log?.warn({ err: error }, 'a database connection broke'));
    options.onConnect?.(client);
  });
  pool.on('error', () => undefined);
  try {
    (await pool.connect()).release();
  } catch (cause) {
    await pool.end();
    throw new AppError('unavailable', 'the database server does not answer', { cause });
  }
  // Drizzle's own transaction does not release a connection that breaks at `begin`, so the pool would lose it for
  // good.
  const transaction: Db['transaction'] = async (run, config) => {
    const client = await pool.connect();
    try {
      return await drizzlePg({ client }).transaction(run, config);
    } finally {
      client.release();
    }
  };
  return {
    kind: 'postgres',
    db: Object.assign(drizzlePg({ client: pool }), { transaction }),
    listen: (channel, onNotify) => listenAtServer({ connectionString, channel, onNotify, log: options.log }),
    close: () => pool.end(),
  };
}

/** Takes a backup: one snapshot of the whole database, as frames of a file, with one chunk in memory at a time. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { getTableName, sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import { type Database, type Db, query } from '../../../platform/db/db.ts';
import { hashOf } from '../../../platform/db/migrate.ts';
import { AppError } from '../../../platform/errors.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import type { Secret } from '../../../platform/secret.ts';
import { build } from '../../base/build.ts';
import { type BackupHeader, chunkBytes, formatVersion, frameTypes, type TableEnd } from './format.ts';
import {
  type AppliedMigration,
  inOrderOfReferences,
  listTables,
  readMigrations,
  readSequences,
  readShapes,
  settle,
  type TableShape,
} from './inventory.ts';
import { type KeyFiles, sealKeyFiles } from './key-files.ts';
import { readLines } from './rows.ts';
import type { ReleaseSchema } from './schema.ts';
import { toFrame, toJsonFrame } from './write-file.ts';

export interface TakeDeps {
  readonly schema: ReleaseSchema;
  readonly database: Database;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  /** Aborts cleanly: no file is left. */
  readonly signal?: AbortSignal | undefined;
  readonly onRows?: (rows: number) => void;
}

/** Keys to include, and the passphrase that seals them. */
export interface KeysToSeal {
  readonly files: KeyFiles;
  readonly passphrase: Secret;
}

/** The result besides the frames. */
export interface Taken {
  readonly header: BackupHeader;
  readonly tables: readonly TableEnd[];
}

/** The migrations themselves maintain it; the header lists them. */
const migrationsTable = 'schema_migrations';
const compress = promisify(gzip);

/** Passes every frame to `write`, in one read-only transaction. @throws AppError `conflict`, `unavailable`. */
export async function takeBackup(
  deps: TakeDeps,
  keys: KeysToSeal | undefined,
  write: (frames: AsyncGenerator<Uint8Array>) => Promise<unknown>,
): Promise<Taken> {
  const { database, schema } = deps;
  const found = await listTables(database.db);
  const ours = new Set(schema.tables.map((table) => getTableName(table)));
  const names = found.filter((name) => ours.has(name));
  if (!found.includes(migrationsTable) || names.length === 0) throw noVerifier();
  let taken: Taken | undefined;
  await database.db.transaction(
    async (tx) => {
      await settle(tx);
      // Before the first read: everything from here on is of one moment, and no table changes its form meanwhile.
      await tx.execute(
        sql`lock table ${sql.join([migrationsTable, ...names].map(sql.identifier), sql`, `)} in access share mode`,
      );
      const header = await makeHeader(tx, deps, { names, leftOut: found.filter((name) => !ours.has(name)), keys });
      const tables: TableEnd[] = [];
      await write(toFrames(tx, deps, { header, keys, tables }));
      taken = { header, tables };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  if (taken === undefined) throw new Error('a transaction ended without a result');
  return taken;
}

interface Inventory {
  readonly names: readonly string[];
  readonly leftOut: readonly string[];
  readonly keys: KeysToSeal | undefined;
}

async function makeHeader(tx: Db, deps: TakeDeps, { names, leftOut, keys }: Inventory): Promise<BackupHeader> {
  const { database, clock, randomBytes } = deps;
  const migrations = await readMigrations(tx);
  assertOurs(deps.schema, migrations, names);
  const shapes = await readShapes(tx, await inOrderOfReferences(tx, names));
  const [server] = await query<{ version: string }>(tx, sql`select current_setting('server_version') as version`);
  const [lineage] = await query<{ id: string }>(tx, sql`select id from control_lineage`);
  return {
    format: formatVersion,
    id: createId('bak', clock, randomBytes),
    taken_at: clock.now(),
    build,
    database: database.kind,
    server_version: server?.version ?? '',
    lineage: lineage?.id ?? null,
    migrations,
    keks: names.includes('vault_keks') ? await readKeks(tx) : [],
    keys: keys === undefined ? null : [...keys.files.keys()],
    tables: shapes.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
    left_out: leftOut.filter((name) => name !== migrationsTable),
  };
}

async function readKeks(tx: Db): Promise<BackupHeader['keks']> {
  const rows = await query<BackupHeader['keks'][number] & { secrets: string; created_at: string }>(
    tx,
    sql`select kek_id as key_id, version, is_current, retired_at is not null as is_retired, check_value,
        created_at::text as created_at, (select count(*)::text from vault_secrets s
          where s.kek_id = k.kek_id and s.kek_version = k.version) as secrets
      from vault_keks k order by k.created_at, k.kek_id collate "C", k.version`,
  );
  return rows.map((row) => ({ ...row, secrets: Number(row.secrets), created_at: Number(row.created_at) }));
}

/** Refuses a database of a newer release: its additions would be left out silently. @throws AppError `conflict`. */
function assertOurs(schema: ReleaseSchema, applied: readonly AppliedMigration[], names: readonly string[]): void {
  const known = new Map(schema.migrations.map((migration) => [migration.id, hashOf(migration)]));
  const foreign = applied.filter(({ id, sha256 }) => known.get(id) !== sha256).map(({ id }) => id);
  if (foreign.length > 0) {
    const detail = `Another release made this database (${foreign.join(', ')}): take the backup with that release`;
    throw new AppError('conflict', detail, { detail, extensions: { reason: 'other_release' } });
  }
  if (applied.length < known.size) return;
  const there = new Set(names);
  const missing = schema.tables.map((table) => getTableName(table)).filter((name) => !there.has(name));
  if (missing.length === 0) return;
  const detail = `The database lacks tables (${missing.join(', ')}), so a backup would be incomplete`;
  throw new AppError('conflict', detail, { detail, extensions: { reason: 'tables_missing' } });
}

function noVerifier(): AppError {
  const detail = 'This database has no verifier tables: check DATABASE_URL and ASSAY_DATA_DIR';
  return new AppError('conflict', detail, { detail, extensions: { reason: 'no_verifier' } });
}

interface Plan {
  readonly header: BackupHeader;
  readonly keys: KeysToSeal | undefined;
  readonly tables: TableEnd[];
}

async function* toFrames(tx: Db, deps: TakeDeps, { header, keys, tables }: Plan): AsyncGenerator<Uint8Array> {
  const text = Buffer.from(JSON.stringify(header), 'utf8');
  yield toFrame(frameTypes.header, text);
  if (keys !== undefined) {
    yield toJsonFrame(frameTypes.keys, await sealKeyFiles(keys.files, keys.passphrase, text));
  }
  let rows = 0;
  const names = header.tables.map(({ name }) => name);
  for (const shape of await readShapes(tx, names)) {
    const ended = yield* toTableFrames(tx, deps, shape, rows);
    rows += ended.rows;
    tables.push(ended);
    yield toJsonFrame(frameTypes.table, ended);
  }
  // Read after the rows: it includes every number that one of them has.
  const sequences = await readSequences(tx, names);
  yield toJsonFrame(frameTypes.end, { tables: tables.length, rows, sequences });
}

async function* toTableFrames(tx: Db, { signal, onRows }: TakeDeps, shape: TableShape, before: number) {
  const hash = createHash('sha256');
  let rows = 0;
  let waiting: Buffer[] = [];
  let size = 0;
  const flush = async (): Promise<Uint8Array> => {
    const chunk = Buffer.concat(waiting);
    [waiting, size] = [[], 0];
    hash.update(chunk);
    return toFrame(frameTypes.data, await compress(chunk));
  };
  for await (const lines of readLines(tx, shape)) {
    signal?.throwIfAborted();
    rows += lines.length;
    for (const line of lines) {
      const bytes = Buffer.from(`${line}\n`, 'utf8');
      waiting.push(bytes);
      size += bytes.byteLength;
      if (size >= chunkBytes) yield await flush();
    }
    onRows?.(before + rows);
  }
  if (size > 0) yield await flush();
  return { name: shape.name, rows, sha256: hash.digest('hex') } satisfies TableEnd;
}

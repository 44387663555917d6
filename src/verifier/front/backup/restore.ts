/**
 * Restores a backup into an empty database: everything is checked first, then restored in one transaction, and read again before
 * its end.
 */
import { getTableName, sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import { type Database, type Db, query } from '../../../platform/db/db.ts';
import { hashOf, holdMigrations, type Migration, migrate } from '../../../platform/db/migrate.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import { type BackupHeader, type BackupSummary, damaged, refuseBackup, type SequenceState } from './format.ts';
import { listTables, readSequences, readShapes, settle, type TableShape } from './inventory.ts';
import { type Ended, markRestored } from './mark-restored.ts';
import { newer, readBackup } from './read-file.ts';
import { createRowDigest, type RowDigest } from './row-digest.ts';
import { insertLines, readLines } from './rows.ts';
import type { ReleaseSchema } from './schema.ts';

export interface RestoreDeps {
  readonly schema: ReleaseSchema;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly signal?: AbortSignal | undefined;
  readonly onRows?: (rows: number) => void;
}

export interface Restored {
  readonly ended: Ended;
  /** New lineage of the database. */
  readonly lineage: string;
  /** Later migrations that were run on it. */
  readonly migrated: readonly string[];
}

/** @throws AppError `unprocessable` if the backup contains something unknown to this program. */
export function assertKnown(schema: ReleaseSchema, { migrations, tables }: BackupHeader): void {
  const known = new Map(schema.migrations.map((migration) => [migration.id, hashOf(migration)]));
  const foreign = migrations.filter(({ id }) => !known.has(id)).map(({ id }) => id);
  if (foreign.length > 0) throw newer(`it has unknown migrations (${foreign.join(', ')})`);
  const edited = migrations.filter(({ id, sha256 }) => known.get(id) !== sha256).map(({ id }) => id);
  if (edited.length > 0) {
    throw refuseBackup(
      'other_release',
      `The backup was made by another program: its migrations ${edited.join(', ')} differ`,
    );
  }
  const ours = new Set(schema.tables.map((table) => getTableName(table)));
  const strange = tables.map(({ name }) => name).filter((name) => !ours.has(name));
  if (strange.length > 0) throw newer(`it has unknown tables (${strange.join(', ')})`);
}

/** @throws AppError `conflict` (`database_not_empty`), with what is in it. */
export async function assertEmpty(db: Db): Promise<void> {
  const names = await listTables(db);
  if (names.length === 0) return;
  const held: string[] = [];
  for (const name of names) {
    const [row] = await query<{ rows: string }>(db, sql`select count(*)::text as rows from ${sql.identifier(name)}`);
    if (row !== undefined && row.rows !== '0') held.push(`${name}: ${row.rows}`);
  }
  const rows =
    held.length === 0 ? 'all empty' : `rows: ${held.slice(0, 12).join(', ')}${held.length > 12 ? ', …' : ''}`;
  const detail =
    `The database is not empty: it has ${names.length} tables (${rows}). ` +
    'Restore a backup into a new database or a new data folder, before any verifier starts there';
  throw refuseBackup('database_not_empty', detail);
}

/** Restores everything or nothing. The file was verified before, and must still match the summary. */
export async function restoreBackup(
  { db }: Database,
  path: string,
  summary: BackupSummary,
  deps: RestoreDeps,
): Promise<Restored> {
  const applied = new Set(summary.header.migrations.map(({ id }) => id));
  const then = deps.schema.migrations.filter(({ id }) => applied.has(id));
  return db.transaction(async (tx) => {
    await settle(tx);
    // A verifier that starts meanwhile waits here, and finds the whole database.
    await holdMigrations(tx);
    await assertEmpty(tx);
    await migrate(tx, then, deps.clock);
    const written = await load(tx, path, summary, deps);
    await assertSame(tx, await shapesOf(tx, summary.header), written, deps);
    await setSequences(tx, summary);
    const migrated = await migrate(tx, deps.schema.migrations, deps.clock);
    const marked = await markRestored(tx, summary, deps);
    await tx.execute(sql`analyze`);
    deps.signal?.throwIfAborted();
    return { ...marked, migrated };
  });
}

/** Gives the columns as this program's migrations create them. The names in the file are only compared with them. */
async function shapesOf(tx: Db, { tables }: BackupHeader): Promise<TableShape[]> {
  const shapes = await readShapes(
    tx,
    tables.map(({ name }) => name),
  );
  for (const [index, { name, columns }] of shapes.entries()) {
    const own = columns.map((column) => column.name);
    const isSame = JSON.stringify(own.toSorted()) === JSON.stringify(tables[index]?.columns.toSorted());
    if (!isSame) throw damaged(`the columns of the table ${name} differ from its migrations`);
  }
  // In the order of the file: in an upgraded database, a column of a later migration is in another position.
  return shapes.map(({ name, columns }, index) => ({
    name,
    columns: (tables[index]?.columns ?? []).flatMap((wanted) => columns.filter((column) => column.name === wanted)),
  }));
}

async function load(tx: Db, path: string, summary: BackupSummary, deps: RestoreDeps): Promise<Map<string, string>> {
  const shapes = new Map((await shapesOf(tx, summary.header)).map((shape) => [shape.name, shape]));
  const written = new Map<string, string>();
  let digest: RowDigest = createRowDigest();
  let rows = 0;
  for await (const piece of readBackup(path)) {
    deps.signal?.throwIfAborted();
    if (piece.kind === 'lines') {
      const lines = piece.text.slice(0, -1).split('\n');
      for (const line of lines) digest.add(line);
      const shape = shapes.get(piece.table);
      if (shape === undefined) throw damaged(`the table ${piece.table} is not in its header`);
      await insertLines(tx, shape, lines);
      rows += lines.length;
      deps.onRows?.(rows);
    } else if (piece.kind === 'table') {
      written.set(piece.table.name, digest.toString());
      digest = createRowDigest();
    } else if (piece.kind === 'end' && piece.digest !== summary.digest) {
      throw damaged('it was changed while it was read');
    }
  }
  return written;
}

/** Checks that the database returns the rows of the file. */
async function assertSame(
  tx: Db,
  shapes: readonly TableShape[],
  written: ReadonlyMap<string, string>,
  { signal }: RestoreDeps,
): Promise<void> {
  for (const shape of shapes) {
    const digest = createRowDigest();
    for await (const lines of readLines(tx, shape)) {
      signal?.throwIfAborted();
      for (const line of lines) digest.add(line);
    }
    if (digest.toString() === written.get(shape.name)) continue;
    throw refuseBackup('read_back_differs', `The database returns other rows of ${shape.name} than were written`);
  }
}

async function setSequences(tx: Db, { header, end }: BackupSummary): Promise<void> {
  const names = header.tables.map(({ name }) => name);
  const own = new Set((await readSequences(tx, names)).map(({ name }) => name));
  const given = new Set(end.sequences.map(({ name }) => name));
  const isSame = own.size === given.size && [...own].every((name) => given.has(name));
  if (!isSame) throw damaged('its sequences differ from its migrations');
  for (const sequence of end.sequences) await setSequence(tx, sequence);
}

async function setSequence(tx: Db, { name, last_value: value, is_called: isCalled }: SequenceState): Promise<void> {
  await tx.execute(sql`select setval(${name}::text::regclass, ${value}::bigint, ${isCalled})`);
}

/** The migrations that a restore also runs, for messages. */
export function laterMigrations(schema: ReleaseSchema, { migrations }: BackupHeader): Migration[] {
  const applied = new Set(migrations.map(({ id }) => id));
  return schema.migrations.filter(({ id }) => !applied.has(id));
}

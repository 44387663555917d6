/** Runs the backup commands with the verifier's own settings: database, data folder, keys. */
import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Clock } from '../../../platform/clock.ts';
import type { Environment } from '../../../platform/config.ts';
import { openDataDir } from '../../../platform/data-dir.ts';
import { createDb, type Database } from '../../../platform/db/db.ts';
import { AppError, isAppError } from '../../../platform/errors.ts';
import type { Secret } from '../../../platform/secret.ts';
import { loadVerifierConfig, type VerifierConfig } from '../../base/config.ts';
import type { BackupSummary } from './format.ts';
import { assertKeksOpen } from './kek-check.ts';
import {
  assertNoOtherKeys,
  assertPassphrase,
  type KeyFiles,
  openKeyFiles,
  putKeyFiles,
  readKeyFiles,
} from './key-files.ts';
import { type VerifiedBackup, verifyBackup } from './read-file.ts';
import { assertEmpty, assertKnown, laterMigrations, type Restored, restoreBackup } from './restore.ts';
import type { ReleaseSchema } from './schema.ts';
import { takeBackup } from './take.ts';
import { type WriteOptions, writeBackupFile } from './write-file.ts';

export interface CommandDeps {
  readonly schema: ReleaseSchema;
  readonly env: Environment;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of rows so far. */
  readonly onRows?: (rows: number) => void;
  readonly report?: (message: string) => void;
}

export interface BackupRequest extends WriteOptions {
  readonly path: string;
  /** Includes the keys of the data folder, sealed with the passphrase. */
  readonly keys?: { readonly passphrase: Secret } | undefined;
}

/** Writes a backup of the verifier's database. @throws AppError. */
export async function makeBackup(deps: CommandDeps, { path, keys, openFile }: BackupRequest): Promise<BackupSummary> {
  if (keys !== undefined) assertPassphrase(keys.passphrase);
  const config = loadVerifierConfig(deps.env, deps.report ?? ignore);
  if (config.DATABASE_URL === undefined) await assertEmbeddedIsThere(config.ASSAY_DATA_DIR);
  const sealed = keys === undefined ? undefined : { ...keys, files: await readOwnKeys(config.ASSAY_DATA_DIR) };
  const database = await openDatabase(config);
  try {
    let written = { digest: '', bytes: 0 };
    const parts = { ...deps, database, randomBytes };
    const { header, tables } = await takeBackup(parts, sealed, async (frames) => {
      written = await writeBackupFile(path, frames, openFile === undefined ? {} : { openFile });
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return { header, tables, end: { tables: tables.length, rows, sequences: [] }, ...written };
  } finally {
    await database.close();
  }
}

export interface RestoreRequest {
  readonly path: string;
  /** Opens the included keys; without it they are not restored. */
  readonly passphrase?: Secret | undefined;
  /** Digest that the backup must have, as reported when it was made. */
  readonly digest?: string | undefined;
  /** Only checks whether it could be restored. */
  readonly isCheck?: boolean;
}

export interface RestoreAnswer {
  readonly summary: BackupSummary;
  /** Key files that were written to the data folder, or would be. */
  readonly keyFiles: readonly string[];
  /** Undefined after a check. */
  readonly restored: Restored | undefined;
  /** Migrations of later releases than the backup. */
  readonly later: readonly string[];
}

/** Checks everything first, and restores the backup unless only a check is requested. @throws AppError. */
export async function runRestore(deps: CommandDeps, request: RestoreRequest): Promise<RestoreAnswer> {
  const config = loadVerifierConfig(deps.env, deps.report ?? ignore);
  const summary = await verifyBackup(request.path);
  assertDigest(summary, request.digest);
  assertKnown(deps.schema, summary.header);
  const files = await openKeys(summary, request.passphrase);
  const dataDir = await lookAtDataDir(config.ASSAY_DATA_DIR);
  await assertNoOtherKeys(files, dataDir);
  const hint = summary.header.keys === null || files.size > 0 ? '' : ': it contains keys, so give their passphrase';
  await assertKeksOpen({ ...deps, config, dataDir, randomBytes }, summary.header.keks, files, hint);
  const answer = { summary, later: laterMigrations(deps.schema, summary.header).map(({ id }) => id) };
  if (request.isCheck === true) {
    await checkDatabase(config);
    return { ...answer, keyFiles: [...files.keys()], restored: undefined };
  }
  const database = await openDatabase(config);
  try {
    await assertEmpty(database.db);
    // Before the database: with a full database but no keys, the next start would create others.
    const own = await openDataDir(config.ASSAY_DATA_DIR);
    const keyFiles = await putKeyFiles(files, own);
    const restored = await restoreBackup(database, request.path, summary, { ...deps, randomBytes });
    return { ...answer, keyFiles, restored };
  } finally {
    await database.close();
  }
}

/** Describes a backup, and checks that it is complete. @throws AppError. */
export async function showBackup(path: string, onRows?: (rows: number) => void): Promise<BackupSummary> {
  return verifyBackup(path, onRows);
}

const ignore = () => undefined;

async function openKeys({ header, headerBytes, sealedKeys }: VerifiedBackup, passphrase: Secret | undefined) {
  const none: KeyFiles = new Map();
  if (passphrase === undefined || sealedKeys === undefined) return none;
  const files = await openKeyFiles(sealedKeys, passphrase, headerBytes);
  const isWhole = header.keys?.every((name) => files.has(name));
  if (!isWhole) throw new Error('opened keys match their header');
  return files;
}

function assertDigest({ digest }: BackupSummary, wanted: string | undefined): void {
  if (wanted === undefined || wanted === digest) return;
  const detail = `This backup has another digest: ${digest}`;
  throw new AppError('conflict', detail, { detail, extensions: { reason: 'other_digest' } });
}

async function checkDatabase(config: VerifierConfig): Promise<void> {
  if (config.DATABASE_URL === undefined && !(await isThere(join(config.ASSAY_DATA_DIR, 'db')))) return;
  const database = await openDatabase(config);
  try {
    await assertEmpty(database.db);
  } finally {
    await database.close();
  }
}

async function openDatabase(config: VerifierConfig): Promise<Database> {
  const databaseUrl = config.DATABASE_URL?.reveal();
  try {
    return await createDb({ dataDir: config.ASSAY_DATA_DIR, databaseUrl, maxConnections: 2 });
  } catch (cause) {
    if (databaseUrl !== undefined || !isAppError(cause, 'config')) throw cause;
    const detail =
      `The embedded database in ${resolve(config.ASSAY_DATA_DIR)} is in use: stop the verifier first. ` +
      'With PostgreSQL (DATABASE_URL) a backup is taken while it runs';
    throw new AppError('conflict', detail, { cause, detail, extensions: { reason: 'database_in_use' } });
  }
}

async function assertEmbeddedIsThere(folder: string): Promise<void> {
  if (await isThere(join(folder, 'db'))) return;
  const detail = `There is no embedded database in ${resolve(folder)}: name its folder with ASSAY_DATA_DIR, or a server with DATABASE_URL`;
  throw new AppError('config', detail, { detail });
}

/** Reads without creating the folder. */
async function lookAtDataDir(folder: string) {
  if (await isThere(folder)) return openDataDir(folder);
  const nowhere = { path: resolve(folder), file: (name: string) => join(resolve(folder), name) };
  const fail = async () => {
    throw new Error('a check does not write');
  };
  return { ...nowhere, read: async () => undefined, write: fail, writeOnce: fail };
}

async function readOwnKeys(folder: string): Promise<KeyFiles> {
  const files = await readKeyFiles(await lookAtDataDir(folder));
  if (files.size > 0) return files;
  const detail = `There are no keys in the data folder ${resolve(folder)}: name it with ASSAY_DATA_DIR`;
  throw new AppError('config', detail, { detail });
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

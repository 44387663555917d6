/**
 * The verifier's backup functions for the command line: they open its database themselves, beside any running verifier.
 */
import { verifierSchema as schema } from './verifier/features.ts';
import {
  type BackupRequest,
  type CommandDeps,
  makeBackup,
  type RestoreRequest,
  runRestore,
  showBackup,
} from './verifier/front/backup/open.ts';

export type BackupDeps = Omit<CommandDeps, 'schema'>;

/** Makes a backup. @throws AppError. */
export const takeBackup = (deps: BackupDeps, request: BackupRequest) => makeBackup({ ...deps, schema }, request);

/** Reads a whole backup. @throws AppError. */
export const readBackup = showBackup;

/** Restores a backup. @throws AppError. */
export const putBack = (deps: BackupDeps, request: RestoreRequest) => runRestore({ ...deps, schema }, request);

/** The contents of a whole backup. */
export type Backup = Awaited<ReturnType<typeof takeBackup>>;

export type PutBack = Awaited<ReturnType<typeof putBack>>;

/**
 * The verifier's backup functions for the command line: they open its database themselves, beside any running verifier.
 */
import {
  type BackupRequest,
  type CommandDeps,
  makeBackup,
  type RestoreRequest,
  runRestore,
  showBackup,
} from './verifier/front/backup/open.ts';

/** Makes a backup. @throws AppError. */
export const takeBackup = (deps: CommandDeps, request: BackupRequest) => makeBackup(deps, request);

/** Reads a whole backup. @throws AppError. */
export const readBackup = showBackup;

/** Restores a backup. @throws AppError. */
export const putBack = (deps: CommandDeps, request: RestoreRequest) => runRestore(deps, request);

/** The contents of a whole backup. */
export type Backup = Awaited<ReturnType<typeof takeBackup>>;

export type PutBack = Awaited<ReturnType<typeof putBack>>;

/** What the command line uses of the verifier's backups: they open its database themselves, beside any running one. */
import {
  type BackupRequest,
  type CommandDeps,
  makeBackup,
  type RestoreRequest,
  runRestore,
  showBackup,
} from './verifier/backup/open.ts';

/** Takes one. @throws AppError. */
export const takeBackup = (deps: CommandDeps, request: BackupRequest) => makeBackup(deps, request);

/** Reads one to its end. @throws AppError. */
export const readBackup = showBackup;

/** Puts one back. @throws AppError. */
export const putBack = (deps: CommandDeps, request: RestoreRequest) => runRestore(deps, request);

/** What a whole backup holds. */
export type Backup = Awaited<ReturnType<typeof takeBackup>>;

/** What became of one that was put back. */
export type PutBack = Awaited<ReturnType<typeof putBack>>;

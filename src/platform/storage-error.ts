/** Explains disk errors to the operator of a data folder. */
import { AppError } from './errors.ts';

/** System codes that are about the folder, not about a fault of ours. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there. Give it the folder, or choose another',
  EPERM: 'this user may not write there. Give it the folder, or choose another',
  EROFS: 'the file system is read-only. Mount it for writing, or choose another folder',
  ENOSPC: 'the disk is full. Free some of it, or choose a folder on another disk',
  EDQUOT: 'the disk quota is used up. Free some of it, or choose a folder on another disk',
  EIO: 'the disk reports an error. Replace it, and restore the folder from a copy',
  ENOTDIR: 'a part of its path is a file. Choose another folder',
  ENOENT: 'a part of its path cannot be created. Choose another folder',
  ELOOP: 'its path has links that form a cycle. Choose another folder',
  ENAMETOOLONG: 'its path is too long. Choose another folder',
};

/** Gives the sentence for a disk error under a data folder; `undefined` for any other error. */
export function explainStorageError(error: unknown, dataDir: string): AppError | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return undefined;
  const reason = typeof error.code === 'string' ? reasons[error.code] : undefined;
  if (reason === undefined) return undefined;
  const place =
    'path' in error && typeof error.path === 'string' ? ` (${error.code} at ${error.path})` : ` (${error.code})`;
  const detail = `the data folder ${dataDir} cannot be used: ${reason} with ASSAY_DATA_DIR${place}`;
  return new AppError('config', detail, { cause: error, detail });
}

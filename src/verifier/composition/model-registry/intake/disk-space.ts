/** Keeps files of models from filling the disk that may hold the database of this process. */
import { AppError } from '../../../../platform/errors.ts';

export interface DiskSpace {
  /** @throws AppError `storage_full` if that many more bytes would leave too little space. */
  take<T>(bytes: number, run: () => Promise<T>): Promise<T>;
}

export interface DiskSpaceDeps {
  /** Free bytes on the disk of the data folder. */
  readonly freeBytes: () => Promise<number>;
  readonly reserveBytes: number;
}

/** Counts reservations of open files in full, although part of them is on the disk already. This errs on the safe side. */
export function createDiskSpace({ freeBytes, reserveBytes }: DiskSpaceDeps): DiskSpace {
  let promised = 0;
  return {
    async take(bytes, run) {
      const free = await freeBytes();
      // No await between check and reservation: of two concurrent calls, the second sees the first.
      if (free - promised - bytes < reserveBytes) throw full(bytes, reserveBytes);
      promised += bytes;
      try {
        return await run();
      } finally {
        promised -= bytes;
      }
    },
  };
}

function full(bytes: number, reserveBytes: number): AppError {
  const detail = `The data folder has no room for ${bytes} more bytes besides the reserve of ${reserveBytes}. Free some space, then send the file again.`;
  return new AppError('storage_full', 'no space for the file of a model', { detail, retryAfterS: 60 });
}

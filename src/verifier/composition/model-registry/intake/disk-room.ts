/** Keeps files of models from filling the disk that may hold the database of this process. */
import { AppError } from '../../../../platform/errors.ts';

export interface DiskRoom {
  /** @throws AppError `storage_full` if that many more bytes would leave too little space. */
  take<T>(bytes: number, run: () => Promise<T>): Promise<T>;
}

export interface DiskRoomDeps {
  /** Free bytes on the disk of the data folder. */
  readonly freeBytes: () => Promise<number>;
  readonly reserveBytes: number;
}

/** Counts reservations of open files in full, although part of them is on the disk already. This errs on the safe side. */
export function createDiskRoom({ freeBytes, reserveBytes }: DiskRoomDeps): DiskRoom {
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
  const detail = `The data folder has no room for ${bytes} bytes more beside the ${reserveBytes} that are kept free. Free some space, then send it again.`;
  return new AppError('storage_full', 'no space for the file of a model', { detail, retryAfterS: 60 });
}

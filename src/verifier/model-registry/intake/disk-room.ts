/** Keeps files of models from filling the disk that the database of this program may lie on. */
import { AppError } from '../../../platform/errors.ts';

export interface DiskRoom {
  /** @throws AppError `storage_full` where so many bytes more would leave too little. */
  take<T>(bytes: number, run: () => Promise<T>): Promise<T>;
}

export interface DiskRoomDeps {
  /** On the disk of the data folder. */
  readonly freeBytes: () => Promise<number>;
  readonly reserveBytes: number;
}

/** What was promised to files under way is counted whole, though a part of it lies on the disk already: rather too much. */
export function createDiskRoom({ freeBytes, reserveBytes }: DiskRoomDeps): DiskRoom {
  let promised = 0;
  return {
    async take(bytes, run) {
      const free = await freeBytes();
      // Nothing is awaited between the look and the promise: of two at once the second sees the first.
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

/** Files of models on the disk that they share with the database. */
import { describe, expect, it } from 'vitest';
import { createDiskSpace } from './disk-space.ts';

describe('disk space for files', () => {
  it('is refused before a write when too little would be left, including running ones', async () => {
    const diskSpace = createDiskSpace({ freeBytes: async () => 1_000, reserveBytes: 100 });
    let end = (): void => undefined;
    const first = diskSpace.take(500, () => new Promise<void>((resolve) => (end = resolve)));
    let isBegun = false;
    const begin = async () => {
      isBegun = true;
    };
    await expect(diskSpace.take(401, begin)).rejects.toMatchObject({ code: 'storage_full', retryAfterS: 60 });
    expect(isBegun).toBe(false);
    await diskSpace.take(400, begin);
    expect(isBegun).toBe(true);
    end();
    await first;
    // A failed call frees its reservation.
    await expect(diskSpace.take(900, () => Promise.reject(new Error('broke off')))).rejects.toThrow('broke off');
    await diskSpace.take(900, begin);
  });
});

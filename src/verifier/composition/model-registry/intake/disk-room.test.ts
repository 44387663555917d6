/** Files of models on the disk that they share with the database. */
import { describe, expect, it } from 'vitest';
import { createDiskRoom } from './disk-room.ts';

describe('room for files', () => {
  it('is refused before a byte is written where too little would be left, those under way counted', async () => {
    const room = createDiskRoom({ freeBytes: async () => 1_000, reserveBytes: 100 });
    let end = (): void => undefined;
    const first = room.take(500, () => new Promise<void>((resolve) => (end = resolve)));
    let isBegun = false;
    const begin = async () => {
      isBegun = true;
    };
    await expect(room.take(401, begin)).rejects.toMatchObject({ code: 'storage_full', retryAfterS: 60 });
    expect(isBegun).toBe(false);
    await room.take(400, begin);
    expect(isBegun).toBe(true);
    end();
    await first;
    // A failed call frees its reservation.
    await expect(room.take(900, () => Promise.reject(new Error('broke off')))).rejects.toThrow('broke off');
    await room.take(900, begin);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBufferSource } from '../byte-source.ts';
import { createCursor, EndOfBytesError } from './cursor.ts';

describe('cursors', () => {
  it('after any reads, skips and seeks, the bytes are those at the position', async () => {
    const bytes = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 31) & 0xff));
    const step = fc.tuple(fc.constantFrom('read', 'take', 'skip', 'seek'), fc.integer({ min: 0, max: 300 }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40 }),
        fc.integer({ min: 16, max: 200 }),
        async (steps, windowBytes) => {
          const cursor = createCursor(createBufferSource(bytes), { windowBytes });
          let at = 0;
          for (const [kind, amount] of steps) {
            if (kind === 'seek') {
              at = amount * 7;
              cursor.seek(at);
            } else if (kind === 'skip') {
              cursor.skip(amount);
              at += amount;
            } else if (at + amount <= bytes.length) {
              if (kind === 'take') await cursor.need(amount);
              const got = kind === 'take' ? cursor.take(amount) : await cursor.read(amount);
              expect(Buffer.from(got)).toEqual(bytes.subarray(at, at + amount));
              at += amount;
            } else {
              await expect(cursor.read(amount)).rejects.toThrow(EndOfBytesError);
            }
            expect(cursor.position()).toBe(at);
          }
        },
      ),
    );
  });

  it('numbers are read in both byte orders', async () => {
    const bytes = Buffer.from('0102030405060708', 'hex');
    const little = createCursor(createBufferSource(bytes));
    const big = createCursor(createBufferSource(bytes), { bigEndian: true });
    await little.need(8);
    await big.need(8);
    expect([little.u16(), little.u32()]).toEqual([0x0201, 0x06050403]);
    expect(big.u64()).toBe(0x0102030405060708n);
    expect(() => big.u8()).toThrow(EndOfBytesError);
  });
});

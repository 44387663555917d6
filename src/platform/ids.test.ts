import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createId, isId } from './ids.ts';

describe('createId', () => {
  it('gives ids that only rise, for any clock', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 2 ** 47 }), { minLength: 2, maxLength: 50 }),
        fc.integer({ min: 1, max: 120 }),
        (times, perTick) => {
          let now = 0;
          const clock = { now: () => now };
          let last = '';
          for (const time of times) {
            now = time;
            for (let i = 0; i < perTick; i++) {
              const id = createId('ev', clock);
              expect(isId('ev', id)).toBe(true);
              expect(id > last).toBe(true);
              last = id;
            }
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('keeps rising when the counter of one millisecond is exhausted', () => {
    const clock = { now: () => 1_700_000_000_000 };
    const ids = Array.from({ length: 10_000 }, () => createId('ev', clock));
    expect(new Set(ids).size).toBe(10_000);
    expect([...ids].sort()).toEqual(ids);
  });

  it('contains the time of the clock', () => {
    expect(createId('pp', { now: () => 0x0190_0000_0001 }).slice(3, 16)).toBe('01900000-0001');
  });

  it('refuses a clock outside of 48 bits', () => {
    expect(() => createId('ev', { now: () => -1 })).toThrow(RangeError);
    expect(() => createId('ev', { now: () => 2 ** 48 })).toThrow(RangeError);
  });
});

describe('isId', () => {
  it.each(['ev_', 'pp_01900000-0001-7000-8000-000000000000', 'ev_01900000-0001-4000-8000-000000000000'])(
    'refuses %s',
    (text) => {
      expect(isId('ev', text)).toBe(false);
    },
  );
});

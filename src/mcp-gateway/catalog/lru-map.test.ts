/** The map stays within its bounds, and keeps entries in use longest. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createChangeCounters } from './change-counters.ts';
import { createLruMap } from './lru-map.ts';

it('never exceeds its bound, except for the last entry', () => {
  const entry = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), fc.integer({ min: 0, max: 12 }));
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      const held = createLruMap<number>({ most: 4, maxWeight: 20, weigh: (weight) => weight });
      for (const [key, weight] of entries) {
        held.set(key, weight);
        const all = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((each) => held.peek(each) ?? []);
        expect(all.length).toBeLessThanOrEqual(4);
        expect(all.reduce((total, each) => total + each, 0)).toBeLessThanOrEqual(20);
        expect(held.peek(key)).toBe(weight);
      }
    }),
  );
});

it('removes the least recently used entry', () => {
  const held = createLruMap<number>({ most: 2 });
  held.set('a', 1);
  held.set('b', 2);
  held.get('a');
  held.peek('b');
  held.set('c', 3);
  expect([held.peek('a'), held.peek('b'), held.peek('c')]).toEqual([1, undefined, 3]);
});

it('marks change for an agent after each of its changes, and for all after a change of all, for any number of agents', () => {
  const changeCounters = createChangeCounters();
  const [a, b] = [changeCounters.of('a'), changeCounters.of('b')];
  changeCounters.bump('a');
  expect(changeCounters.of('a')).not.toBe(a);
  expect(changeCounters.of('b')).toBe(b);
  const after = changeCounters.of('a');
  for (let count = 0; count < 10_001; count += 1) changeCounters.bump(`agent-${count}`);
  expect(changeCounters.of('a')).not.toBe(a);
  expect(changeCounters.of('b')).not.toBe(b);
  expect(changeCounters.of('a')).not.toBe(after);
});

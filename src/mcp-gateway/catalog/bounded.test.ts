/** The map stays within its bounds, and keeps entries in use longest. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBounded } from './bounded.ts';
import { createMarks } from './marks.ts';

it('never exceeds its bound, except for the last entry', () => {
  const entry = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), fc.integer({ min: 0, max: 12 }));
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      const held = createBounded<number>({ most: 4, mostWeight: 20, weigh: (weight) => weight });
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
  const held = createBounded<number>({ most: 2 });
  held.set('a', 1);
  held.set('b', 2);
  held.get('a');
  held.peek('b');
  held.set('c', 3);
  expect([held.peek('a'), held.peek('b'), held.peek('c')]).toEqual([1, undefined, 3]);
});

it('marks change for an agent after each of its changes, and for all after a change of all, for any number of agents', () => {
  const marks = createMarks();
  const [a, b] = [marks.of('a'), marks.of('b')];
  marks.bump('a');
  expect(marks.of('a')).not.toBe(a);
  expect(marks.of('b')).toBe(b);
  const after = marks.of('a');
  for (let count = 0; count < 10_001; count += 1) marks.bump(`agent-${count}`);
  expect(marks.of('a')).not.toBe(a);
  expect(marks.of('b')).not.toBe(b);
  expect(marks.of('a')).not.toBe(after);
});

import { expect, it } from 'vitest';
import { isDeeperThan } from './body-depth.ts';

const lists = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

it('counts only lists and objects', () => {
  for (const flat of [null, 1, 'x', true, undefined, Buffer.alloc(9)]) expect(isDeeperThan(flat, 0)).toBe(false);
  expect(isDeeperThan([], 0)).toBe(true);
  expect(isDeeperThan({ a: [{ b: 1 }] }, 3)).toBe(false);
  expect(isDeeperThan({ a: [{ b: [] }] }, 3)).toBe(true);
  expect(isDeeperThan(lists(64), 64)).toBe(false);
  expect(isDeeperThan(lists(65), 64)).toBe(true);
});

it('withstands any depth and breadth', () => {
  expect(isDeeperThan(lists(100_000), 64)).toBe(true);
  expect(isDeeperThan(lists(100_000), 200_000)).toBe(false);
  expect(
    isDeeperThan(
      Array.from({ length: 300_000 }, () => [1]),
      2,
    ),
  ).toBe(false);
});

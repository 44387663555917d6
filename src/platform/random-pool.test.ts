import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createRandomPool } from './random-pool.ts';

it('gives every byte of the source once, in order, for any sizes', () => {
  const source: number[] = [];
  const pool = createRandomPool((size) => {
    const bytes = randomBytes(size);
    source.push(...bytes);
    return bytes;
  });
  const sizes = Array.from({ length: 600 }, (_, index) => 1 + ((index * 7) % 32));
  const first = pool(32);
  expect([...first]).toEqual(source.slice(0, 32));
  const seen = new Set(sizes.map((size) => Buffer.from(pool(size)).toString('hex')).filter((hex) => hex.length >= 16));
  expect(seen.size).toBe(sizes.filter((size) => size >= 8).length);
});

it('asks the source directly for more than a share of the pool', () => {
  const asked: number[] = [];
  const pool = createRandomPool((size) => {
    asked.push(size);
    return randomBytes(size);
  });
  expect(pool(4096)).toHaveLength(4096);
  expect(asked).toEqual([4096]);
});

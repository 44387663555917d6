import { expect, it } from 'vitest';
import { createBreaker } from './breaker.ts';

it('opens after repeated failures, allows one probe per pause, and closes on success', () => {
  let now = 0;
  const breaker = createBreaker({ clock: { now: () => now }, failures: 2, pauseMs: 100 });
  breaker.record(false);
  expect(breaker.allows()).toBe(true);
  breaker.record(false);
  expect(breaker.allows()).toBe(false);
  now = 100;
  expect([breaker.allows(), breaker.allows()]).toEqual([true, false]);
  breaker.record(false);
  expect(breaker.allows()).toBe(false);
  now = 200;
  expect(breaker.allows()).toBe(true);
  breaker.record(true);
  expect([breaker.allows(), breaker.allows()]).toEqual([true, true]);
});

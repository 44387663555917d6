import { expect, it } from 'vitest';
import { createSteadyClock } from './clock.ts';

it("continues evenly when the machine's clock jumps", () => {
  const [machine, monotonic] = [{ at: 1_000_000 }, { at: 50.5 }];
  const steady = createSteadyClock({ now: () => machine.at }, () => monotonic.at);
  const start = steady.now();
  expect(Math.abs(start - machine.at)).toBeLessThanOrEqual(1);
  for (const jumpMs of [600_000, -1_200_000]) {
    machine.at += jumpMs;
    const before = steady.now();
    monotonic.at += 1_000;
    expect(steady.now() - before).toBe(1_000);
  }
});

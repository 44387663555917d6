import { describe, expect, it } from 'vitest';
import { createCedarHost } from './cedar-host.ts';
import { aPolicySet, textChain } from './chain.fixture.ts';
import { measureDecision } from './evaluation-cost.ts';

const cedar = createCedarHost();
const set = aPolicySet('permit (principal, action, resource);', textChain, cedar);

describe("a decision's time", () => {
  it('is that of the slowest sample, each at the fastest of its rounds', () => {
    // Every decision is between two clock readings; the third one of the last sample is slow, the others slower.
    const steps = [5, 3, 9, 7, 4, 8, 2, 6, 5, 30, 20, 25];
    let now = 0;
    let calls = 0;
    const monotonicMs = () => {
      const isEnd = calls % 2 === 1;
      if (isEnd) now += steps[(calls - 1) / 2] ?? 0;
      calls += 1;
      return now;
    };
    expect(measureDecision(set, { cedar, clock: { now: () => 0 }, monotonicMs, enoughMs: 100 })).toBe(20);
    expect(calls).toBe(24);
  });
});

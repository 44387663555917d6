import { describe, expect, it } from 'vitest';
import { createKeptAnswers, type KeptAnswer, maxKeptBytes, overhead } from './kept-answers.ts';

const answer = (bytes: number, agentId = 'clerk'): KeptAnswer => ({
  body: { kind: 'stream', body: new Uint8Array(bytes) },
  agentId,
  evidenceId: 'ev_1',
  asked: undefined,
});

function open(maxTotalBytes?: number) {
  let now = 1_000;
  const timers = new Set<{ atMs: number; call: () => void }>();
  const kept = createKeptAnswers({
    now: () => now,
    after(ms, call) {
      const timer = { atMs: now + ms, call };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    ...(maxTotalBytes === undefined ? {} : { maxTotalBytes }),
  });
  /** Advances the time; with a late timer nothing is called. */
  const pass = (ms: number, isLate = false) => {
    now += ms;
    for (const timer of timers) if (!isLate && timer.atMs <= now) timer.call();
  };
  return { kept, pass, timers };
}

describe('answers that wait for people', () => {
  it('are kept until their time is over, and then leave the memory without a request', () => {
    const { kept, pass, timers } = open();
    kept.keep('a', answer(10), 2_000);
    expect(kept.find('a')).toEqual(answer(10));
    pass(999, true);
    expect(kept.find('a')).toBeDefined();
    pass(1, true);
    expect(kept.find('a')).toBeUndefined();
    pass(0);
    expect([kept.isEmpty(), timers.size]).toEqual([true, 0]);
  });

  it('are bounded each and in total: the oldest are removed', () => {
    const { kept } = open(100 + 2 * overhead);
    kept.keep('long', answer(101 + overhead), 2_000);
    expect(kept.isEmpty()).toBe(true);
    for (const key of ['a', 'b', 'c']) kept.keep(key, answer(40), 2_000);
    expect(['a', 'b', 'c'].map((key) => kept.find(key) !== undefined)).toEqual([false, true, true]);
    kept.keep('b', answer(60), 2_000);
    expect(['b', 'c'].map((key) => kept.find(key) !== undefined)).toEqual([true, true]);
    const whole = open().kept;
    whole.keep('long', answer(maxKeptBytes + 1), 2_000);
    whole.keep('fits', answer(maxKeptBytes), 2_000);
    expect([whole.find('long'), whole.find('fits')]).toEqual([undefined, expect.anything()]);
  });

  it('of one agent displace none of another that has fewer', () => {
    const { kept } = open(4 * (40 + overhead));
    kept.keep('theirs', answer(40, 'other'), 2_000);
    for (let index = 0; index < 20; index += 1) kept.keep(`own ${index}`, answer(40), 2_000);
    expect(kept.find('theirs')).toBeDefined();
    expect([16, 17, 18, 19].map((index) => kept.find(`own ${index}`) !== undefined)).toEqual([false, true, true, true]);
  });

  it('are removed when fetched, and all of them at the end', () => {
    const { kept, timers } = open();
    kept.keep('a', answer(1), 2_000);
    kept.keep('b', answer(1), 2_000);
    kept.drop('a');
    expect(kept.find('a')).toBeUndefined();
    kept.close();
    expect([kept.isEmpty(), timers.size]).toEqual([true, 0]);
  });
});

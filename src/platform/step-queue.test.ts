import { describe, expect, it } from 'vitest';
import { createStepQueue, pauseTwiceAsLong, yieldOnce } from './step-queue.ts';

/** A clock that work advances, and pauses under the test's control. */
function world() {
  let now = 0;
  const rests: number[] = [];
  const done: string[] = [];
  let wake: (() => void) | undefined;
  const stepQueue = createStepQueue({
    largeSize: 100,
    monotonicMs: () => now,
    rest(tookMs) {
      rests.push(tookMs);
      return new Promise((resolve) => {
        wake = resolve;
      });
    },
  });
  const work = (name: string, ms: number) => () => {
    now += ms;
    done.push(name);
    return name;
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { stepQueue, rests, done, work, settle, wake: () => wake?.() };
}

describe('work on large data', () => {
  it('is done one step at a time, with a pause before the next', async () => {
    const { stepQueue, rests, done, work, settle, wake } = world();
    const [first, second] = [stepQueue.take(100, work('first', 30)), stepQueue.take(500, work('second', 7))];
    await settle();
    expect([done, rests]).toEqual([['first'], [30]]);
    wake();
    expect(await first).toBe('first');
    await settle();
    expect([done, rests]).toEqual([
      ['first', 'second'],
      [30, 7],
    ]);
    wake();
    expect(await second).toBe('second');
  });

  it('never delays small data', () => {
    const { stepQueue, done, work } = world();
    void stepQueue.take(100, work('large', 30));
    expect(stepQueue.take(99, work('small', 1))).toBe('small');
    expect(done).toEqual(['small']);
  });

  it('affects only its caller when it fails, after its pause', async () => {
    const { stepQueue, work, settle, wake } = world();
    const failing = stepQueue.take(100, () => Promise.reject(new Error('no')));
    const next = stepQueue.take(100, work('next', 1));
    await settle();
    wake();
    await expect(failing).rejects.toThrow('no');
    await settle();
    wake();
    expect(await next).toBe('next');
  });
});

it('both pauses let waiting events be handled before the next step', async () => {
  for (const rest of [yieldOnce, pauseTwiceAsLong]) {
    let handled = false;
    setImmediate(() => {
      handled = true;
    });
    await rest(0);
    expect(handled).toBe(true);
  }
});

import { describe, expect, it } from 'vitest';
import { createLogger } from '../../platform/log.ts';
import { startScheduled } from './scheduled.ts';

/** A timer that a test advances by hand. */
function aTimer() {
  const waiting: { run: () => void; delayMs: number }[] = [];
  return {
    waiting,
    schedule(run: () => void, delayMs: number) {
      const entry = { run, delayMs };
      waiting.push(entry);
      return () => {
        waiting.splice(waiting.indexOf(entry), 1);
      };
    },
    async ring() {
      waiting.shift()?.run();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const common = {
  name: 'test',
  clock: { now: () => 1_000_000 },
  log: createLogger({ service: 'verifier', level: 'silent' }),
};

describe('scheduled work', () => {
  it('is done a minute after the start, then at its interval, by any claiming process', async () => {
    const timer = aTimer();
    const claimed: number[] = [];
    let done = 0;
    const scheduled = startScheduled({
      ...common,
      schedule: timer.schedule,
      intervalMs: 3_600_000,
      claim: async (_now, intervalMs) => claimed.push(intervalMs) !== 2,
      work: async () => {
        done += 1;
      },
    });
    expect(timer.waiting).toMatchObject([{ delayMs: 60_000 }]);
    await timer.ring();
    await timer.ring();
    expect([done, claimed]).toEqual([1, [3_240_000, 3_240_000]]);
    expect(timer.waiting).toMatchObject([{ delayMs: 3_600_000 }]);
    await scheduled.close();
    expect(timer.waiting).toEqual([]);
  });

  it('continues after a failure', async () => {
    const timer = aTimer();
    let done = 0;
    const scheduled = startScheduled({
      ...common,
      schedule: timer.schedule,
      intervalMs: 1_000,
      claim: async () => true,
      work: async () => {
        done += 1;
        throw new Error('no database');
      },
    });
    await timer.ring();
    await timer.ring();
    expect([done, timer.waiting.length]).toEqual([2, 1]);
    await scheduled.close();
  });

  it('is never automatic with the interval 0', async () => {
    const timer = aTimer();
    const scheduled = startScheduled({
      ...common,
      schedule: timer.schedule,
      intervalMs: 0,
      claim: async () => true,
      work: async () => {},
    });
    expect(timer.waiting).toEqual([]);
    await scheduled.close();
  });

  it('plans nothing after the end', async () => {
    const timer = aTimer();
    const work = { finish: () => {} };
    const scheduled = startScheduled({
      ...common,
      schedule: timer.schedule,
      intervalMs: 1_000,
      claim: async () => true,
      work: () =>
        new Promise<void>((resolve) => {
          work.finish = resolve;
        }),
    });
    await timer.ring();
    const closed = scheduled.close();
    work.finish();
    await closed;
    expect(timer.waiting).toEqual([]);
  });
});

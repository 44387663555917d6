import { describe, expect, it } from 'vitest';
import { createDekCache } from './dek-cache.ts';

function openCache(max = 3) {
  const state = { now: 0, opened: 0, timer: undefined as (() => void) | undefined };
  const made: Buffer[] = [];
  const cache = createDekCache({
    keepMs: 1_000,
    max,
    monotonicMs: () => state.now,
    schedule(run, delayMs) {
      expect(delayMs).toBeGreaterThan(0);
      state.timer = run;
      return () => {
        state.timer = undefined;
      };
    },
  });
  const find = (name: string, byte = 7) =>
    cache.find(name, async () => {
      state.opened += 1;
      const dek = Buffer.alloc(32, byte);
      made.push(dek);
      return dek;
    });
  return { cache, state, made, find };
}

describe('opened data keys', () => {
  it('are cached for their time and not longer, with a copy for each caller', async () => {
    const { find, state } = openCache();
    const first = await find('a');
    first.fill(0);
    expect(await find('a')).toEqual(Buffer.alloc(32, 7));
    state.now = 999;
    await find('a');
    expect(state.opened).toBe(1);
    state.now = 1_000;
    await find('a');
    expect(state.opened).toBe(2);
  });

  it('are opened once for concurrent callers, and then nothing remains', async () => {
    const { find, state, made } = openCache();
    const all = await Promise.all([find('a'), find('a'), find('a')]);
    expect(state.opened).toBe(1);
    for (const dek of all) expect(dek).toEqual(Buffer.alloc(32, 7));
    expect(made).toEqual([Buffer.alloc(32)]);
  });

  it('are not cached when they fail to open: the next caller asks again', async () => {
    const { cache, find } = openCache();
    const fail = () => cache.find('a', () => Promise.reject(new Error('away')));
    const results = await Promise.allSettled([fail(), fail()]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await find('a')).toEqual(Buffer.alloc(32, 7));
  });

  it('are bounded: the oldest is removed first', async () => {
    const { find, state } = openCache(2);
    for (const name of ['a', 'b', 'c']) await find(name);
    await find('b');
    await find('c');
    expect(state.opened).toBe(3);
    await find('a');
    expect(state.opened).toBe(4);
  });

  it('are removed automatically without callers', async () => {
    const { find, state } = openCache();
    await find('a');
    state.now = 500;
    await find('b');
    state.now = 1_000;
    state.timer?.();
    state.now = 600;
    await find('b');
    await find('a');
    expect(state.opened).toBe(3);
    state.now = 5_000;
    state.timer?.();
    expect(state.timer).toBeDefined();
  });

  it('are removed at once on request', async () => {
    const { cache, find, state } = openCache();
    await find('a');
    cache.clear();
    expect(state.timer).toBeUndefined();
    await find('a');
    expect(state.opened).toBe(2);
  });
});

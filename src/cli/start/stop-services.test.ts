import { describe, expect, it, vi } from 'vitest';
import { stopServices } from './stop-services.ts';

/** Services whose end the test decides, and timers that it fires. */
function stopping(signal: 'SIGINT' | 'SIGTERM') {
  const timers = new Map<number, () => void>();
  const said: string[] = [];
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const hurry = vi.fn();
  const done = stopServices({
    services: { close: () => ended, hurry, waitsFor: async () => 'the gateway (2 calls)' },
    signal,
    say: (message) => said.push(message),
    later(ms, call) {
      timers.set(ms, call);
      return () => timers.delete(ms);
    },
  });
  return {
    done,
    said,
    hurry,
    end,
    left: () => [...timers.keys()],
    async fire(ms: number) {
      timers.get(ms)?.();
      // What is said waits for the count of calls.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe('Ctrl-C', () => {
  it('ends an idle product without a word', async () => {
    const { done, end, said, left } = stopping('SIGINT');
    end();
    expect(await done).toBe(true);
    expect([said, left()]).toEqual([[], []]);
  });

  it('says what it waits for, then cuts it off, then ends without it', async () => {
    const { done, fire, said, hurry } = stopping('SIGINT');
    await fire(300);
    expect(said.join()).toContain('Waiting for the gateway (2 calls), at most 5 s');
    expect(hurry).not.toHaveBeenCalled();
    await fire(2_000);
    expect(hurry).toHaveBeenCalled();
    await fire(4_500);
    expect(await done).toBe(false);
    expect(said).toHaveLength(3);
  });
});

it('SIGTERM cuts nothing off', async () => {
  const { done, fire, end, left, said } = stopping('SIGTERM');
  expect(left()).toEqual([300]);
  await fire(300);
  expect(said.join()).toContain('Waiting for the gateway (2 calls)');
  end();
  expect(await done).toBe(true);
});

it('a service that cannot be closed is an error', async () => {
  const services = { close: () => Promise.reject(new Error('disk')), hurry() {}, waitsFor: async () => '' };
  const stopped = stopServices({ services, signal: 'SIGINT', say() {}, later: () => () => {} });
  await expect(stopped).rejects.toThrow('disk');
});

/** Addresses that agents push to: who may push, who is woken, and what is kept. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createCallbacks, type OpenCallback } from './callbacks.ts';

const callbacks = createCallbacks(randomBytes, () => 'https://mcp.example/base/');
const opened = (): OpenCallback => {
  const one = callbacks.open();
  if (one === undefined) throw new Error('no address');
  return one;
};
const idOf = ({ url }: OpenCallback) => url.split('/').at(-1) ?? '';
const never = new AbortController().signal;

describe('an address for pushed updates', () => {
  it('is random, below the address of the gateway, with a token of its own', () => {
    const [first, second] = [opened(), opened()];
    expect(first.url).toMatch(/^https:\/\/mcp\.example\/base\/a2a-callbacks\/[\w-]{22}$/);
    expect(first.token).toMatch(/^[\w-]{43}$/);
    expect([first.url, first.token]).not.toContain(second.url);
    expect(first.token).not.toBe(second.token);
  });

  it('takes updates with its own token alone, until it is closed', () => {
    const [one, other] = [opened(), opened()];
    for (const token of [other.token, '', undefined, [one.token]]) {
      expect(callbacks.find(idOf(one), token)).toBeUndefined();
    }
    expect(callbacks.find(idOf(one), one.token)).toBeDefined();
    one.close();
    expect(callbacks.find(idOf(one), one.token)).toBeUndefined();
  });

  it('wakes who waits, in the order of the updates, and keeps those that come before', async () => {
    const one = opened();
    const take = callbacks.find(idOf(one), one.token);
    take?.('first');
    expect(await one.next(never)).toBe('first');
    const waiting = one.next(never);
    take?.('second');
    expect(await waiting).toBe('second');
  });

  it('lets go of who waits when the time is over', async () => {
    const ending = new AbortController();
    const waiting = opened().next(ending.signal);
    ending.abort();
    expect(await waiting).toBeUndefined();
  });

  it('keeps a bounded number of updates, and there is none without an address of the gateway', async () => {
    const one = opened();
    const take = callbacks.find(idOf(one), one.token);
    for (let count = 0; count < 150; count += 1) take?.(count);
    const kept: unknown[] = [];
    for (
      let update = await one.next(AbortSignal.abort());
      update !== undefined;
      update = await one.next(AbortSignal.abort())
    ) {
      kept.push(update);
    }
    expect(kept).toHaveLength(100);
    expect(createCallbacks(randomBytes, () => undefined).open()).toBeUndefined();
  });
});

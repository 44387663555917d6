import { describe, expect, it } from 'vitest';
import { createBoundedResolve } from './system-resolver.ts';

/** A resolver that answers on command. */
function createSlow() {
  const asked: string[] = [];
  const answers = new Map<string, (addresses: string[]) => void>();
  return {
    asked,
    resolve: (host: string) => {
      asked.push(host);
      return new Promise<string[]>((resolve) => answers.set(host, resolve));
    },
    answer: (host: string) => answers.get(host)?.(['8.8.8.8']),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('concurrent name resolutions', () => {
  it('are bounded; others wait in order, also after failures', async () => {
    const slow = createSlow();
    const resolve = createBoundedResolve(slow.resolve, 2);
    const calls = ['a', 'b', 'c', 'd'].map((host) => resolve(host));
    await settled();
    expect(slow.asked).toEqual(['a', 'b']);
    slow.answer('b');
    expect(await calls[1]).toEqual(['8.8.8.8']);
    await settled();
    expect(slow.asked).toEqual(['a', 'b', 'c']);
    slow.answer('a');
    slow.answer('c');
    await settled();
    slow.answer('d');
    expect(await Promise.all(calls)).toHaveLength(4);
    const failing = createBoundedResolve(() => Promise.reject(new Error('no such name')), 1);
    for (const host of ['x', 'y']) await expect(failing(host)).rejects.toThrow('no such name');
  });

  it('never exceed the bound, even when one starts as another ends', async () => {
    let [running, most] = [0, 0];
    const resolve = createBoundedResolve(async () => {
      running += 1;
      most = Math.max(most, running);
      await settled();
      running -= 1;
      return ['8.8.8.8'];
    }, 2);
    const again = async (left: number): Promise<void> => {
      await resolve('x');
      if (left > 0) await again(left - 1);
    };
    await Promise.all([again(5), again(5), again(5), again(5)]);
    expect(most).toBe(2);
  });

  it('skip those that timed out while waiting', async () => {
    const slow = createSlow();
    const resolve = createBoundedResolve(slow.resolve, 1);
    const first = resolve('first');
    const gone = new AbortController();
    const late = resolve('late', gone.signal);
    const last = resolve('last');
    gone.abort(new Error('the time has passed'));
    slow.answer('first');
    await first;
    await expect(late).rejects.toThrow('the time has passed');
    await settled();
    expect(slow.asked).toEqual(['first', 'last']);
    slow.answer('last');
    await last;
  });

  it('wait up to a number, beyond which they are refused', async () => {
    const slow = createSlow();
    const resolve = createBoundedResolve(slow.resolve, 1);
    const calls = Array.from({ length: 1_001 }, (_, index) => resolve(String(index)));
    await expect(resolve('one too many')).rejects.toThrow('too many names');
    for (let index = 0; index < calls.length; index += 1) {
      slow.answer(String(index));
      await calls[index];
      await settled();
    }
    expect(slow.asked).toHaveLength(1_001);
  });
});

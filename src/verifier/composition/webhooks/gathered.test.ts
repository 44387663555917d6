import { describe, expect, it, vi } from 'vitest';
import { createGathered } from './gathered.ts';

/** Work that the test ends. */
function open() {
  const ends: (() => void)[] = [];
  const run = () => new Promise<void>((resolve) => ends.push(resolve));
  return { ends, gathered: createGathered(5, run) };
}

describe('work that is asked for', () => {
  it('is done once for all who ask within the time, and once more for those who ask while it is done', async () => {
    const { ends, gathered } = open();
    for (let count = 0; count < 10; count += 1) gathered.signal();
    await vi.waitUntil(() => ends.length === 1);
    for (let count = 0; count < 10; count += 1) gathered.signal();
    ends[0]?.();
    await vi.waitUntil(() => ends.length === 2);
    ends[1]?.();
    gathered.signal();
    await vi.waitUntil(() => ends.length === 3);
    ends[2]?.();
    await gathered.close();
    expect(ends).toHaveLength(3);
  });

  it('is waited for at the end, and not begun behind it', async () => {
    const { ends, gathered } = open();
    gathered.signal();
    await vi.waitUntil(() => ends.length === 1);
    gathered.signal();
    let isClosed = false;
    const closing = gathered.close().then(() => {
      isClosed = true;
    });
    await Promise.resolve();
    expect(isClosed).toBe(false);
    ends[0]?.();
    await closing;
    gathered.signal();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(ends).toHaveLength(1);
  });
});

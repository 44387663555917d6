import { describe, expect, it, vi } from 'vitest';
import { createDebouncedTask } from './debounced-task.ts';

/** Work that the test ends. */
function open() {
  const ends: (() => void)[] = [];
  const run = () => new Promise<void>((resolve) => ends.push(resolve));
  return { ends, debounced: createDebouncedTask(5, run) };
}

describe('requested work', () => {
  it('is done once for all requests within the time, and once more for requests during the work', async () => {
    const { ends, debounced } = open();
    for (let count = 0; count < 10; count += 1) debounced.signal();
    await vi.waitUntil(() => ends.length === 1);
    for (let count = 0; count < 10; count += 1) debounced.signal();
    ends[0]?.();
    await vi.waitUntil(() => ends.length === 2);
    ends[1]?.();
    debounced.signal();
    await vi.waitUntil(() => ends.length === 3);
    ends[2]?.();
    await debounced.close();
    expect(ends).toHaveLength(3);
  });

  it('is awaited at the end, and not begun afterwards', async () => {
    const { ends, debounced } = open();
    debounced.signal();
    await vi.waitUntil(() => ends.length === 1);
    debounced.signal();
    let isClosed = false;
    const closing = debounced.close().then(() => {
      isClosed = true;
    });
    await Promise.resolve();
    expect(isClosed).toBe(false);
    ends[0]?.();
    await closing;
    debounced.signal();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(ends).toHaveLength(1);
  });
});

import { describe, expect, it } from 'vitest';
import { createRingBuffer } from './ring-buffer.ts';

describe('the ring buffer', () => {
  it('keeps the newest items in order and counts those that left', () => {
    const ring = createRingBuffer<number>(3);
    for (const item of [1, 2, 3, 4, 5]) ring.push(item);
    expect(ring.items()).toEqual([3, 4, 5]);
    expect(ring.dropped()).toBe(2);
  });

  it('is empty after it was drained, and fills again', () => {
    const ring = createRingBuffer<number>(2);
    for (const item of [1, 2, 3]) ring.push(item);
    expect(ring.drain()).toEqual([2, 3]);
    expect(ring.items()).toEqual([]);
    ring.push(4);
    expect(ring.items()).toEqual([4]);
  });

  it('refuses a limit that keeps nothing', () => {
    expect(() => createRingBuffer(0)).toThrow('the limit must be 1 or more');
  });
});

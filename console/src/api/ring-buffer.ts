/** Keeps the newest items up to a limit. Adding is cheap however full it is. */

export interface RingBuffer<T> {
  readonly push: (item: T) => void;
  /** The kept items, oldest first. */
  readonly items: () => T[];
  /** How many items left because of the limit. */
  readonly dropped: () => number;
  /** Gives the kept items and forgets them. */
  readonly drain: () => T[];
}

/** @throws RangeError if the limit is below 1 */
export function createRingBuffer<T>(limit: number): RingBuffer<T> {
  if (!Number.isInteger(limit) || limit < 1) throw new RangeError(`the limit must be 1 or more, it is ${limit}`);
  let kept: T[] = [];
  // Index of the oldest item once the buffer is full.
  let start = 0;
  let lost = 0;
  const items = (): T[] => kept.slice(start).concat(kept.slice(0, start));
  return {
    push(item) {
      if (kept.length < limit) {
        kept.push(item);
        return;
      }
      kept[start] = item;
      start = (start + 1) % limit;
      lost += 1;
    },
    items,
    dropped: () => lost,
    drain() {
      const all = items();
      kept = [];
      start = 0;
      return all;
    },
  };
}

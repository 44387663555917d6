/** Keeps resources while they are used, and closes them when idle, when there are too many, or at the end. */
import type { Clock } from '../../platform/clock.ts';

export interface IdlePool<T> {
  /** Runs with the resource of this key, which is made if absent; it is not closed meanwhile. */
  use<R>(key: string, make: () => T, run: (one: T) => Promise<R>): Promise<R>;
  /** Closes what has been idle too long. */
  sweep(): void;
  size(): number;
  close(): Promise<void>;
}

export interface IdlePoolDeps<T> {
  readonly clock: Clock;
  readonly most: number;
  readonly idleMs: number;
  readonly close: (one: T) => Promise<void>;
}

interface Entry<T> {
  readonly one: T;
  users: number;
  usedAt: number;
}

export function createIdlePool<T>({ clock, most, idleMs, close }: IdlePoolDeps<T>): IdlePool<T> {
  const entries = new Map<string, Entry<T>>();
  const closing = new Set<Promise<void>>();

  const drop = (key: string, entry: Entry<T>): void => {
    if (entries.get(key) === entry) entries.delete(key);
    const done = close(entry.one).finally(() => closing.delete(done));
    closing.add(done);
  };

  const makeRoom = (): void => {
    for (const [key, entry] of entries) {
      if (entries.size <= most) return;
      if (entry.users === 0) drop(key, entry);
    }
  };

  return {
    async use(key, make, run) {
      const entry = entries.get(key) ?? { one: make(), users: 0, usedAt: clock.now() };
      // Re-inserting moves it to the end; the first is the least recently used.
      entries.delete(key);
      entries.set(key, entry);
      entry.users += 1;
      makeRoom();
      try {
        return await run(entry.one);
      } finally {
        entry.users -= 1;
        entry.usedAt = clock.now();
        makeRoom();
      }
    },
    sweep() {
      const before = clock.now() - idleMs;
      for (const [key, entry] of entries) {
        if (entry.users === 0 && entry.usedAt <= before) drop(key, entry);
      }
    },
    size: () => entries.size,
    async close() {
      for (const [key, entry] of entries) drop(key, entry);
      await Promise.all(closing);
    },
  };
}

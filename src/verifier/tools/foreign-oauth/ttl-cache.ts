/** Caches answers of other servers: an answer for ten minutes, a failure for a minute, with one request at a time per key. */
import type { Clock } from '../../../platform/clock.ts';
import { isAppError } from '../../../platform/errors.ts';

export interface TtlCache<T> {
  get(key: string, load: () => Promise<T>): Promise<T>;
  /** Forgets entries whose key begins with the prefix. */
  forget(prefix: string): void;
}

/** Other servers' metadata may be trusted for at most an hour; this asks sooner. */
const goodMs = 10 * 60_000;
const badMs = 60_000;
const maxEntries = 2_000;

interface Entry<T> {
  readonly answer: Promise<T>;
  /** Undefined during the request. */
  until: number | undefined;
}

export function createTtlCache<T>({ clock }: { readonly clock: Clock }): TtlCache<T> {
  const entries = new Map<string, Entry<T>>();

  const ask = (key: string, load: () => Promise<T>): Promise<T> => {
    const entry: Entry<T> = { answer: load(), until: undefined };
    entries.set(key, entry);
    entry.answer.then(
      () => {
        entry.until = clock.now() + goodMs;
      },
      (error: unknown) => {
        entry.until = clock.now() + badMs;
        // A rate limit or a fault of ours says nothing about the server.
        const isTheirs = isAppError(error) && !isAppError(error, 'too_many_requests') && !isAppError(error, 'internal');
        if (!isTheirs && entries.get(key) === entry) entries.delete(key);
      },
    );
    const [oldest] = entries.keys();
    if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
    return entry.answer;
  };

  return {
    get(key, load) {
      const known = entries.get(key);
      const isGood = known !== undefined && (known.until === undefined || clock.now() < known.until);
      return isGood ? known.answer : ask(key, load);
    },
    forget(prefix) {
      for (const key of [...entries.keys()]) if (key.startsWith(prefix)) entries.delete(key);
    },
  };
}

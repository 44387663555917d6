/** Memory of what was asked of others: an answer for a while, a failure for a minute, and one question at a time. */
import type { Clock } from '../../platform/clock.ts';
import { isAppError } from '../../platform/errors.ts';

export interface Remembered<T> {
  get(key: string, load: () => Promise<T>): Promise<T>;
  /** Forgets those whose key begins so. */
  forget(prefix: string): void;
}

/** An hour is the most that metadata of others may be believed; we ask sooner. */
const goodMs = 10 * 60_000;
const badMs = 60_000;
const mostEntries = 2_000;

interface Entry<T> {
  readonly answer: Promise<T>;
  /** Undefined while it is on its way. */
  until: number | undefined;
}

export function createRemembered<T>({ clock }: { readonly clock: Clock }): Remembered<T> {
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
        // Too many calls, or a fault of ours, says nothing about the other side.
        const isTheirs = isAppError(error) && !isAppError(error, 'too_many_requests') && !isAppError(error, 'internal');
        if (!isTheirs && entries.get(key) === entry) entries.delete(key);
      },
    );
    const [oldest] = entries.keys();
    if (entries.size > mostEntries && oldest !== undefined) entries.delete(oldest);
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

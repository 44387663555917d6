/** Caches the engine's answers: an authorisation is a pure function of policy set, entities and pruned context. */

export interface AnswerCache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
}

/** Longer keys hold long texts that rarely repeat. */
const maxKeyLength = 8192;

/** Creates a cache that drops the least recently used answer; `size` 0 disables it. */
export function createAnswerCache<T>(size: number): AnswerCache<T> {
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError('the size of a cache is an integer from 0');
  const entries = new Map<string, T>();
  return {
    get(key) {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key, value) {
      if (size === 0 || key.length > maxKeyLength) return;
      entries.delete(key);
      if (entries.size >= size) {
        const [oldest] = entries.keys();
        if (oldest !== undefined) entries.delete(oldest);
      }
      entries.set(key, value);
    },
  };
}

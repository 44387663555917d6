/** A map that drops the least recently used entries beyond a limit. */
export interface LruMap<T> {
  get(key: string): T | undefined;
  /** Reads without counting as a use, for scans over thousands of entries. */
  peek(key: string): T | undefined;
  set(key: string, value: T): void;
  delete(key: string): void;
}

export interface LruMapOptions<T> {
  readonly most: number;
  /** Limit of all weights together; `weigh` gives the weight of one value. */
  readonly maxWeight?: number;
  readonly weigh?: (value: T) => number;
}

export function createLruMap<T>({ most, maxWeight = Infinity, weigh = () => 0 }: LruMapOptions<T>): LruMap<T> {
  const entries = new Map<string, { readonly value: T; readonly weight: number }>();
  let weight = 0;

  const drop = (key: string): void => {
    weight -= entries.get(key)?.weight ?? 0;
    entries.delete(key);
  };

  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    peek: (key) => entries.get(key)?.value,
    set(key, value) {
      drop(key);
      const entry = { value, weight: weigh(value) };
      entries.set(key, entry);
      weight += entry.weight;
      for (const oldest of entries.keys()) {
        // The newest entry stays, however heavy it is.
        if ((entries.size <= most && weight <= maxWeight) || oldest === key) break;
        drop(oldest);
      }
    },
    delete: drop,
  };
}

/** A map that forgets what was used longest ago once it holds too much. */
export interface Bounded<T> {
  get(key: string): T | undefined;
  /** The same without it being used: what reads thousands at once is no use of each. */
  peek(key: string): T | undefined;
  set(key: string, value: T): void;
  delete(key: string): void;
}

export interface Bounds<T> {
  readonly most: number;
  /** Of all values together; `weigh` says how much one weighs. */
  readonly mostWeight?: number;
  readonly weigh?: (value: T) => number;
}

export function createBounded<T>({ most, mostWeight = Infinity, weigh = () => 0 }: Bounds<T>): Bounded<T> {
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
        // What came last stays, however heavy it is.
        if ((entries.size <= most && weight <= mostWeight) || oldest === key) break;
        drop(oldest);
      }
    },
    delete: drop,
  };
}

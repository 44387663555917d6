/**
 * Caches data keys that a remote key store opened, for a short time: a read costs a network call once a minute, not each
 * time. Each caller gets a copy and zeroes it.
 */
export interface DekCache {
  /** Gives the key of this name, or opens it now; concurrent callers wait for one call. */
  find(name: string, open: () => Promise<Buffer>): Promise<Buffer>;
  /** Zeroes and forgets all of them. */
  clear(): void;
}

export interface DekCacheDeps {
  /** Milliseconds of a monotonic clock. */
  readonly monotonicMs: () => number;
  /** Runs something later; gives a function that cancels it. */
  readonly schedule: (run: () => void, delayMs: number) => () => void;
  readonly keepMs?: number;
  readonly max?: number;
}

interface Kept {
  readonly dek: Buffer;
  readonly until: number;
}

interface Opening {
  readonly dek: Promise<Buffer>;
  waiting: number;
}

export function createDekCache({ monotonicMs, schedule, keepMs = 60_000, max = 2_000 }: DekCacheDeps): DekCache {
  // In the order of their end, because each is kept equally long.
  const kept = new Map<string, Kept>();
  const underWay = new Map<string, Opening>();
  let cancel: (() => void) | undefined;

  const drop = (name: string): void => {
    kept.get(name)?.dek.fill(0);
    kept.delete(name);
  };
  const sweep = (): void => {
    const now = monotonicMs();
    for (const [name, { until }] of kept) {
      if (until > now) break;
      drop(name);
    }
    const [next] = kept.values();
    cancel = next === undefined ? undefined : schedule(sweep, next.until - now);
  };
  const keep = (name: string, dek: Buffer): void => {
    drop(name);
    const [oldest] = kept.keys();
    if (kept.size >= max && oldest !== undefined) drop(oldest);
    kept.set(name, { dek, until: monotonicMs() + keepMs });
    cancel ??= schedule(sweep, keepMs);
  };
  const begin = (name: string, open: () => Promise<Buffer>): Opening => {
    const dek = open().then((opened) => {
      keep(name, Buffer.from(opened));
      return opened;
    });
    const opening = { dek, waiting: 0 };
    underWay.set(name, opening);
    return opening;
  };

  return {
    async find(name, open) {
      const known = kept.get(name);
      if (known !== undefined && known.until > monotonicMs()) return Buffer.from(known.dek);
      const opening = underWay.get(name) ?? begin(name, open);
      opening.waiting += 1;
      try {
        const dek = await opening.dek;
        const copy = Buffer.from(dek);
        // The last waiting caller zeroes the shared buffer.
        if (opening.waiting === 1) dek.fill(0);
        return copy;
      } finally {
        opening.waiting -= 1;
        if (opening.waiting === 0) underWay.delete(name);
      }
    },
    clear() {
      for (const name of [...kept.keys()]) drop(name);
      cancel?.();
      cancel = undefined;
    },
  };
}

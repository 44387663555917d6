/**
 * The promise of an acknowledgement. `fsync`: the receipt survives a loss of power. `batch`: it survives the end of
 * the process, and the sync follows soon. `async`: the same, and the system decides when to sync. The default is
 * `fsync`.
 */
import type { ChainEnd } from './batch.ts';
import type { SegmentLog } from './segment-log.ts';

export type DurabilityMode = 'fsync' | 'batch' | 'async';

export interface Durability {
  /** Resolves when the last write may be acknowledged. */
  afterWrite(end: ChainEnd): Promise<void>;
  /** Pins a durable end. */
  pin(end: ChainEnd): Promise<void>;
  /** Makes everything durable, including the pin. */
  flush(end: ChainEnd): Promise<void>;
}

export interface DurabilityOptions {
  readonly mode: DurabilityMode;
  readonly log: SegmentLog;
  readonly savePin: (end: ChainEnd) => Promise<void>;
  readonly clock: () => number;
  /** Size of the chain when the pin was last saved. */
  readonly pinnedSize: number;
  /** Called when a sync or a pin failed outside any `afterWrite`. */
  readonly onError: (cause: unknown) => void;
}

const pinEveryReceipts = 4096;
const pinEveryMs = 1000;

/** Binds a mode to a log. */
export function createDurability({ mode, log, savePin, clock, onError, ...rest }: DurabilityOptions): Durability {
  let pinnedSize = rest.pinnedSize;
  let pinnedAt = clock();
  let pinning: Promise<void> | undefined;
  let syncing: Promise<void> | undefined;
  let written: ChainEnd | undefined;

  let saving: Promise<void> = Promise.resolve();

  const save = async (end: ChainEnd): Promise<void> => {
    // Another call may have advanced meanwhile; a pin never goes back.
    if (end.size < pinnedSize) return;
    await savePin(end);
    pinnedSize = end.size;
    pinnedAt = clock();
  };

  /** Sequential, because they share a temporary file. */
  const pin = (end: ChainEnd): Promise<void> => {
    saving = saving.then(() => save(end));
    return saving;
  };

  /** INVARIANT: only a durable end is pinned; a pin ahead of the log would read as a rollback. */
  const pinNowAndThen = (durable: ChainEnd): void => {
    const due = durable.size - pinnedSize >= pinEveryReceipts || clock() - pinnedAt >= pinEveryMs;
    if (!due || pinning !== undefined) return;
    pinning = pin(durable)
      .catch(onError)
      .finally(() => {
        pinning = undefined;
      });
  };

  const syncBehind = async (): Promise<void> => {
    while (written !== undefined) {
      const end = written;
      written = undefined;
      await log.datasync();
      pinNowAndThen(end);
    }
  };

  return {
    async afterWrite(end) {
      if (mode === 'fsync') {
        await log.datasync();
        pinNowAndThen(end);
      } else if (mode === 'batch') {
        written = end;
        syncing ??= syncBehind()
          .catch(onError)
          .finally(() => {
            syncing = undefined;
          });
      }
    },
    pin,
    async flush(end) {
      await syncing;
      await pinning;
      await log.datasync();
      await pin(end);
    },
  };
}

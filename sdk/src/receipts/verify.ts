/** Streaming verification of a whole chain (contract 2.16): is it intact, how long is it, and where and why it breaks. */
import {
  type BreakReason,
  type ChainBreak,
  type CheckerOptions,
  createChainChecker,
  isBreak,
  type ReceiptEpoch,
  type VerifyMode,
} from './chain-checker.ts';
import type { ReceiptEntry } from './entry.ts';

/** An entry that its source could not read: the rest of the chain is unknown. */
export interface UnreadableEntry {
  readonly unreadable: 'crc' | 'truncated' | 'record';
}

export interface VerifyOptions extends CheckerOptions {
  /** What the chain is known to have reached: it must be at least this long and go through this head. */
  readonly pin?: {
    readonly size: number;
    readonly head: string | null;
    /** The chain must end there. */
    readonly exact?: boolean;
  };
  /** Called now and then with the number of entries checked. */
  readonly onProgress?: (checked: number) => void;
}

/** Contract 2.16, and where and why the chain broke. */
export interface VerifyResult {
  readonly chain_intact: boolean;
  /** Entries read, epoch starts included; after a break no entry is read. */
  readonly total_receipts: number;
  readonly first_seq: number | null;
  /** The last entry that holds. */
  readonly last_seq: number | null;
  readonly first_bad_seq: number | null;
  readonly reason: BreakReason | null;
  /** Hash of the last entry that holds. */
  readonly head_hash: string | null;
  readonly mode: VerifyMode;
  /** Keys by epoch: what the signatures prove is no more than who attested these. */
  readonly epochs: readonly ReceiptEpoch[];
}

const progressEvery = 1024;

/**
 * Verifies a chain from its genesis on. An empty chain is intact, unless a pin says that there was more.
 *
 * @example const result = await verifyReceipts(entries, { crypto: nodeProofCrypto, mode: 'full' });
 */
export async function verifyReceipts(
  entries: AsyncIterable<ReceiptEntry | UnreadableEntry> | Iterable<ReceiptEntry | UnreadableEntry>,
  options: VerifyOptions,
): Promise<VerifyResult> {
  const checker = createChainChecker(options);
  const epochs: ReceiptEpoch[] = [];
  const { pin } = options;

  const check = async (): Promise<ChainBreak | undefined> => {
    for await (const entry of entries) {
      const { size } = checker.state();
      if ('unreadable' in entry) return { seq: size, reason: entry.unreadable };
      if (pin?.exact === true && size >= pin.size) return { seq: size, reason: 'forked' };
      const outcome = await checker.accept(entry);
      if (isBreak(outcome)) return outcome;
      if (outcome.record.kind === 'epoch_start') addEpoch(epochs, checker.state().epoch);
      if (pin !== undefined && pin.size === size + 1 && pin.head !== outcome.hash)
        return { seq: size, reason: 'forked' };
      if ((size + 1) % progressEvery === 0) options.onProgress?.(size + 1);
    }
    const { size } = checker.state();
    return pin !== undefined && size < pin.size ? { seq: size, reason: 'truncated' } : checker.finish();
  };

  const broken = await check();
  const { size, head } = checker.state();
  options.onProgress?.(size);
  return {
    chain_intact: broken === undefined,
    total_receipts: size,
    first_seq: size === 0 ? null : 0,
    last_seq: size === 0 ? null : size - 1,
    first_bad_seq: broken?.seq ?? null,
    reason: broken?.reason ?? null,
    head_hash: head,
    mode: options.mode,
    epochs,
  };
}

function addEpoch(epochs: ReceiptEpoch[], epoch: ReceiptEpoch | undefined): void {
  if (epoch !== undefined) epochs.push(epoch);
}

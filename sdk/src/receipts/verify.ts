/** Streaming verification of a whole chain (contract 2.16): whether it is intact, its length, and where and why it breaks. */

import type { Awaitable } from '../crypto/proof-crypto.ts';
import {
  type BreakReason,
  type ChainBreak,
  type ChainChecker,
  type CheckerOptions,
  createChainChecker,
  isBreak,
  type ReceiptEpoch,
  type VerifyMode,
} from './chain-checker.ts';
import type { ReceiptEntry } from './entry.ts';
import { batchEach, type EntryBatch, type UnreadableEntry } from './entry-batch.ts';
import { createSkimmer } from './skim.ts';
import {
  type CheckpointComparison,
  type CheckpointFindings,
  type CheckpointOptions,
  compareCheckpoints,
} from './verify-checkpoints.ts';

export interface VerifyOptions extends CheckerOptions, CheckpointOptions {
  /** The known state of the chain: it must be at least this long and go through this head. */
  readonly pin?: {
    readonly size: number;
    readonly head: string | null;
    /** The chain must end exactly there. */
    readonly exact?: boolean;
  };
  /** Called repeatedly with the number of checked entries. It is awaited, so that other work gets its turn. */
  readonly onProgress?: (checked: number) => Awaitable<unknown>;
}

/** Contract 2.16, and where and why the chain broke. */
export interface VerifyResult extends CheckpointFindings {
  readonly chain_intact: boolean;
  /** Entries read, epoch starts included; no entry is read after a break. */
  readonly total_receipts: number;
  readonly first_seq: number | null;
  /** The last valid entry. */
  readonly last_seq: number | null;
  readonly first_bad_seq: number | null;
  readonly reason: BreakReason | null;
  /** Hash of the last valid entry. */
  readonly head_hash: string | null;
  /** Whether the end was cut off. Only a witness can tell, so `unknown` without one. */
  readonly truncated: boolean | 'unknown';
  readonly mode: VerifyMode;
  /** Keys by epoch. The signatures prove no more than the attestations of these keys. */
  readonly epochs: readonly ReceiptEpoch[];
}

const progressEvery = 64;

/**
 * Verifies a chain from its genesis on. An empty chain is intact, unless a pin is ahead of it.
 *
 * @example const result = await verifyReceipts(entries, { crypto: nodeProofCrypto, mode: 'full' });
 */
export function verifyReceipts(
  entries: AsyncIterable<ReceiptEntry | UnreadableEntry> | Iterable<ReceiptEntry | UnreadableEntry>,
  options: VerifyOptions,
): Promise<VerifyResult> {
  return verifyBatches(batchEach(entries), options);
}

/** Verifies entries in batches, as a file gives them. Fast mode takes most of them without creating objects. */
export async function verifyBatches(batches: AsyncIterable<EntryBatch>, options: VerifyOptions): Promise<VerifyResult> {
  const checker = createChainChecker(options);
  const epochs: ReceiptEpoch[] = [];
  const { pin } = options;
  const comparison = await compareCheckpoints(options, options.crypto);
  const skim = comparison === undefined ? undefined : prepareSkim(options, checker, comparison);

  const acceptNext = async (entry: ReceiptEntry): Promise<BreakReason | ChainBreak | undefined> => {
    const outcome = await checker.accept(entry);
    if (isBreak(outcome)) return outcome;
    const { size, epoch } = checker.state();
    if (epoch === undefined) throw new Error('an entry was accepted without an epoch');
    if (outcome.record.kind === 'epoch_start') epochs.push(epoch);
    if (pin !== undefined && pin.size === size && pin.head !== outcome.hash) return 'forked';
    return comparison?.accept(outcome, epoch);
  };

  /** Checks the rest of a batch. */
  const checkBatch = async (batch: EntryBatch): Promise<ChainBreak | undefined> => {
    for (;;) {
      const before = checker.state().size;
      skim?.(batch);
      const { size } = checker.state();
      if (size > before && size % progressEvery === 0) {
        await options.onProgress?.(size);
        continue;
      }
      const entry = batch.next();
      if (entry === undefined) return undefined;
      if ('unreadable' in entry) return { seq: size, reason: entry.unreadable };
      if (pin?.exact === true && size >= pin.size) return { seq: size, reason: 'forked' };
      const problem = await acceptNext(entry);
      if (problem !== undefined) return typeof problem === 'string' ? { seq: size, reason: problem } : problem;
      if ((size + 1) % progressEvery === 0) await options.onProgress?.(size + 1);
    }
  };

  const check = async (): Promise<ChainBreak | undefined> => {
    if (comparison === undefined) return { seq: 0, reason: 'checkpoint' };
    for await (const batch of batches) {
      const problem = await checkBatch(batch);
      if (problem !== undefined) return problem;
    }
    const { size } = checker.state();
    if (pin !== undefined && size < pin.size) return { seq: size, reason: 'truncated' };
    return (await comparison.finish(size, epochs)) ?? checker.finish();
  };

  const broken = await check();
  const { size, head } = checker.state();
  await options.onProgress?.(size);
  const { checkpoint_size, witnessed_size } = comparison?.findings() ?? { checkpoint_size: null, witnessed_size: null };
  return {
    chain_intact: broken === undefined,
    total_receipts: size,
    first_seq: size === 0 ? null : 0,
    last_seq: size === 0 ? null : size - 1,
    first_bad_seq: broken?.seq ?? null,
    reason: broken?.reason ?? null,
    head_hash: head,
    checkpoint_size,
    witnessed_size,
    truncated: broken?.reason === 'truncated' || (witnessed_size === null ? 'unknown' : size < witnessed_size),
    mode: options.mode,
    epochs,
  };
}

/** Prepares fast mode for a batch; absent if every entry must be read in full. */
function prepareSkim(
  { mode, crypto, pin, onProgress }: VerifyOptions,
  checker: ChainChecker,
  comparison: CheckpointComparison,
): ((batch: EntryBatch) => void) | undefined {
  const { sha256Hex } = crypto;
  if (mode !== 'fast' || sha256Hex === undefined) return undefined;
  const skimmer = createSkimmer({ sha256Hex, onTaken: comparison.pass });
  return (batch) => {
    const state = checker.state();
    const progress = onProgress === undefined ? Infinity : state.size - (state.size % progressEvery) + progressEvery;
    skimmer.start(state, Math.min(progress, limitOf(state.size, pin, comparison)));
    const signature = batch.skim(skimmer);
    if (signature !== undefined) checker.adopt(skimmer.state(), signature);
  };
}

/** Gives how far nothing must be compared: up to the entry before the next pin or checkpoint. */
function limitOf(size: number, pin: VerifyOptions['pin'], comparison: CheckpointComparison): number {
  const pinned =
    pin === undefined || pin.size < size || (pin.size === size && pin.exact !== true) ? Infinity : pin.size;
  return Math.min(pinned, comparison.nextSize(size)) - 1;
}

/** Opens a chain's directory: reads everything back, checks it against itself and against the pin, or refuses to start. */
import { buildTree } from '../crypto/merkle.ts';
import type { ChainEnd } from './batch.ts';
import { type CheckerOptions, createChainChecker, isBreak } from './chain-checker.ts';
import type { FileSystem } from './file-system.ts';
import { loadPin, type Pin, savePin } from './pin.ts';
import { ReceiptError } from './receipt-error.ts';
import { type SealedPart, takeSealed } from './recover-sealed.ts';
import { createRecovery } from './recover-segments.ts';
import { saveSeal } from './seal.ts';
import type { Segment } from './segment.ts';
import { listSegments } from './segment-file.ts';

export interface RecoveredChain {
  readonly segments: readonly Segment[];
  readonly end: ChainEnd;
  readonly pin: Pin;
}

export interface RecoverOptions extends CheckerOptions {
  readonly fileSystem: FileSystem;
  readonly directory: string;
  readonly chainId: string;
  /** Trusts the seal for full segments; otherwise reads them all. */
  readonly trustSeal: boolean;
}

/** Recovers the chain of a directory; a directory without one gets a pin of size 0. The caller holds the writer lock. */
export async function recoverChain(options: RecoverOptions): Promise<RecoveredChain> {
  const { fileSystem, directory } = options;
  await removeLeftovers(fileSystem, directory);
  const pin = await loadOrCreatePin(options);
  const sealed = options.trustSeal ? await takeSealed(options, pin) : undefined;
  const recovery = createRecovery(fileSystem, directory, sealed?.segments);
  const { end, beforeLast } = await checkFrames(options, recovery.frames(), pin, sealed);
  if (end.size < pin.size) {
    throw new ReceiptError(
      'rollback',
      `rollback detected: there are ${end.size} receipts on disk, but ${pin.size} were known`,
      {
        detail: { seq: end.size, reason: 'truncated' },
      },
    );
  }
  // A log that was read in full need not be read in full next time.
  const full = recovery.segments.slice(0, -1);
  if (sealed === undefined && full.length > 0 && beforeLast.size > 0 && beforeLast.size <= pin.size) {
    await saveSeal(options, full, beforeLast);
  }
  return { segments: recovery.segments, end, pin };
}

/** A pin is created before the first segment, so segments without one mean that it was removed. */
async function loadOrCreatePin({ fileSystem, directory, chainId }: RecoverOptions): Promise<Pin> {
  const pin = await loadPin(fileSystem, directory);
  if (pin !== undefined) {
    if (pin.chain_id === chainId) return pin;
    throw new ReceiptError('chain_id', `the directory has the chain ${JSON.stringify(pin.chain_id)}`);
  }
  if ((await listSegments(fileSystem, directory)).length > 0) {
    throw new ReceiptError('rollback', 'the directory has receipts but no pin', {
      detail: { reason: 'pin_missing' },
    });
  }
  const first: Pin = { v: 1, chain_id: chainId, size: 0, head: null, unpinned: false };
  await savePin(fileSystem, directory, first);
  return first;
}

async function checkFrames(
  options: RecoverOptions,
  frames: ReturnType<ReturnType<typeof createRecovery>['frames']>,
  pin: Pin,
  sealed: SealedPart | undefined,
): Promise<{ end: ChainEnd; beforeLast: ChainEnd }> {
  const checker = createChainChecker(options, sealed?.state);
  const tree = buildTree(sealed?.tree);
  const toEnd = (): ChainEnd => ({ ...checker.state(), tree: tree.range(), epochTree: undefined });
  let beforeLast = toEnd();
  let lastFile: string | undefined;
  for await (const { entry, file, offset } of frames) {
    if (file !== lastFile) beforeLast = toEnd();
    lastFile = file;
    const outcome = await checker.accept(entry);
    if (isBreak(outcome)) {
      const { seq, reason } = outcome;
      throw new ReceiptError('corrupt', `receipt ${seq} is not valid (${reason}); nothing was changed`, {
        detail: { file, offset, seq, reason },
      });
    }
    tree.add(outcome.leaf);
    if (outcome.record.seq === pin.size - 1 && outcome.hash !== pin.head) {
      throw new ReceiptError(
        'forked',
        `the chain on disk differs from the one that was pinned at ${pin.size} receipts`,
        {
          detail: { file, offset, seq: outcome.record.seq, reason: 'forked' },
        },
      );
    }
  }
  const broken = await checker.finish();
  if (broken !== undefined) {
    throw new ReceiptError('corrupt', `receipt ${broken.seq} is not valid (${broken.reason}); nothing was changed`, {
      detail: broken,
    });
  }
  return { end: toEnd(), beforeLast };
}

/** Files that a crash left incomplete: a segment or pin before its rename, an import before it became visible. */
async function removeLeftovers(fileSystem: FileSystem, directory: string): Promise<void> {
  for (const name of await fileSystem.list(directory)) {
    if (/\.(tmp|import)$/.test(name)) await fileSystem.remove(`${directory}/${name}`);
  }
}

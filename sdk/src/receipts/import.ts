/**
 * Imports an export. It is checked in full before any of it becomes visible, and its history must equal or extend the
 * local one. A shorter, forked or foreign one is refused, and the local state stays.
 */

import { buildTree, rootOf } from '../crypto/merkle.ts';
import type { MerkleRange } from '../crypto/merkle-range.ts';
import { nodeProofCrypto } from '../crypto/node-proof-crypto.ts';
import type { Awaitable } from '../crypto/proof-crypto.ts';
import type { ChainEnd } from './batch.ts';
import { type AcceptedEntry, createChainChecker, isBreak, type ReceiptEpoch } from './chain-checker.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { ReceiptEntry } from './entry.ts';
import { type ExportHeader, parseExport } from './export.ts';
import type { ImportStage } from './import-stage.ts';
import { ReceiptError } from './receipt-error.ts';

export type ImportSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export interface ImportOptions {
  /** Accepts a history without a local one to compare with; the chain is then marked unpinned. */
  readonly allowUnpinned?: boolean;
  /** The last checkpoint of this chain that a witness knows. The import must reach it and go through it. */
  readonly witnessed?: Checkpoint;
  /** Confirms the key of an epoch by its key attestation. */
  readonly checkEpoch?: (epoch: ReceiptEpoch) => Awaitable<boolean>;
}

export interface ImportResult {
  /** Number of new entries; 0 if all of the export was known. */
  readonly imported: number;
  readonly total_receipts: number;
  readonly head_hash: string | null;
}

export interface LocalChain {
  readonly chainId: string;
  readonly end: ChainEnd;
  readonly entries: (from: number, to: number) => AsyncGenerator<ReceiptEntry>;
}

/** Checks an export against the local chain and stages the new entries. Nothing is visible yet. */
export async function stageImport(
  source: ImportSource,
  local: LocalChain,
  stage: ImportStage,
  options: ImportOptions,
): Promise<ChainEnd> {
  const { header, entries } = await parseExport(source);
  assertComparable(header, local, options);
  const checker = createChainChecker({
    crypto: nodeProofCrypto,
    mode: 'full',
    chainId: local.chainId,
    ...(options.checkEpoch === undefined ? {} : { checkEpoch: options.checkEpoch }),
  });
  const known = local.entries(0, local.end.size);
  const tree = buildTree(local.end.tree);
  try {
    for await (const entry of entries) {
      const { size: seq } = checker.state();
      if (seq >= header.size) throw broken(seq, 'forked');
      if (seq < local.end.size) assertSame(entry, await known.next(), seq);
      const outcome = await checker.accept(entry);
      if (isBreak(outcome)) throw broken(outcome.seq, outcome.reason);
      if (seq >= local.end.size) {
        tree.add(outcome.leaf);
        await stage.add(entry);
      }
      if (options.witnessed?.size === seq + 1) assertWitnessed(outcome, options.witnessed, tree.range());
    }
  } finally {
    await known.return(undefined);
  }
  const end: ChainEnd = { ...checker.state(), tree: tree.range(), epochTree: undefined };
  if (end.size !== header.size || end.head !== header.head) throw broken(end.size, 'truncated');
  if (end.size < local.end.size) {
    throw new ReceiptError(
      'shorter',
      `the import ends at ${end.size} receipts, but the local chain has ${local.end.size}`,
      {
        detail: { seq: end.size },
      },
    );
  }
  if (end.size < (options.witnessed?.size ?? 0)) {
    throw new ReceiptError('shorter', `the import ends at ${end.size} receipts, but a witness has seen more`, {
      detail: { seq: end.size },
    });
  }
  return end;
}

function assertComparable(header: ExportHeader, local: LocalChain, { allowUnpinned, witnessed }: ImportOptions): void {
  if (header.chain_id !== local.chainId) {
    throw new ReceiptError('chain_id', `the import belongs to the chain ${JSON.stringify(header.chain_id)}`);
  }
  if (local.end.size === 0 && header.size > 0 && witnessed === undefined && allowUnpinned !== true) {
    throw new ReceiptError('unpinned', 'nothing confirms the import; allow that explicitly');
  }
}

/** The head commits to every record by its links. The root is compared if this import computes it. */
function assertWitnessed({ record, hash }: AcceptedEntry, witnessed: Checkpoint, tree: MerkleRange): void {
  const isRoot = tree.size !== witnessed.size || Buffer.compare(rootOf(tree), witnessed.root) === 0;
  if (hash === witnessed.head && isRoot) return;
  throw new ReceiptError(
    'forked',
    `the import differs from the history that a witness saw at ${witnessed.size} receipts`,
    {
      detail: { seq: record.seq },
    },
  );
}

/** The record's bytes decide: the links commit to them, and a signature is checked separately. */
function assertSame(entry: ReceiptEntry, known: IteratorResult<ReceiptEntry, unknown>, seq: number): void {
  const same = known.done !== true && Buffer.compare(known.value.record, entry.record) === 0;
  if (!same) throw new ReceiptError('forked', `the import differs from the local chain at ${seq}`, { detail: { seq } });
}

const broken = (seq: number, reason: string): ReceiptError =>
  new ReceiptError('broken', `the import is not valid at receipt ${seq} (${reason})`, { detail: { seq, reason } });

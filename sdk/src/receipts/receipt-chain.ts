/** The receipt chain of one gateway (contract 2.16): append, read, verify, export and import over one directory. */
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { isWellFormedText } from '../contract/bounds.ts';
import { sha256Hex } from '../crypto/hash.ts';
import { isKeyCoordinate, type OkpPublicJwk } from '../crypto/jwk.ts';
import { nodeProofCrypto } from '../crypto/node-proof-crypto.ts';
import type { ChainEnd, EpochIdentity } from './batch.ts';
import { assertReaches, type ChainCheckpoints, createChainCheckpoints } from './chain-checkpoints.ts';
import { type ChainVerifyOptions, exportChain, verifyChain } from './chain-reports.ts';
import { type KeptCheckpoints, loadCheckpoints } from './checkpoint-file.ts';
import { createDurability, type DurabilityMode } from './durability.ts';
import type { FileSystem } from './file-system.ts';
import { maxPayloadBytes } from './frames.ts';
import type { ImportOptions, ImportResult, ImportSource } from './import.ts';
import { createImporter } from './importer.ts';
import { createLeafWindow, type LeafWindow } from './leaf-window.ts';
import { nodeFileSystem } from './node-file-system.ts';
import { nodeProcessTable } from './node-process-table.ts';
import { savePin } from './pin.ts';
import { ReceiptError } from './receipt-error.ts';
import { createReceiptReader, type ReceiptReader } from './receipt-reader.ts';
import { createReceiptWriter } from './receipt-writer.ts';
import { isReceiptDraft, type ReceiptDraft } from './record.ts';
import { type RecoveredChain, recoverChain } from './recover-chain.ts';
import { saveSeal } from './seal.ts';
import { openSegmentLog, type SegmentLog } from './segment-log.ts';
import type { AppendedReceipt, SignReceipts, SignTogether, Unsigned } from './signing.ts';
import type { VerifyResult } from './verify.ts';
import { acquireWriterLock, type ProcessTable, type WriterLock } from './writer-lock.ts';

/** The signer of an epoch. */
export interface ReceiptKey {
  /** `sha256:<hex>` of the key attestation behind `publicKey`. */
  readonly attestationHash: string;
  /** The key that `sign` uses. A new process has a new key and starts a new epoch. */
  readonly publicKey: OkpPublicJwk;
}

export interface ReceiptChainOptions<Value = never> extends ReceiptKey {
  /** Holds this chain and nothing else. */
  readonly directory: string;
  readonly chainId: string;
  readonly sign: SignReceipts;
  /** Signs receipts together with their attachments; `sign` is still used for receipts with complete attachments. */
  readonly signTogether?: SignTogether<Value>;
  /** Default `fsync`: an acknowledged receipt survives a loss of power. */
  readonly durability?: DurabilityMode;
  readonly segmentBytes?: number;
  /** Most receipts signed in one request. */
  readonly maxBatch?: number;
  /** Most receipts, and bytes of attachments, that may wait; beyond it `append` is refused with `overloaded`. */
  readonly maxQueue?: number;
  readonly maxQueueBytes?: number;
  /**
   * Checks at opening. `tail` (default): everything written since the last full segment, and that the full ones are
   * present, with their sizes and their end; `verify` reads the rest. `fast`: every link, and one signature per
   * epoch. `full`: every signature.
   */
  readonly recovery?: 'full' | 'fast' | 'tail';
  /** Called once when the log can no longer be written. */
  readonly onFatal?: (error: ReceiptError) => void;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  readonly fileSystem?: FileSystem;
  readonly processes?: ProcessTable;
}

export interface ReceiptChain<Value = never> extends ReceiptReader, ChainCheckpoints {
  readonly durability: DurabilityMode;
  /**
   * Resolves once the receipt is durable, with its attachment or the one that `signTogether` makes. Its place follows
   * the order of the calls and is fixed before this call returns. @throws ReceiptError
   */
  append(draft: ReceiptDraft, attachment?: Uint8Array | Unsigned<Value>): Promise<AppendedReceipt>;
  /** Acknowledged records, epoch starts included. */
  size(): number;
  /** Hash of the last acknowledged record; `null` if there is none. */
  head(): string | null;
  /** True if the earlier history came from an unconfirmed import. */
  unpinned(): boolean;
  /** Why nothing can be appended any more; `undefined` if it can. */
  failure(): ReceiptError | undefined;
  /** Reads the whole chain back from disk and checks it. */
  verify(options?: ChainVerifyOptions): Promise<VerifyResult>;
  /** Gives the whole chain as JSON lines; without attachments on request, so that the Evidence bytes are left out. */
  export(options?: { attachments?: boolean }): AsyncGenerator<Uint8Array>;
  /**
   * Continues with another key, because the signer was restarted. Unsigned receipts are refused (`sign_failed`), and
   * the next receipt follows the start of an epoch of this key. @throws ReceiptError `locked` while an import runs
   */
  changeKey(key: ReceiptKey): Promise<void>;
  /** Imports an export that equals or extends this chain. @throws ReceiptError; the chain is then unchanged */
  import(source: ImportSource, options?: ImportOptions): Promise<ImportResult>;
  /** Refuses new receipts, finishes accepted ones, and releases the directory. */
  close(): Promise<void>;
}

/** The options with all defaults. */
type Settings<Value> = Required<Omit<ReceiptChainOptions<Value>, 'signTogether'>> &
  Pick<ReceiptChainOptions<Value>, 'signTogether'>;

const mebibyte = 1024 * 1024;

/**
 * Opens the chain of a directory, or starts one. Existing content is checked first; on damage, a rollback or a fork
 * it refuses to open and leaves the files unchanged. The first append then starts this process's epoch.
 *
 * @throws ReceiptError `locked`, `corrupt`, `rollback`, `forked`, `chain_id`
 * @example
 * const chain = await openReceiptChain({ directory, chainId, attestationHash, publicKey: key.jwk,
 *   sign: (records) => signRecords(key, records) });
 * const { record, hash } = await chain.append(draft, evidenceJws);
 */
export async function openReceiptChain<Value = never>(
  options: ReceiptChainOptions<Value>,
): Promise<ReceiptChain<Value>> {
  const settings = withDefaults(options);
  assertIdentity(settings);
  const { fileSystem, directory, processes, chainId } = settings;
  await fileSystem.makeDirectory(directory);
  const lock = await acquireWriterLock({ fileSystem, directory, processes, token: randomUUID() });
  try {
    const recovered = await recoverChain({
      fileSystem,
      directory,
      chainId,
      crypto: nodeProofCrypto,
      mode: settings.recovery === 'full' ? 'full' : 'fast',
      trustSeal: settings.recovery === 'tail',
    });
    const log = await openSegmentLog({ ...settings, segments: recovered.segments });
    const window = createLeafWindow(log, recovered.end.size);
    const kept = await loadCheckpoints(fileSystem, directory, chainId);
    await assertReaches(recovered.end, kept, window).catch(async (error: unknown) => {
      await log.close();
      throw error;
    });
    return assemble({ settings, recovered, log, lock, window, kept });
  } catch (error) {
    await lock.release();
    throw error;
  }
}

interface ChainParts<Value> {
  readonly settings: Settings<Value>;
  readonly recovered: RecoveredChain;
  readonly log: SegmentLog;
  readonly lock: WriterLock;
  readonly window: LeafWindow;
  readonly kept: KeptCheckpoints;
}

function assemble<Value>({ settings, recovered, log, lock, window, kept }: ChainParts<Value>): ReceiptChain<Value> {
  const { fileSystem, directory, chainId, clock } = settings;
  const { end, pin } = recovered;
  let unpinned = pin.unpinned;
  let { publicKey } = settings;

  const durability = createDurability({
    mode: settings.durability,
    log,
    savePin: ({ size, head }) => savePin(fileSystem, directory, { v: 1, chain_id: chainId, size, head, unpinned }),
    clock,
    pinnedSize: pin.size,
    onError: (cause) => writer.fail(cause),
  });
  const writer = createReceiptWriter({
    ...settings,
    log,
    durability,
    seal: async (segments, end) => {
      // INVARIANT: no seal is ahead of the pin.
      await durability.pin(end);
      await saveSeal(settings, segments, end);
    },
    end,
    onCommitted: window.add,
    identity: settings,
    yieldTurn: () => setImmediate(),
  });
  const importer = createImporter({
    ...settings,
    log,
    durability,
    markUnpinned: () => {
      unpinned = true;
    },
    fail: writer.fail,
  });
  const state = (): ChainEnd => writer.committed();
  const { close: closeCheckpoints, ...checkpoints } = createChainCheckpoints({
    fileSystem,
    directory,
    chainId,
    clock,
    window,
    kept,
    committed: state,
    publicKey: () => publicKey,
    flush: settings.durability === 'fsync' ? async () => undefined : durability.flush,
  });

  return {
    ...checkpoints,
    ...createReceiptReader(log, () => state().size),
    durability: settings.durability,
    append: async (draft, attachment) => {
      assertDraft(draft);
      if (attachment === undefined || attachment instanceof Uint8Array) {
        assertAttachment(draft, attachment);
        return writer.append({ draft, attachment, unsigned: undefined });
      }
      assertUnsigned(draft, attachment, settings);
      return writer.append({ draft, attachment: undefined, unsigned: attachment });
    },
    size: () => state().size,
    head: () => state().head,
    unpinned: () => unpinned,
    failure: writer.failure,
    verify: (options = {}) =>
      verifyChain(log, state(), {
        mode: 'full',
        ...options,
        chainId,
        checkpoints: [...checkpointTexts(checkpoints), ...(options.checkpoints ?? [])],
      }),
    export: ({ attachments = true } = {}) =>
      exportChain(log, state(), { chainId, attachments, checkpoint: checkpointOf(checkpoints) }),
    changeKey: async (next) => {
      const identity = { chainId, attestationHash: next.attestationHash, publicKey: next.publicKey };
      assertIdentity(identity);
      await writer.changeKey(identity);
      publicKey = next.publicKey;
    },
    import: (source, options = {}) =>
      writer.exclusive(async (local) => {
        const outcome = await importer.run(source, local, options);
        if (outcome.newEnd !== undefined) window.restart(outcome.newEnd.size);
        return outcome;
      }),
    async close() {
      await writer.close();
      try {
        if (writer.failure() === undefined) {
          await durability.flush(state());
          await closeCheckpoints();
        }
        await log.close();
      } finally {
        await lock.release();
      }
    },
  };
}

/** Gives the latest checkpoint, and the witnessed one. */
function checkpointTexts({ checkpoints }: Pick<ChainCheckpoints, 'checkpoints'>): string[] {
  const { latest, witnessed } = checkpoints();
  return [...new Set([latest?.text, witnessed?.text].filter((text) => text !== undefined))];
}

/** Gives the checkpoint for an export: a cosigned one, which proves more than a later one without cosignature. */
function checkpointOf({ checkpoints }: Pick<ChainCheckpoints, 'checkpoints'>): string | undefined {
  const { latest, witnessed } = checkpoints();
  return (witnessed ?? latest)?.text;
}

function withDefaults<Value>(options: ReceiptChainOptions<Value>): Settings<Value> {
  return {
    durability: 'fsync',
    segmentBytes: 64 * mebibyte,
    maxBatch: 512,
    maxQueue: 16_384,
    maxQueueBytes: 64 * mebibyte,
    recovery: 'tail',
    onFatal: () => undefined,
    clock: Date.now,
    fileSystem: nodeFileSystem,
    processes: nodeProcessTable,
    ...options,
  };
}

function assertIdentity({ chainId, attestationHash, publicKey }: EpochIdentity): void {
  if (chainId.length === 0 || chainId.length > 256 || !isWellFormedText(chainId)) {
    throw new TypeError('a chain id must have 1 to 256 well-formed characters');
  }
  if (!/^sha256:[0-9a-f]{64}$/.test(attestationHash))
    throw new TypeError('an attestation hash must have the form sha256:<hex>');
  if (!isKeyCoordinate(publicKey.x)) throw new TypeError('the public key is not an Ed25519 JWK');
}

function assertDraft(draft: unknown): asserts draft is ReceiptDraft {
  if (!isReceiptDraft(draft)) throw new ReceiptError('invalid_draft', 'the receipt draft breaks its schema');
}

const maxAttachmentBytes = maxPayloadBytes / 2;

function assertAttachment(draft: ReceiptDraft, attachment: Uint8Array | undefined): void {
  if (attachment === undefined) return;
  if (attachment.length === 0 || attachment.length > maxAttachmentBytes) {
    throw new ReceiptError('invalid_draft', `an attachment must have 1 to ${maxAttachmentBytes} bytes`);
  }
  if (draft.evidence_hash !== undefined && draft.evidence_hash !== sha256Hex(attachment)) {
    throw new ReceiptError('invalid_draft', 'evidence_hash is not the hash of the attachment');
  }
}

function assertUnsigned<Value>(draft: ReceiptDraft, { maxBytes }: Unsigned<Value>, settings: Settings<Value>): void {
  if (settings.signTogether === undefined) {
    throw new ReceiptError('invalid_draft', 'this chain was opened without signTogether');
  }
  if (!Number.isSafeInteger(maxBytes) || maxBytes < 1 || maxBytes > maxAttachmentBytes) {
    throw new ReceiptError('invalid_draft', `an attachment must have 1 to ${maxAttachmentBytes} bytes`);
  }
  if (draft.evidence_hash !== undefined) {
    throw new ReceiptError('invalid_draft', 'evidence_hash is not known before the attachment is signed');
  }
}

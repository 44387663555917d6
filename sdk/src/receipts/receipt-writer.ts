/**
 * The one writer of a chain (receipts reference, 5), in two stages that run side by side: one links and signs what is
 * queued, the other writes and syncs everything signed so far in one go (group commit) and only then acknowledges.
 */
import {
  type ChainEnd,
  type EpochIdentity,
  endOf,
  type Link,
  linkEpoch,
  linkReceipts,
  type Submission,
  toFrameRun,
} from './batch.ts';
import { createCoalescer } from './coalescer.ts';
import type { Durability } from './durability.ts';
import { signatureBytes } from './entry.ts';
import { ReceiptError } from './receipt-error.ts';
import type { ReceiptRecord } from './record.ts';
import { type FrameRun, joinFrameRuns, type SegmentLog } from './segment-log.ts';

/** Signs records in order; raw 64-byte signatures over `signedMessage(hashRecord(record))`. */
export type SignReceipts = (records: ReceiptRecord[]) => Promise<readonly Uint8Array[]> | readonly Uint8Array[];

/** What `append` resolves to, once the receipt is durable. */
export interface AppendedReceipt {
  readonly record: ReceiptRecord;
  /** Record hash, hex. */
  readonly hash: string;
  readonly signature: Uint8Array;
}

export interface ReceiptWriterOptions {
  readonly log: SegmentLog;
  readonly durability: Durability;
  readonly identity: EpochIdentity;
  readonly end: ChainEnd;
  readonly sign: SignReceipts;
  readonly clock: () => number;
  /** Most receipts signed in one go. */
  readonly maxBatch: number;
  readonly maxQueue: number;
  readonly maxQueueBytes: number;
  readonly yieldTurn: () => Promise<void>;
  readonly onFatal: (error: ReceiptError) => void;
}

export interface ReceiptWriter {
  append(submission: Submission): Promise<AppendedReceipt>;
  /** Where the acknowledged chain ends. */
  committed(): ChainEnd;
  failure(): ReceiptError | undefined;
  /** Ends the writer for good: whoever waits, now or later, is refused. */
  fail(cause: unknown): ReceiptError;
  /** Runs a job while nothing is written; if it moved the end of the chain it says so, and a new epoch follows. */
  exclusive<T>(job: (end: ChainEnd) => Promise<{ newEnd?: ChainEnd; value: T }>): Promise<T>;
  /** Refuses new receipts and finishes those accepted. */
  close(): Promise<void>;
}

interface Waiting extends Submission {
  readonly resolve: (receipt: AppendedReceipt) => void;
  readonly reject: (error: ReceiptError) => void;
}

/** Signed and framed, not yet written. */
interface SignedRun {
  readonly frames: FrameRun;
  readonly end: ChainEnd;
  readonly waiting: readonly Waiting[];
  readonly receipts: readonly AppendedReceipt[];
}

/** Starts the writer at the end of a recovered log. */
export function createReceiptWriter(options: ReceiptWriterOptions): ReceiptWriter {
  const { log, durability, yieldTurn } = options;
  const admission = createAdmission(options);
  const signer = createSigner(options);
  let committed = options.end;
  let failure: ReceiptError | undefined;
  let closed = false;
  let job: Promise<unknown> | undefined;

  const reject = (all: readonly Waiting[], error: ReceiptError): void => {
    for (const waiting of all) waiting.reject(error);
  };

  /** After a failed write or sync it is open what is on disk; nothing is tried again on the same file. */
  const fail = (cause: unknown): ReceiptError => {
    if (failure !== undefined) return failure;
    failure = new ReceiptError('writer_failed', 'the receipt log could not be written', { cause });
    reject([...commits.drop().flatMap((run) => run.waiting), ...queue.drop()], failure);
    options.onFatal(failure);
    return failure;
  };

  const commit = async (runs: SignedRun[]): Promise<void> => {
    const waiting = runs.flatMap((run) => run.waiting);
    const end = runs.at(-1)?.end ?? committed;
    try {
      if (failure !== undefined) throw failure;
      await log.append(joinFrameRuns(runs.map((run) => run.frames)));
      await durability.afterWrite(end);
      if (failure !== undefined) throw failure;
    } catch (cause) {
      reject(waiting, fail(cause));
      return;
    }
    committed = end;
    const receipts = runs.flatMap((run) => run.receipts);
    for (const [index, receipt] of receipts.entries()) waiting[index]?.resolve(receipt);
  };

  const signAndCommit = async (waiting: Waiting[]): Promise<void> => {
    const run = await signer.sign(waiting);
    if (run instanceof ReceiptError) reject(waiting, run);
    else commits.push(run);
  };

  const commits = createCoalescer<SignedRun>({ maxItems: options.maxBatch, process: commit, yieldTurn });
  const queue = createCoalescer<Waiting>({ maxItems: options.maxBatch, process: signAndCommit, yieldTurn });

  return {
    append(submission) {
      const refusal = failure ?? (closed ? new ReceiptError('closed', 'the receipt chain is closed') : undefined);
      return refusal === undefined
        ? admission.admit(submission, (waiting) => queue.push(waiting))
        : Promise.reject(refusal);
    },
    committed: () => committed,
    failure: () => failure,
    fail,
    async exclusive(work) {
      if (closed) throw new ReceiptError('closed', 'the receipt chain is closed');
      if (job !== undefined) throw new ReceiptError('locked', 'another import is running');
      queue.hold();
      const run = async () => {
        await queue.idle();
        await commits.idle();
        if (failure !== undefined) throw failure;
        const { newEnd, value } = await work(committed);
        if (newEnd !== undefined) {
          committed = newEnd;
          signer.restartAt(newEnd);
        }
        return value;
      };
      const running = run().finally(() => {
        job = undefined;
        queue.release();
      });
      job = running.catch(() => undefined);
      return running;
    },
    async close() {
      closed = true;
      await job;
      await queue.idle();
      await commits.idle();
    },
  };
}

/** Links and signs; a refusal by the signer leaves the chain where it was. */
function createSigner(options: ReceiptWriterOptions) {
  const { identity, clock } = options;
  let linked = options.end;
  let epochStarted = false;

  /**
   * The signer may have signed and only its answer got lost. It will then answer the same records again, but never
   * others in their place.
   */
  const signTwice = async (records: ReceiptRecord[]): Promise<readonly Uint8Array[]> => {
    try {
      return await options.sign(records);
    } catch {
      return await options.sign(records);
    }
  };

  const sign = async (waiting: readonly Waiting[]): Promise<SignedRun> => {
    const now = clock();
    const epoch = epochStarted ? [] : [linkEpoch(linked, identity, now)];
    const links = [...epoch, ...linkReceipts(waiting, endOf(epoch, linked), identity, now)];
    const signatures = await signTwice(links.map((link) => link.record));
    const receipts = toReceipts(links, signatures);
    linked = endOf(links, linked);
    epochStarted = true;
    return { frames: toFrameRun(links, signatures), end: linked, waiting, receipts: receipts.slice(epoch.length) };
  };

  return {
    async sign(waiting: readonly Waiting[]): Promise<SignedRun | ReceiptError> {
      try {
        return await sign(waiting);
      } catch (cause) {
        return new ReceiptError('sign_failed', 'the receipts were not signed', { cause });
      }
    },
    restartAt(end: ChainEnd): void {
      linked = end;
      epochStarted = false;
    },
  };
}

function toReceipts(links: readonly Link[], signatures: readonly Uint8Array[]): AppendedReceipt[] {
  if (signatures.length !== links.length) throw new Error('the signer did not sign every record');
  return links.map(({ record, hash }, index) => {
    const signature = signatures[index];
    if (signature?.length !== signatureBytes) throw new Error(`an Ed25519 signature has ${signatureBytes} bytes`);
    return { record, hash, signature };
  });
}

/** Bounds what waits, in receipts and in bytes. */
function createAdmission({ maxQueue, maxQueueBytes }: { maxQueue: number; maxQueueBytes: number }) {
  let count = 0;
  let bytes = 0;
  return {
    admit(submission: Submission, accept: (waiting: Waiting) => void): Promise<AppendedReceipt> {
      const size = submission.attachment?.length ?? 0;
      if (count >= maxQueue || (count > 0 && bytes + size > maxQueueBytes)) {
        return Promise.reject(new ReceiptError('overloaded', 'too many receipts wait to be written'));
      }
      count += 1;
      bytes += size;
      const leave = (): void => {
        count -= 1;
        bytes -= size;
      };
      return new Promise((resolve, reject) => {
        accept({
          ...submission,
          resolve: (receipt) => {
            leave();
            resolve(receipt);
          },
          reject: (error) => {
            leave();
            reject(error);
          },
        });
      });
    },
  };
}

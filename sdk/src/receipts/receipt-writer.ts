/**
 * The one writer of a chain, in two concurrent stages: one links and signs queued receipts, the other writes and
 * syncs everything signed so far at once (group commit) and only then acknowledges.
 */
import { createAdmission } from './admission.ts';
import type { ChainEnd, EpochIdentity } from './batch.ts';
import { createCoalescer } from './coalescer.ts';
import type { Durability } from './durability.ts';
import { ReceiptError } from './receipt-error.ts';
import {
  type AppendedReceipt,
  createRunSigner,
  type Pending,
  type RunSignerOptions,
  type SignedRun,
  type Waiting,
} from './run-signer.ts';
import type { Segment } from './segment.ts';
import { joinFrameRuns, type SegmentLog } from './segment-log.ts';

export interface ReceiptWriterOptions<Value> extends RunSignerOptions<Value> {
  readonly log: SegmentLog;
  readonly durability: Durability;
  /** Records which segments are full, and the state of the chain at their end. */
  readonly seal: (segments: readonly Segment[], end: ChainEnd) => Promise<void>;
  /** Most receipts signed in one request. */
  readonly maxBatch: number;
  readonly maxQueue: number;
  readonly maxQueueBytes: number;
  readonly yieldTurn: () => Promise<void>;
  /** Called with the hashes of committed records, in order. */
  readonly onCommitted: (leaves: readonly Uint8Array[]) => void;
  readonly onFatal: (error: ReceiptError) => void;
}

/** Result of a job: the new end of the chain, if it moved. */
export interface ExclusiveOutcome<T> {
  readonly newEnd?: ChainEnd;
  readonly value: T;
}

export interface ReceiptWriter<Value> {
  append(pending: Pending<Value>): Promise<AppendedReceipt>;
  /** Gives the end of the acknowledged chain. */
  committed(): ChainEnd;
  failure(): ReceiptError | undefined;
  /** Ends the writer for good: all current and later callers are refused. */
  fail(cause: unknown): ReceiptError;
  /** Runs a job while nothing is written. If the job moved the end of the chain, a new epoch follows. */
  exclusive<T>(job: (end: ChainEnd) => Promise<ExclusiveOutcome<T>>): Promise<T>;
  /** Finishes signed receipts, refuses unsigned ones, and continues with another key in a new epoch. */
  changeKey(identity: EpochIdentity): Promise<void>;
  /** Refuses new receipts and finishes accepted ones. */
  close(): Promise<void>;
}

/** Starts the writer at the end of a recovered log. */
export function createReceiptWriter<Value>(options: ReceiptWriterOptions<Value>): ReceiptWriter<Value> {
  const admission = createAdmission<Value>(options);
  const pipeline = createPipeline(options);
  let closed = false;
  let job: Promise<unknown> | undefined;

  const refusal = (): ReceiptError | undefined =>
    pipeline.failure() ?? (closed ? new ReceiptError('closed', 'the receipt chain is closed') : undefined);

  const runAlone = async <T>(work: (end: ChainEnd) => Promise<ExclusiveOutcome<T>>): Promise<T> => {
    pipeline.hold();
    try {
      await pipeline.idle();
      const failed = pipeline.failure();
      if (failed !== undefined) throw failed;
      const { newEnd, value } = await work(pipeline.committed());
      if (newEnd !== undefined) pipeline.restartAt(newEnd);
      return value;
    } finally {
      job = undefined;
      pipeline.release();
    }
  };

  const exclusive = <T>(work: (end: ChainEnd) => Promise<ExclusiveOutcome<T>>): Promise<T> => {
    const refused = refusal() ?? (job === undefined ? undefined : new ReceiptError('locked', 'an import is running'));
    if (refused !== undefined) return Promise.reject(refused);
    const running = runAlone(work);
    job = Promise.allSettled([running]);
    return running;
  };

  return {
    append(pending) {
      const refused = refusal();
      return refused === undefined ? admission.admit(pending, pipeline.push) : Promise.reject(refused);
    },
    committed: pipeline.committed,
    failure: pipeline.failure,
    fail: pipeline.fail,
    exclusive,
    changeKey: (identity) =>
      exclusive(async () => {
        pipeline.changeKey(identity);
        return { value: undefined };
      }),
    async close() {
      closed = true;
      await job;
      await pipeline.idle();
    },
  };
}

/** The two stages: sign queued receipts, then write, sync and acknowledge signed ones. */
function createPipeline<Value>(options: ReceiptWriterOptions<Value>) {
  const { log, durability, maxBatch, yieldTurn } = options;
  const signer = createRunSigner(options);
  let committed = options.end;
  let failure: ReceiptError | undefined;

  /** After a failed write or sync the disk content is unknown, so nothing is retried on the same file. */
  const fail = (cause: unknown): ReceiptError => {
    if (failure !== undefined) return failure;
    failure = new ReceiptError('writer_failed', 'the receipt log could not be written', { cause });
    rejectAll([...commits.drop().flatMap((run) => run.waiting), ...queue.drop()], failure);
    options.onFatal(failure);
    return failure;
  };

  const commit = async (runs: SignedRun<Value>[]): Promise<void> => {
    const waiting = runs.flatMap((run) => run.waiting);
    const end = runs.at(-1)?.end ?? committed;
    try {
      if (failure !== undefined) throw failure;
      await log.append(joinFrameRuns(runs.map((run) => run.frames)), (full) => options.seal(full, committed));
      await durability.afterWrite(end);
      if (failure !== undefined) throw failure;
    } catch (cause) {
      rejectAll(waiting, fail(cause));
      return;
    }
    committed = end;
    for (const run of runs) options.onCommitted(run.leaves);
    const receipts = runs.flatMap((run) => run.receipts);
    for (const [index, receipt] of receipts.entries()) waiting[index]?.resolve(receipt);
  };

  const sign = async (waiting: Waiting<Value>[]): Promise<void> => {
    const run = await signer.sign(waiting);
    if (run instanceof ReceiptError) rejectAll(waiting, run);
    else commits.push(run);
  };

  const commits = createCoalescer<SignedRun<Value>>({ maxItems: maxBatch, process: commit, yieldTurn });
  const queue = createCoalescer<Waiting<Value>>({ maxItems: maxBatch, process: sign, yieldTurn });

  return {
    push: queue.push,
    hold: queue.hold,
    release: queue.release,
    committed: () => committed,
    failure: () => failure,
    fail,
    restartAt(end: ChainEnd): void {
      committed = end;
      signer.restartAt(end);
    },
    /** Waiting receipts were made for the old key (an attachment may name it), so they must not enter the new epoch. */
    changeKey(identity: EpochIdentity): void {
      rejectAll(queue.drop(), new ReceiptError('sign_failed', 'the signing key changed before the receipt was signed'));
      signer.changeKey(identity);
    },
    async idle(): Promise<void> {
      await queue.idle();
      await commits.idle();
    },
  };
}

function rejectAll(all: readonly Pick<Waiting<never>, 'reject'>[], error: ReceiptError): void {
  for (const waiting of all) waiting.reject(error);
}

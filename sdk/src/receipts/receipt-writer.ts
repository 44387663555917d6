/**
 * The one writer of a chain: admits receipts to its pipeline, and stops the pipeline for jobs that need the chain
 * alone.
 */
import { createAdmission } from './admission.ts';
import type { ChainEnd, EpochIdentity } from './batch.ts';
import { ReceiptError } from './receipt-error.ts';
import { createReceiptPipeline, type PipelineOptions } from './receipt-pipeline.ts';
import type { AppendedReceipt, Pending } from './signing.ts';

export interface ReceiptWriterOptions<Value> extends PipelineOptions<Value> {
  readonly maxQueue: number;
  readonly maxQueueBytes: number;
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
  const pipeline = createReceiptPipeline(options);
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

/**
 * The two stages of the writer, which run at the same time. One gives waiting receipts their place in the chain, gets
 * them signed, and compares. The other writes and syncs everything signed so far at once (group commit), and only then
 * acknowledges.
 */
import {
  type ChainEnd,
  type EpochIdentity,
  endOf,
  type Link,
  linkEpoch,
  linkReceipts,
  openReceipts,
  type Submission,
  toFrameRun,
} from './batch.ts';
import { createCoalescer } from './coalescer.ts';
import type { Durability } from './durability.ts';
import { signatureBytes } from './entry.ts';
import { openHash } from './open-record.ts';
import { ReceiptError } from './receipt-error.ts';
import type { Segment } from './segment.ts';
import { type FrameRun, joinFrameRuns, type SegmentLog } from './segment-log.ts';
import type { AppendedReceipt, Pending, SignReceipts, SignTogether, Waiting } from './signing.ts';

export interface PipelineOptions<Value> extends RunSignerOptions<Value> {
  readonly log: SegmentLog;
  readonly durability: Durability;
  /** Records which segments are full, and the state of the chain at their end. */
  readonly seal: (segments: readonly Segment[], end: ChainEnd) => Promise<void>;
  /** Most receipts signed in one request. */
  readonly maxBatch: number;
  readonly yieldTurn: () => Promise<void>;
  /** Called with the hashes of committed records, in order. */
  readonly onCommitted: (leaves: readonly Uint8Array[]) => void;
  readonly onFatal: (error: ReceiptError) => void;
}

/** Signed and framed, not yet written. */
interface SignedRun<Value> {
  readonly frames: FrameRun;
  readonly end: ChainEnd;
  readonly waiting: readonly Waiting<Value>[];
  readonly receipts: readonly AppendedReceipt[];
  /** Raw record hashes, epoch starts included. */
  readonly leaves: readonly Uint8Array[];
}

interface RunSignerOptions<Value> {
  readonly identity: EpochIdentity;
  readonly end: ChainEnd;
  readonly sign: SignReceipts;
  readonly signTogether?: SignTogether<Value>;
  readonly clock: () => number;
}

interface RunSigner<Value> {
  sign(waiting: readonly Waiting<Value>[]): Promise<SignedRun<Value> | ReceiptError>;
  /** The chain now ends elsewhere; a new epoch follows there. */
  restartAt(end: ChainEnd): void;
  /** Signs with another key from here on, in a new epoch. */
  changeKey(identity: EpochIdentity): void;
}

/** The two stages: sign queued receipts, then write, sync and acknowledge signed ones. */
export function createReceiptPipeline<Value>(options: PipelineOptions<Value>) {
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

interface Signed {
  readonly links: readonly Link[];
  readonly signatures: readonly Uint8Array[];
}

/** Start of a run: the start of its epoch, if any, and the records after that. */
interface RunStart {
  readonly epoch: readonly Link[];
  readonly end: ChainEnd;
  readonly now: number;
}

/** Links and signs. A refusal by the signer leaves the chain unchanged. */
function createRunSigner<Value>(options: RunSignerOptions<Value>): RunSigner<Value> {
  const { clock, sign } = options;
  let { identity } = options;
  let linked = options.end;
  let epochStarted = false;

  const signLinked = async (pending: readonly Pending<Value>[], { epoch, end, now }: RunStart): Promise<Signed> => {
    const links = [...epoch, ...linkReceipts(pending, end, identity, now)];
    return { links, signatures: await twice(async () => sign(links.map((link) => link.record))) };
  };

  const signOpen = async (pending: readonly Pending<Value>[], { epoch, end, now }: RunStart): Promise<Signed> => {
    const { signTogether } = options;
    if (signTogether === undefined) throw new Error('this chain has no signer for attachments');
    const prevHash = epoch.length === 0 ? end.head : openHash;
    const open = openReceipts(pending.map(toOpen), { end, prevHash, identity, now });
    const records = [...epoch.map((link) => link.record), ...open];
    const values = [...epoch.map(() => undefined), ...pending.map((entry) => entry.unsigned?.unsigned)];
    const together = await twice(() => signTogether(records, values));
    const made = together.attachments.slice(epoch.length);
    const links = [...epoch, ...linkReceipts(pending.map(withAttachment(made)), end, identity, now)];
    // One hash covers all: each record names the one before it.
    if (links.at(-1)?.hash !== together.head) throw new Error('the signer signed different records');
    return { links, signatures: together.signatures };
  };

  const signRun = async (waiting: readonly Waiting<Value>[]): Promise<SignedRun<Value>> => {
    const now = clock();
    const epoch = epochStarted ? [] : [linkEpoch(linked, identity, now)];
    const isOpen = waiting.some(({ unsigned }) => unsigned !== undefined);
    const start = { epoch, end: endOf(epoch, linked), now };
    const { links, signatures } = await (isOpen ? signOpen : signLinked)(waiting, start);
    const receipts = toReceipts(links, signatures);
    linked = endOf(links, linked);
    epochStarted = true;
    return {
      frames: toFrameRun(links, signatures),
      end: linked,
      waiting,
      receipts: receipts.slice(epoch.length),
      leaves: links.map((link) => link.leaf),
    };
  };

  return {
    async sign(waiting) {
      try {
        return await signRun(waiting);
      } catch (cause) {
        return new ReceiptError('sign_failed', 'the receipts were not signed', { cause });
      }
    },
    restartAt(end) {
      linked = end;
      epochStarted = false;
    },
    changeKey(next) {
      identity = next;
      epochStarted = false;
    },
  };
}

/**
 * The signer may have signed while its answer was lost. It then answers the same records again, but never others in
 * their place.
 */
async function twice<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch {
    return await ask();
  }
}

const toOpen = ({ draft, attachment, unsigned }: Pending<unknown>) => ({
  draft,
  attachment,
  isUnsigned: unsigned !== undefined,
});

/** INVARIANT: no attachment is longer than it was let in with. */
function withAttachment(made: readonly (Uint8Array | undefined)[]) {
  return ({ draft, attachment, unsigned }: Pending<unknown>, index: number): Submission => {
    const fresh = made[index];
    if (unsigned === undefined) return { draft, attachment };
    if (fresh === undefined || fresh.length === 0 || fresh.length > unsigned.maxBytes) {
      throw new Error('the signer made no attachment, or a longer one than there is room for');
    }
    return { draft, attachment: fresh };
  };
}

function toReceipts(links: readonly Link[], signatures: readonly Uint8Array[]): AppendedReceipt[] {
  if (signatures.length !== links.length) throw new Error('the signer did not sign every record');
  return links.map(({ record, hash, attachment }, index) => {
    const signature = signatures[index];
    if (signature?.length !== signatureBytes) throw new Error(`an Ed25519 signature has ${signatureBytes} bytes`);
    return { record, hash, signature, attachment };
  });
}

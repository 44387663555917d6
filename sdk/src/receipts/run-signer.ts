/** First stage of the writer: assigns waiting receipts their place in the chain and gets them signed. */
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
import { signatureBytes } from './entry.ts';
import { openHash } from './open-record.ts';
import { ReceiptError } from './receipt-error.ts';
import type { ReceiptRecord } from './record.ts';
import type { FrameRun } from './segment-log.ts';

/** Signs records in order; raw 64-byte signatures over `signedMessage(hashRecord(record))`. */
export type SignReceipts = (records: ReceiptRecord[]) => Promise<readonly Uint8Array[]> | readonly Uint8Array[];

/** The unsigned attachment of a receipt, signed together with it. */
export interface Unsigned<Value> {
  readonly unsigned: Value;
  /** Largest size of the attachment, in bytes. */
  readonly maxBytes: number;
}

/** Result of a run of receipts that were signed with their attachments. */
export interface SignedTogether {
  /** The attachment of each unsigned value; `undefined` if there was none. */
  readonly attachments: readonly (Uint8Array | undefined)[];
  /** Raw 64-byte signatures over `signedMessage(hashRecord(record))`, of each record with its hashes filled in. */
  readonly signatures: readonly Uint8Array[];
  /** Hex hash of the last record. The chain computes it itself and writes nothing unless they agree. */
  readonly head: string;
}

/**
 * Signs records in order together with their attachments, all or nothing. Unknown hashes are `openHash` in the
 * records, and the signer fills them in: `evidence_hash` where there is an unsigned value, `prev_hash` in all records
 * but the first.
 */
export type SignTogether<Value> = (
  records: ReceiptRecord[],
  unsigned: readonly (Value | undefined)[],
) => Promise<SignedTogether>;

/** Result of `append`, once the receipt is durable. */
export interface AppendedReceipt {
  readonly record: ReceiptRecord;
  /** Record hash, hex. */
  readonly hash: string;
  readonly signature: Uint8Array;
  readonly attachment: Uint8Array | undefined;
}

/** A draft with its attachment, or with the unsigned value of it. */
export interface Pending<Value> extends Submission {
  readonly unsigned: Unsigned<Value> | undefined;
}

export interface Waiting<Value> extends Pending<Value> {
  readonly resolve: (receipt: AppendedReceipt) => void;
  readonly reject: (error: ReceiptError) => void;
}

/** Signed and framed, not yet written. */
export interface SignedRun<Value> {
  readonly frames: FrameRun;
  readonly end: ChainEnd;
  readonly waiting: readonly Waiting<Value>[];
  readonly receipts: readonly AppendedReceipt[];
  /** Raw record hashes, epoch starts included. */
  readonly leaves: readonly Uint8Array[];
}

export interface RunSignerOptions<Value> {
  readonly identity: EpochIdentity;
  readonly end: ChainEnd;
  readonly sign: SignReceipts;
  readonly signTogether?: SignTogether<Value>;
  readonly clock: () => number;
}

export interface RunSigner<Value> {
  sign(waiting: readonly Waiting<Value>[]): Promise<SignedRun<Value> | ReceiptError>;
  /** The chain now ends elsewhere; a new epoch follows there. */
  restartAt(end: ChainEnd): void;
  /** Signs with another key from here on, in a new epoch. */
  changeKey(identity: EpochIdentity): void;
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
export function createRunSigner<Value>(options: RunSignerOptions<Value>): RunSigner<Value> {
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

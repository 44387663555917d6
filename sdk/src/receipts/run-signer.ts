/** First stage of the writer: gives waiting receipts their place in the chain and has them signed. */
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
import { signatureBytes } from './entry.ts';
import { ReceiptError } from './receipt-error.ts';
import type { ReceiptRecord } from './record.ts';
import type { FrameRun } from './segment-log.ts';

/** Signs records in order; raw 64-byte signatures over `signedMessage(hashRecord(record))`. */
export type SignReceipts = (records: ReceiptRecord[]) => Promise<readonly Uint8Array[]> | readonly Uint8Array[];

/** What `append` resolves to, once the receipt is durable. */
export interface AppendedReceipt {
  readonly record: ReceiptRecord;
  /** Record hash, hex. */
  readonly hash: string;
  readonly signature: Uint8Array;
}

export interface Waiting extends Submission {
  readonly resolve: (receipt: AppendedReceipt) => void;
  readonly reject: (error: ReceiptError) => void;
}

/** Signed and framed, not yet written. */
export interface SignedRun {
  readonly frames: FrameRun;
  readonly end: ChainEnd;
  readonly waiting: readonly Waiting[];
  readonly receipts: readonly AppendedReceipt[];
  /** Raw record hashes, epoch starts included. */
  readonly leaves: readonly Uint8Array[];
}

export interface RunSignerOptions {
  readonly identity: EpochIdentity;
  readonly end: ChainEnd;
  readonly sign: SignReceipts;
  readonly clock: () => number;
}

export interface RunSigner {
  sign(waiting: readonly Waiting[]): Promise<SignedRun | ReceiptError>;
  /** The chain now ends elsewhere; a new epoch follows there. */
  restartAt(end: ChainEnd): void;
  /** Signs with another key from here on, in an epoch of its own. */
  changeKey(identity: EpochIdentity): void;
}

/** Links and signs; a refusal by the signer leaves the chain where it was. */
export function createRunSigner(options: RunSignerOptions): RunSigner {
  const { clock } = options;
  let { identity } = options;
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

  const signRun = async (waiting: readonly Waiting[]): Promise<SignedRun> => {
    const now = clock();
    const epoch = epochStarted ? [] : [linkEpoch(linked, identity, now)];
    const links = [...epoch, ...linkReceipts(waiting, endOf(epoch, linked), identity, now)];
    const signatures = await signTwice(links.map((link) => link.record));
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

function toReceipts(links: readonly Link[], signatures: readonly Uint8Array[]): AppendedReceipt[] {
  if (signatures.length !== links.length) throw new Error('the signer did not sign every record');
  return links.map(({ record, hash }, index) => {
    const signature = signatures[index];
    if (signature?.length !== signatureBytes) throw new Error(`an Ed25519 signature has ${signatureBytes} bytes`);
    return { record, hash, signature };
  });
}

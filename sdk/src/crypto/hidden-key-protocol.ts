/** What a hidden key and its thread say to each other, and the sizes both go by. */
import { tokenSuffixBytes } from './chained-record.ts';

/** To the thread: sign this batch. `destroy` is the string of that name: finish what was asked, then end. */
export interface SignBatch {
  readonly id: number;
  /** Every message from a multiple of `blockBytes` on, filled up to whole blocks. */
  readonly packed: ArrayBuffer;
  /** Length of each message, in their order. */
  readonly lengths: readonly number[];
}

/** To the thread: sign these records, each after its token, and put the hashes in on the way. */
export interface SignChain {
  readonly id: number;
  /** Of each record its token, if it has one, with room for what makes it whole, then its bytes; both as above. */
  readonly packed: ArrayBuffer;
  /** Of each record `layoutMembers` numbers. */
  readonly layout: Int32Array;
  /** Signed before each digest. */
  readonly prefix: Uint8Array;
}

export type ToThread = SignBatch | SignChain | 'destroy';

/** From the thread: once its public key, then the answer to each batch. A fault is no message: the thread ends. */
export type FromThread = { readonly publicKey: Uint8Array } | { readonly id: number; readonly signatures: ArrayBuffer };

/** What the thread is started with. */
export interface ThreadStart {
  readonly bytes: Uint8Array;
}

/** Longest message: the longest Evidence, as base64url, is 4 MiB. The module itself has the same bound. */
export const maxMessageBytes: number = 4 * 1024 * 1024;
/** What one call of the module takes. */
export const blockBytes = 32;
export const signatureBytes = 64;
export const signatureWords: number = signatureBytes / 4;
export const digestBytes = 32;
/** Length of a token (0: none), length of the record, where the hashes of the token and of the record before go (-1: nowhere). */
export const layoutMembers = 4;
/** Longest prefix of the digests of a chain. */
export const maxPrefixBytes: number = signatureBytes - digestBytes;
/** The answer to each record: signature of its token, or zeros; its own signature; its digest. */
export const chainedAnswerBytes: number = 2 * signatureBytes + digestBytes;

/** Bytes that a message takes in a batch. */
export const packedBytes = (length: number): number => Math.ceil(length / blockBytes) * blockBytes;
/** Bytes that a token takes in a chain. */
export const packedTokenBytes = (length: number): number => (length === 0 ? 0 : packedBytes(length + tokenSuffixBytes));

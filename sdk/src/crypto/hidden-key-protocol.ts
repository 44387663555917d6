/** Messages between a hidden key and its thread, and their sizes. */
import { tokenSuffixBytes } from './chained-record.ts';

/** To the thread: sign this batch. The string `destroy` means: finish earlier requests, then end. */
export interface SignBatch {
  readonly id: number;
  /** Each message starts at a multiple of `blockBytes`, padded to whole blocks. */
  readonly packed: ArrayBuffer;
  /** Length of each message, in their order. */
  readonly lengths: readonly number[];
}

/** To the thread: sign these records, each after its token, and fill in the hashes. */
export interface SignChain {
  readonly id: number;
  /** For each record its token, if any, with room for its suffix, then its bytes; both padded as above. */
  readonly packed: ArrayBuffer;
  /** `layoutMembers` numbers for each record. */
  readonly layout: Int32Array;
  /** Signed before each digest. */
  readonly prefix: Uint8Array;
}

export type ToThread = SignBatch | SignChain | 'destroy';

/** From the thread: first its public key, then the answer to each batch. A fault sends no message: the thread ends. */
export type FromThread = { readonly publicKey: Uint8Array } | { readonly id: number; readonly signatures: ArrayBuffer };

/** Start data of the thread. */
export interface ThreadStart {
  readonly bytes: Uint8Array;
}

/** Longest message: the longest Evidence, as base64url, is 4 MiB. The module has the same bound. */
export const maxMessageBytes: number = 4 * 1024 * 1024;
/** Input size of one call of the module. */
export const blockBytes = 32;
export const signatureBytes = 64;
export const signatureWords: number = signatureBytes / 4;
export const digestBytes = 32;
/**
 * Length of a token (0: none), length of the record, positions for the hashes of the token and of the previous record
 * (-1: none).
 */
export const layoutMembers = 4;
/** Longest prefix of the digests of a chain. */
export const maxPrefixBytes: number = signatureBytes - digestBytes;
/** The answer to each record: signature of its token, or zeros; its own signature; its digest. */
export const chainedAnswerBytes: number = 2 * signatureBytes + digestBytes;

/** Gives the packed size of a message in a batch. */
export const packedBytes = (length: number): number => Math.ceil(length / blockBytes) * blockBytes;
/** Gives the packed size of a token in a chain. */
export const packedTokenBytes = (length: number): number => (length === 0 ? 0 : packedBytes(length + tokenSuffixBytes));

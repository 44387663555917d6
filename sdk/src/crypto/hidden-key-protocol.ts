/** What a hidden key and its thread say to each other, and the sizes both go by. */

/** To the thread: sign this batch. `destroy` is the string of that name: finish what was asked, then end. */
export interface SignBatch {
  readonly id: number;
  /** Every message from a multiple of `blockBytes` on, filled up to whole blocks. */
  readonly packed: ArrayBuffer;
  /** Length of each message, in their order. */
  readonly lengths: readonly number[];
}

/** From the thread: once its public key, then the signatures of each batch. A fault is no message: the thread ends. */
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

/** Bytes that a message takes in a batch. */
export const packedBytes = (length: number): number => Math.ceil(length / blockBytes) * blockBytes;

/** Packs chains into messages for the thread of a hidden key, and unpacks its answers into signatures. */
import type { ChainedRecord, SignedChainedRecord } from './chained-record.ts';
import {
  chainedAnswerBytes,
  digestBytes,
  layoutMembers,
  packedBytes,
  packedTokenBytes,
  type SignChain,
  signatureBytes,
} from './hidden-key-protocol.ts';

/** Gives the packed size of a record with its token. */
export function packedRecordBytes({ token, bytes }: ChainedRecord): number {
  return packedTokenBytes(token?.length ?? 0) + packedBytes(bytes.length);
}

/** Packs a chain for the thread. */
export function packChain(records: readonly ChainedRecord[]): Pick<SignChain, 'packed' | 'layout'> {
  const packed = new Uint8Array(records.reduce((sum, record) => sum + packedRecordBytes(record), 0));
  const layout = new Int32Array(records.length * layoutMembers);
  let at = 0;
  for (const [index, { token, bytes, tokenHashAt = -1, previousHashAt = -1 }] of records.entries()) {
    const tokenLength = token?.length ?? 0;
    if (token !== undefined) packed.set(token, at);
    at += packedTokenBytes(tokenLength);
    packed.set(bytes, at);
    at += packedBytes(bytes.length);
    layout.set([tokenLength, bytes.length, tokenHashAt, previousHashAt], index * layoutMembers);
  }
  return { packed: packed.buffer, layout };
}

/** Copies the parts, so that a kept part does not keep the answer to a whole run alive. */
export function splitChainAnswer(answer: ArrayBuffer, records: readonly ChainedRecord[]): SignedChainedRecord[] {
  const bytes = new Uint8Array(answer);
  return records.map(({ token }, index) => {
    const start = index * chainedAnswerBytes;
    const part = (from: number, length: number) => bytes.slice(start + from, start + from + length);
    return {
      tokenSignature: token === undefined ? undefined : part(0, signatureBytes),
      signature: part(signatureBytes, signatureBytes),
      digest: part(2 * signatureBytes, digestBytes),
    };
  });
}

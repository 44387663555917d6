/**
 * Signs a chain inside the thread of a hidden key: the token, its hash into the record, the digest, its signature,
 * then the next record.
 */
import { tokenSuffix, tokenSuffixBytes } from './chained-record.ts';
import { sha256, sha256Hex } from './hash.ts';
import {
  chainedAnswerBytes,
  digestBytes,
  layoutMembers,
  packedBytes,
  packedTokenBytes,
  type SignChain,
  signatureBytes,
  signatureWords,
} from './hidden-key-protocol.ts';
import type { HiddenModule } from './hidden-module.ts';

/** Answers a chain. INVARIANT: whoever asks has checked the layout. */
export function signChain(sign: HiddenModule['sign'], { packed, layout, prefix }: SignChain): ArrayBuffer {
  const count = layout.length / layoutMembers;
  const answer = Buffer.from(new ArrayBuffer(count * chainedAnswerBytes));
  const blocks = new Int32Array(packed);
  const bytes = Buffer.from(packed);
  const signDigest = createDigestSigner(sign, prefix);
  let at = 0;
  let previous = '';
  for (let index = 0; index < count; index += 1) {
    const read = (member: number): number => layout[index * layoutMembers + member] ?? 0;
    const [tokenLength, length, tokenHashAt, previousHashAt] = [read(0), read(1), read(2), read(3)];
    const start = index * chainedAnswerBytes;
    const record = at + packedTokenBytes(tokenLength);
    if (tokenLength > 0) {
      const signature = new Int32Array(answer.buffer, start, signatureWords);
      sign(blocks.subarray(at / 4), tokenLength, signature);
      const suffix = tokenSuffix(answer.subarray(start, start + signatureBytes));
      bytes.write(suffix, at + tokenLength, 'latin1');
      const whole = bytes.subarray(at, at + tokenLength + tokenSuffixBytes);
      bytes.write(sha256Hex(whole), record + tokenHashAt, 'latin1');
    }
    if (previousHashAt >= 0) bytes.write(previous, record + previousHashAt, 'latin1');
    const digest = sha256(bytes.subarray(record, record + length));
    previous = Buffer.from(digest).toString('hex');
    signDigest(digest, new Int32Array(answer.buffer, start + signatureBytes, signatureWords));
    answer.set(digest, start + 2 * signatureBytes);
    at = record + packedBytes(length);
  }
  return answer.buffer;
}

/** Signs every digest from the same few blocks. */
function createDigestSigner(sign: HiddenModule['sign'], prefix: Uint8Array) {
  const length = prefix.length + digestBytes;
  const blocks = new Int32Array(packedBytes(length) / 4);
  const message = new Uint8Array(blocks.buffer);
  message.set(prefix);
  return (digest: Uint8Array, signature: Int32Array): void => {
    message.set(digest, prefix.length);
    sign(blocks, length, signature);
  };
}

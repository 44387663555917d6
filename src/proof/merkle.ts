/** RFC 6962 section 2.1 Merkle tree hash over the injected crypto, so that it also runs in a browser. */
import type { ProofCrypto } from '@assay/sdk/crypto';

const leafPrefix = 0x00;
const nodePrefix = 0x01;

/** Gives the root of an ordered list; the empty list gives SHA-256 of nothing. */
export async function merkleRoot(leaves: readonly Uint8Array[], crypto: ProofCrypto): Promise<Uint8Array> {
  if (leaves.length === 0) return crypto.sha256(new Uint8Array(0));
  let level: Uint8Array[] = [];
  for (const leaf of leaves) level.push(await crypto.sha256(join(leafPrefix, [leaf])));
  // Pairing from the left and carrying an odd last node up gives the tree of RFC 6962, split at the largest power of
  // two.
  while (level.length > 1) {
    const next: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const pair = level.slice(at, at + 2);
      next.push(pair.length === 2 ? await crypto.sha256(join(nodePrefix, pair)) : (pair[0] ?? new Uint8Array(0)));
    }
    level = next;
  }
  return level[0] ?? new Uint8Array(0);
}

function join(prefix: number, parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(1 + parts.reduce((sum, part) => sum + part.byteLength, 0));
  bytes[0] = prefix;
  let at = 1;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}

/** Crypto that caches valid signatures, so that a flip in one piece does not recheck the untouched rest. */
import { createHash } from 'node:crypto';
import type { ProofCrypto } from '@assay/sdk/crypto';

/** Caches only valid signatures: their number is bounded by the valid artefacts, however many changed ones are tried. */
export function rememberTrueChecks(crypto: ProofCrypto): ProofCrypto {
  const known = new Set<string>();
  return {
    ...crypto,
    async verifySignature(algorithm, key, data, signature) {
      const name = createHash('sha256')
        .update(JSON.stringify(algorithm))
        .update(lengthOf(key.spki))
        .update(key.spki)
        .update(lengthOf(signature))
        .update(signature)
        .update(data)
        .digest('base64');
      if (known.has(name)) return true;
      const holds = await crypto.verifySignature(algorithm, key, data, signature);
      if (holds) known.add(name);
      return holds;
    },
  };
}

const lengthOf = (bytes: Uint8Array) => `|${bytes.length}|`;

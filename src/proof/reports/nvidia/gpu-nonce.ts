/** The nonce that ties the report of a GPU to the key and the challenge of the machine it stands in. */
import type { ProofCrypto } from '@assay/sdk/crypto';

const label = new TextEncoder().encode('gpu');
const thumbprintBytes = 32;

/**
 * The nonce to ask a GPU or switch for (attestation reference, section 6): SHA-256 over, without separators,
 *
 *     3 bytes    "gpu" in ASCII (67 70 75)
 *     32 bytes   RFC 7638 thumbprint (SHA-256) of the agent's public key, decoded from base64url
 *     the rest   the verifier's nonce, decoded
 *
 * The first two have fixed sizes, so that two different inputs never run together into the same bytes.
 * @throws RangeError when the thumbprint does not have 32 bytes: that is a fault of the caller
 */
export async function gpuNonce(
  thumbprint: Uint8Array,
  verifierNonce: Uint8Array,
  crypto: Pick<ProofCrypto, 'sha256'>,
): Promise<Uint8Array> {
  if (thumbprint.length !== thumbprintBytes) throw new RangeError('a key thumbprint has 32 bytes');
  const preimage = new Uint8Array(label.length + thumbprint.length + verifierNonce.length);
  preimage.set(label);
  preimage.set(thumbprint, label.length);
  preimage.set(verifierNonce, label.length + thumbprint.length);
  return crypto.sha256(preimage);
}

/** The nonce that binds the report of a GPU to the key and the challenge of its machine. */
import type { ProofCrypto } from '@assay/sdk/crypto';
import { gpuNoncePreimage } from '../../../contract/gpu-nonce.ts';

/**
 * Gives the nonce to request from a GPU or switch: SHA-256 of {@link gpuNoncePreimage}.
 * @throws RangeError when the thumbprint does not have 32 bytes: that is a fault of the caller
 */
export async function gpuNonce(
  thumbprint: Uint8Array,
  verifierNonce: Uint8Array,
  crypto: Pick<ProofCrypto, 'sha256'>,
): Promise<Uint8Array> {
  return crypto.sha256(gpuNoncePreimage(thumbprint, verifierNonce));
}

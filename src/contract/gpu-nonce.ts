/**
 * The nonce for a GPU report. It binds the report to one key and one challenge. The attestor and the proof share this
 * layout.
 */

const label = new TextEncoder().encode('gpu');
const thumbprintBytes = 32;

/**
 * Gives the bytes whose SHA-256 is the nonce, without separators:
 *
 *     3 bytes    "gpu" in ASCII (67 70 75)
 *     32 bytes   RFC 7638 thumbprint (SHA-256) of the attested key, decoded from base64url
 *     the rest   the verifier's nonce, decoded
 *
 * The first two have fixed sizes, so that two different inputs never give the same bytes.
 * @throws RangeError when the thumbprint does not have 32 bytes: that is a fault of the caller
 */
export function gpuNoncePreimage(thumbprint: Uint8Array, verifierNonce: Uint8Array): Uint8Array<ArrayBuffer> {
  if (thumbprint.length !== thumbprintBytes) throw new RangeError('a key thumbprint has 32 bytes');
  const preimage = new Uint8Array(label.length + thumbprint.length + verifierNonce.length);
  preimage.set(label);
  preimage.set(thumbprint, label.length);
  preimage.set(verifierNonce, label.length + thumbprint.length);
  return preimage;
}

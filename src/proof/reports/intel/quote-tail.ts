/** What may stand after the declared end of a quote. It is signed by nobody, so it is cut off, or the quote refused. */

/**
 * The one tail that is not zeros: a public sample of a quote ends with this text, put there to see what a verifier does
 * with bytes that it was not told of. Accepted to the letter, so no other byte can hide behind it.
 */
const sampleMarker = '\nextra bytes(only for testing purpose)\n';

/**
 * TDX: guests get a buffer of fixed size, zeros after the quote. SGX quotes end where they say
 *.
 */
export function isAcceptedTail(tail: Uint8Array, tee: 'sgx' | 'tdx'): boolean {
  if (tail.length === 0) return true;
  return tee === 'tdx' && (tail.every((byte) => byte === 0) || isSampleMarker(tail));
}

function isSampleMarker(tail: Uint8Array): boolean {
  return tail.length === sampleMarker.length && tail.every((byte, index) => byte === sampleMarker.charCodeAt(index));
}

/** Bytes after the declared end of a quote. Nobody signs them, so they are cut off, or the quote is refused. */

/**
 * The one accepted tail that is not zeros. A public sample of a quote ends with this text, which tests how verifiers
 * treat extra bytes. It must match exactly, so no other byte can hide in it.
 */
const sampleMarker = '\nextra bytes(only for testing purpose)\n';

/**
 * True for an accepted tail. TDX guests get a buffer of fixed size, with zeros after the quote. SGX quotes end where
 * they declare it.
 */
export function isAcceptedTail(tail: Uint8Array, tee: 'sgx' | 'tdx'): boolean {
  if (tail.length === 0) return true;
  return tee === 'tdx' && (tail.every((byte) => byte === 0) || isSampleMarker(tail));
}

function isSampleMarker(tail: Uint8Array): boolean {
  return tail.length === sampleMarker.length && tail.every((byte, index) => byte === sampleMarker.charCodeAt(index));
}

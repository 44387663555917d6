/** Bounded reading of CBOR (RFC 8949) from a manifest, and typed access to its maps. */
import { decode } from 'cbor2';
import { type FailureCode, ManifestError } from './manifest-error.ts';

/** A decoded map; keys may be texts or integers. */
export type CborMap = ReadonlyMap<unknown, unknown>;

/** Claims and the assertions read here are a few kilobytes; larger ones are refused undecoded. */
const maxBytes = 256 * 1024;
const maxDepth = 32;

/** Decodes bytes; tags and maps are kept. @throws ManifestError with the given code. */
export function decodeCbor(bytes: Uint8Array, code: FailureCode): unknown {
  if (bytes.length > maxBytes) throw new ManifestError(code, 'the CBOR is too large');
  try {
    return decode(bytes, { preferMap: true, ignoreGlobalTags: true, rejectDuplicateKeys: true, maxDepth });
  } catch (cause) {
    throw new ManifestError(code, 'the CBOR is not well-formed', { cause });
  }
}

/** Decodes bytes that must hold a map. */
export function decodeMap(bytes: Uint8Array, code: FailureCode): CborMap {
  const value = decodeCbor(bytes, code);
  if (isMap(value)) return value;
  throw new ManifestError(code, 'the CBOR is no map');
}

export function isMap(value: unknown): value is CborMap {
  return value instanceof Map;
}

export function isBytes(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array;
}

/** An unsigned integer that a number can hold. */
export function isUnsigned(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

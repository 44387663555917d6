/** The envelope of a Nitro document: COSE_Sign1 (RFC 9052 section 4.2), in the one form that the Nitro module writes. */
import { CborError, readCbor } from './cbor.ts';

export interface SignedDocument {
  readonly payload: Uint8Array;
  /** Raw r||s. */
  readonly signature: Uint8Array;
  /** Sig_structure (RFC 9052 section 4.4): the bytes that are signed. */
  readonly signed: Uint8Array;
}

/** AWS bounds a document at 16 KiB; this is four times that. */
export const maxDocumentBytes = 64 * 1024;
/** Tag 18 (COSE_Sign1) in its one-byte form; the module leaves it out. */
const tag = 0xd2;
/** {1: -35}: ES384. No other algorithm and no second header. */
const protectedHeader = Uint8Array.of(0xa1, 0x01, 0x38, 0x22);
const signatureBytes = 96;

/** Reads the envelope; the payload stays bytes. @throws CborError */
export function readSigned(bytes: Uint8Array): SignedDocument {
  if (bytes.length > maxDocumentBytes) throw new CborError('a document is too large', true);
  const untagged = bytes[0] === tag ? bytes.subarray(1) : bytes;
  const parts = readCbor(untagged, { maxDepth: 2, maxItems: 8 });
  if (!Array.isArray(parts) || parts.length !== 4) throw new CborError('a document must be an array of four');
  const [header, unprotected, payload, signature] = parts;
  if (!(header instanceof Uint8Array) || !isProtectedHeader(header)) {
    throw new CborError('the protected header is not exactly ES384');
  }
  // Nobody signs the unprotected header, so it must be empty.
  if (!(unprotected instanceof Map) || unprotected.size !== 0)
    throw new CborError('the unprotected header is not empty');
  if (!(payload instanceof Uint8Array)) throw new CborError('the payload is not bytes');
  if (!(signature instanceof Uint8Array) || signature.length !== signatureBytes) {
    throw new CborError('the signature does not have 96 bytes');
  }
  return { payload, signature, signed: toSigStructure(payload) };
}

function isProtectedHeader(header: Uint8Array): boolean {
  return header.length === protectedHeader.length && header.every((byte, index) => byte === protectedHeader[index]);
}

/** ["Signature1", protected, h'', payload]. */
function toSigStructure(payload: Uint8Array): Uint8Array {
  const context = new TextEncoder().encode('Signature1');
  const parts = [
    Uint8Array.of(0x84, 0x60 + context.length),
    context,
    Uint8Array.of(0x40 + protectedHeader.length),
    protectedHeader,
    Uint8Array.of(0x40),
    toByteStringHead(payload.length),
    payload,
  ];
  const joined = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

function toByteStringHead(length: number): Uint8Array {
  if (length < 24) return Uint8Array.of(0x40 + length);
  if (length < 0x100) return Uint8Array.of(0x58, length);
  // A payload is never above 64 KiB.
  return Uint8Array.of(0x59, length >> 8, length & 0xff);
}

/** Strict base64url without padding (RFC 4648 section 5): one text for one byte string, so signed data has one spelling. */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const values = new Map(Array.from(alphabet, (letter, value) => [letter.charCodeAt(0), value]));

/** Encodes bytes as base64url without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return hasBuffer() ? asBuffer(bytes).toString('base64url') : encodePortably(bytes);
}

/**
 * Decodes base64url without padding.
 *
 * @throws TypeError on padding, foreign letters, white space, impossible lengths and set trailing bits
 */
export function fromBase64Url(text: string): Uint8Array {
  if (!hasBuffer()) return decodePortably(text);
  const bytes = Buffer.from(text, 'base64url');
  // Buffer skips unknown letters; only the canonical text survives the round trip.
  if (bytes.toString('base64url') !== text) throw malformed();
  return bytes;
}

/** The encoder without Node's Buffer. */
export function encodePortably(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const group = ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0);
    const letters = Math.min(bytes.length - index, 3) + 1;
    for (let letter = 0; letter < letters; letter++) text += alphabet[(group >> (18 - 6 * letter)) & 63] ?? '';
  }
  return text;
}

/** The decoder without Node's Buffer. @throws TypeError as `fromBase64Url` */
export function decodePortably(text: string): Uint8Array {
  if (text.length % 4 === 1) throw malformed();
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let held = 0;
  let heldBits = 0;
  let written = 0;
  for (let index = 0; index < text.length; index++) {
    const value = values.get(text.charCodeAt(index));
    if (value === undefined) throw malformed();
    held = ((held << 6) | value) & 0xffff;
    heldBits += 6;
    if (heldBits >= 8) {
      heldBits -= 8;
      bytes[written++] = (held >> heldBits) & 0xff;
    }
  }
  if ((held & ((1 << heldBits) - 1)) !== 0) throw malformed();
  return bytes;
}

const hasBuffer = (): boolean => typeof Buffer === 'function';
const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const malformed = (): TypeError => new TypeError('not base64url without padding');

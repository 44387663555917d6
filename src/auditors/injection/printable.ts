/** Decodes bytes of an encoded run and keeps them only when they read as text. */
import { Buffer } from 'node:buffer';

const maxEncoded = 65_536;
const headBytes = 48;

/** Decodes base64 or hex; input past the limit is left out. */
export function decodeBytes(run: string, encoding: 'base64' | 'hex'): Uint8Array {
  const even = run.length - (run.length % 2);
  return Buffer.from(
    encoding === 'hex' ? run.slice(0, Math.min(even, maxEncoded)) : run.slice(0, maxEncoded),
    encoding,
  );
}

/** The text of UTF-8 bytes, or `undefined` when they are not mostly letters and blanks. */
export function printable(bytes: Uint8Array): string | undefined {
  if (bytes.length < 8 || !looksLikeText(bytes.subarray(0, headBytes))) return undefined;
  const text = new TextDecoder().decode(bytes);
  return looksLikeText(bytes) ? text : undefined;
}

/** Letters, digits, blanks, common signs and UTF-8 lead bytes make up nearly all of a text. */
function looksLikeText(bytes: Uint8Array): boolean {
  let letters = 0;
  let other = 0;
  for (const byte of bytes) {
    if ((byte >= 97 && byte <= 122) || (byte >= 65 && byte <= 90) || byte === 32 || byte >= 128) letters += 1;
    else if (byte < 9 || (byte > 13 && byte < 32) || byte === 127) return false;
    else other += 1;
  }
  // High bytes must form UTF-8, or random bytes would pass for a foreign script.
  return letters >= bytes.length * 0.7 && other <= bytes.length * 0.3 && isUtf8(bytes);
}

function isUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes);
  const broken = text.indexOf('\ufffd');
  // A head may end inside a character.
  return broken === -1 || broken >= text.length - 3;
}

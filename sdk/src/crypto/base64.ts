/** Strict base64 with padding (RFC 4648 section 4), as in C2SP signed notes: one text for one byte string. */
import { fromBase64Url, toBase64Url } from './base64url.ts';

/** Encodes bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  const text = toBase64Url(bytes).replaceAll('-', '+').replaceAll('_', '/');
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
}

/** Decodes base64; `undefined` for white space, foreign letters, missing padding and set trailing bits. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  try {
    return fromBase64Url(text.replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_'));
  } catch {
    return undefined;
  }
}

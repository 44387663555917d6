/** PEM (RFC 7468): DER in text, read strictly enough that one text has one meaning. */
import { DerError } from './der.ts';

export interface PemBlock {
  readonly label: string;
  readonly der: Uint8Array;
}

const block = /-----BEGIN ([A-Z0-9 ]{1,40})-----([A-Za-z0-9+/=\s]*)-----END \1-----/g;
const maxChars = 4 * 1024 * 1024;

/** Reads the blocks of a text, in order; text between them is ignored. @throws DerError when a block is no base64 */
export function readPem(text: string): PemBlock[] {
  if (text.length > maxChars) throw new DerError('a PEM text is too large');
  return [...text.matchAll(block)].map(([, label = '', body = '']) => ({ label, der: fromBase64(body) }));
}

/** Formats DER as PEM, in lines of 64 characters. */
export function toPem(der: Uint8Array, label = 'CERTIFICATE'): string {
  const base64 = btoa(Array.from(der, (byte) => String.fromCharCode(byte)).join(''));
  const lines = base64.match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

function fromBase64(body: string): Uint8Array {
  const text = body.replace(/\s+/g, '');
  let binary: string;
  try {
    binary = atob(text);
  } catch (cause) {
    throw new DerError('a PEM block is not base64', { cause });
  }
  // atob accepts missing padding and loose bits; a second spelling of the same bytes is refused.
  if (btoa(binary) !== text) throw new DerError('a PEM block is not canonical base64');
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}

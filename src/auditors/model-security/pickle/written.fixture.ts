/** Writes bytes for tests as protocols 0 to 2 do, which have no opcode for them. */

import { bytesOf, op } from './assembler.fixture.ts';

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** A UNICODE line as Python 3 writes it by protocol 0 (raw-unicode-escape; line ends escaped). */
export function unicodeLine(text: string): Buffer {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that Python escapes
  const escaped = text.replace(/[\\\0\n\r\x1a]|[^\x00-\xff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return bytesOf(`V${escaped}\n`);
}

/** A STRING line as Python 2 writes it. */
export function quotedLine(bytes: Uint8Array): Buffer {
  const written = [...bytes].map((byte) => {
    const character = String.fromCharCode(byte);
    return /[\x20-\x7e]/.test(character) && !"\\'".includes(character)
      ? character
      : `\\x${byte.toString(16).padStart(2, '0')}`;
  });
  return bytesOf(`S'${written.join('')}'\n`);
}

/** A value of bytes as Python 3 writes it by a protocol below 3. */
export function bytesValue(protocol: 0 | 1 | 2, bytes: Uint8Array, codec = 'latin1'): Buffer {
  const encode = op.global('_codecs', 'encode');
  const text = textOf(bytes);
  if (protocol === 0) return bytesOf(encode, op.mark, unicodeLine(text), unicodeLine(codec), op.tuple, op.reduce);
  if (protocol === 1) return bytesOf(encode, op.mark, op.longText(text), op.longText(codec), op.tuple, op.reduce);
  return bytesOf(encode, op.longText(text), op.longText(codec), op.tuple2, op.reduce);
}

/** A stream of one of these protocols around a body. */
export function oldStreamOf(protocol: 0 | 1 | 2, body: Uint8Array): Buffer {
  return protocol === 2 ? bytesOf(op.proto(2), body, op.stop) : bytesOf(body, op.stop);
}

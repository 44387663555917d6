import { describe, expect, it } from 'vitest';
import { decodeFile } from './files.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const hex = (file: Uint8Array) => Buffer.from(file).toString('hex');

describe('the bytes of a file', () => {
  it.each([
    ['hexadecimal digits', '0aFF'],
    ['digits with a prefix, in lines', '0x0a\nff\n'],
  ])('are those of %s', (_, text) => {
    expect(hex(decodeFile(bytes(text)))).toBe('0aff');
  });

  it.each(['base64', 'base64url'] as const)('are those of %s, with and without padding', (encoding) => {
    const content = Buffer.from('fbefff00112233445566778899aabb', 'hex').subarray(0, 13);
    const text = content.toString(encoding);
    for (const spelling of [text, text.replace(/=+$/, ''), `${text}\n`]) {
      expect(hex(decodeFile(bytes(spelling)))).toBe(content.toString('hex'));
    }
  });

  it.each(['zzzzzzzzzzzzzzzzzzzzzB', 'zzzzzzzzzzzzzzzzzzzzzB==', 'zzzzzzzzzzzzzzzzzzzzzzB'])(
    'are unchanged for base64 with non-zero spare bits: %s',
    (text) => {
      expect(decodeFile(bytes(text))).toEqual(bytes(text));
      expect(decodeFile(bytes(text.replace('B', 'A'))).length).toBeLessThan(text.length);
    },
  );

  it.each(['', 'abc', 'zz', 'no code of bytes', '-----BEGIN CERTIFICATE-----'])('are unchanged for %j', (text) => {
    expect(decodeFile(bytes(text))).toEqual(bytes(text));
  });

  it.each([
    ['hexadecimal digits', 'ab', ''],
    ['hexadecimal digits and one that is none', 'ab', '!'],
    ['base64', 'zz', ''],
    ['base64 and a character that is none', 'zz', '!'],
  ])('are found in 16 MiB of %s, however long', (_, pair, end) => {
    const file = bytes(pair.repeat(8 * 1024 * 1024) + end);
    const decoded = decodeFile(file).length;
    expect(decoded).toBe(end !== '' ? file.length : file.length * (pair === 'ab' ? 0.5 : 0.75));
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePortably, encodePortably, fromBase64Url, toBase64Url } from './base64url.ts';

describe.each([
  { name: 'with Buffer', encode: toBase64Url, decode: fromBase64Url },
  { name: 'portable', encode: encodePortably, decode: decodePortably },
])('$name', ({ encode, decode }) => {
  it('prints the vectors of RFC 4648 section 10 without padding', () => {
    const vectors = { '': '', f: 'Zg', fo: 'Zm8', foo: 'Zm9v', foob: 'Zm9vYg', fooba: 'Zm9vYmE', foobar: 'Zm9vYmFy' };
    for (const [text, coded] of Object.entries(vectors)) expect(encode(new TextEncoder().encode(text))).toBe(coded);
  });

  it('reads back what it prints', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(Uint8Array.from(decode(encode(bytes)))).toEqual(bytes);
      }),
    );
  });

  it('refuses any text but the one spelling of its bytes', () => {
    for (const text of ['Zg==', 'Zh', 'Z', 'Zm9', 'Zm9v\n', ' Zm9v', 'Zm+v', 'Zm/v', 'Zm9vé', 'Zm9v=', '\ud83dAAA']) {
      expect(() => decode(text), JSON.stringify(text)).toThrow(TypeError);
    }
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), (text) => {
        try {
          expect(encode(decode(text))).toBe(text);
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError);
        }
      }),
    );
  });
});

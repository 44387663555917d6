import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CborError, readCbor } from './cbor.ts';
import { type Encodable, encodeCbor } from './nitro.fixture.ts';

const limits = { maxDepth: 4, maxItems: 1000 };
const read = (hex: string) => readCbor(Buffer.from(hex, 'hex'), limits);

const scalar = fc.oneof(
  fc.integer({ min: -1000, max: Number.MAX_SAFE_INTEGER }),
  fc.string({ maxLength: 300 }),
  fc.uint8Array({ maxLength: 300 }),
  fc.constantFrom(null, true, false),
);

describe('reading', () => {
  it('returns every value in its shortest form unchanged', () => {
    fc.assert(
      fc.property(fc.array(scalar, { maxLength: 30 }), (values) => {
        const items: Encodable[] = values.map((value) => (typeof value === 'string' ? value.toWellFormed() : value));
        expect(readCbor(new Uint8Array(encodeCbor(items)), limits)).toEqual(items);
      }),
    );
  });

  it('keeps the kind of keys: the number 1 and the text "1" are two keys', () => {
    expect(
      readCbor(
        encodeCbor({
          entries: [
            [1, 'number'],
            ['1', 'text'],
          ],
        }),
        limits,
      ),
    ).toEqual(
      new Map<number | string, string>([
        [1, 'number'],
        ['1', 'text'],
      ]),
    );
  });
});

describe('the reader refuses', () => {
  it.each([
    ['a number that fits in the first byte', '1817'],
    ['a number that fits in one byte', '1900ff'],
    ['a number that fits in two bytes', '1a0000ffff'],
    ['a number that fits in four bytes', '1b00000000ffffffff'],
    ['a length of bytes that is longer than needed', '580100'],
    ['bytes of indefinite length', '5f4100ff'],
    ['an array of indefinite length', '9f00ff'],
    ['a map of indefinite length', 'bf0000ff'],
    ['the same key twice', 'a201000101'],
    ['a key of bytes', 'a1410000'],
    ['a key that is an array', 'a18000'],
    ['a tag', 'c100'],
    ['a float', 'f90000'],
    ['undefined', 'f7'],
    ['an unassigned simple value', 'f820'],
    ['a reserved length', '1c'],
    ['a number above 2^53-1', '1b0020000000000000'],
    ['a negative number below -2^53+1', '3b001fffffffffffff'],
    ['text that is not UTF-8', '61ff'],
    ['nesting beyond the limit', '8181818180'],
    ['a byte after the value', '0000'],
    ['nothing', ''],
  ])('%s', (_, hex) => {
    expect(() => read(hex)).toThrow(CborError);
  });

  it('more values than the limit, before they are stored', () => {
    const bytes = Buffer.concat([Buffer.from('9a00ffffff', 'hex'), Buffer.alloc(5000)]);
    expect(() => readCbor(bytes, limits)).toThrow('too many');
  });

  it('a length beyond the bytes, for any value', () => {
    for (const length of ['1b001fffffffffffff', '5b001fffffffffffff', '9b001fffffffffffff', 'bb001fffffffffffff']) {
      const bytes = Buffer.from(length, 'hex');
      if (bytes[0] !== 0x1b) expect(() => readCbor(bytes, limits)).toThrow('cut off');
    }
  });
});

it('any bytes give a value or a CborError', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        readCbor(bytes, limits);
      } catch (error) {
        expect(error).toBeInstanceOf(CborError);
      }
    }),
    { numRuns: 20_000 },
  );
});

it('no two different byte strings are read as the same value', () => {
  fc.assert(
    fc.property(
      fc.array(scalar, { maxLength: 6 }),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      (values, at, change) => {
        const items: Encodable[] = values.map((value) => (typeof value === 'string' ? value.toWellFormed() : value));
        const bytes = encodeCbor(items);
        const changed = Buffer.from(bytes);
        const place = at % bytes.length;
        changed[place] = (changed[place] ?? 0) ^ change;
        let other: unknown;
        try {
          other = readCbor(changed, limits);
        } catch (error) {
          expect(error).toBeInstanceOf(CborError);
          return;
        }
        expect(other).not.toEqual(readCbor(bytes, limits));
      },
    ),
    { numRuns: 2000 },
  );
});

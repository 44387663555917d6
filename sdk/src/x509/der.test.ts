import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { der, integer, octets, oid, sequence, time } from '../../../test/support/der.ts';
import { DerError, readChildren, readDer, readSequence } from './der.ts';
import { toBits, toBoolean, toNumber, toOid, toTime, toUnsigned } from './values.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);

describe('the reader of DER', () => {
  it('reads back written values', () => {
    const written = sequence(integer(5), octets(bytes(1, 2)), oid('1.3.6.1.4.1.3704.1.3.8'));
    const [number, string, id] = readSequence(readDer(written));
    expect(toNumber(number)).toBe(5);
    expect(string?.content).toEqual(Buffer.from([1, 2]));
    expect(toOid(id)).toBe('1.3.6.1.4.1.3704.1.3.8');
  });

  it.each([
    ['a byte after the end', bytes(0x04, 0x01, 0x00, 0x00)],
    ['content that is cut off', bytes(0x04, 0x02, 0x00)],
    ['an indefinite length', bytes(0x30, 0x80, 0x00, 0x00)],
    ['a long length where a short one does', bytes(0x04, 0x81, 0x01, 0x00)],
    ['a length with a leading zero', bytes(0x04, 0x82, 0x00, 0x80, ...new Uint8Array(128))],
    ['a tag of several bytes', bytes(0x1f, 0x81, 0x01, 0x00)],
    ['nothing', bytes()],
  ])('refuses %s', (_, given) => {
    expect(() => readDer(given)).toThrow(DerError);
  });

  it('throws only its own error and reads no byte twice, for any input', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (given) => {
        try {
          const node = readDer(given);
          expect(node.bytes).toEqual(given);
          readChildren(node);
        } catch (error) {
          expect(error).toBeInstanceOf(DerError);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('round-trips every length', () => {
    for (const length of [0, 1, 127, 128, 255, 256, 65_535, 65_536]) {
      expect(readDer(octets(new Uint8Array(length))).content).toHaveLength(length);
    }
  });
});

describe('values of DER have one spelling', () => {
  it('integers', () => {
    expect(toNumber(readDer(bytes(2, 2, 0, 0xd9)))).toBe(217);
    expect(toUnsigned(readDer(bytes(2, 1, 0)))).toEqual(bytes(0));
    expect(() => toNumber(readDer(bytes(2, 2, 0, 0x7f)))).toThrow(DerError);
    expect(() => toNumber(readDer(bytes(2, 1, 0x80)))).toThrow(DerError);
    expect(() => toNumber(readDer(bytes(2, 0)))).toThrow(DerError);
    expect(() => toNumber(readDer(integer(2n ** 60n)))).toThrow(DerError);
  });

  it('booleans, bit strings and object identifiers', () => {
    expect(toBoolean(readDer(bytes(1, 1, 0xff)))).toBe(true);
    expect(() => toBoolean(readDer(bytes(1, 1, 1)))).toThrow(DerError);
    expect(toBits(readDer(bytes(3, 2, 7, 0x80))).bytes).toEqual(bytes(0x80));
    expect(() => toBits(readDer(bytes(3, 2, 7, 0x81)))).toThrow(DerError);
    expect(() => toOid(readDer(bytes(6, 3, 0x2a, 0x80, 0x01)))).toThrow(DerError);
    expect(() => toOid(readDer(bytes(6, 2, 0x2a, 0x81)))).toThrow(DerError);
  });

  it('times, over the turn of the centuries', () => {
    for (const text of ['1999-12-31T23:59:59Z', '2049-12-31T00:00:00Z', '2050-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])
      expect(toTime(readDer(time(text)))).toBe(Date.parse(text));
    for (const text of ['20250230000000Z', '20251301000000Z', '20250101250000Z', '20250101000060Z', '202501010000Z'])
      expect(() => toTime(readDer(der(0x18, Buffer.from(text))))).toThrow(DerError);
    expect(() => toTime(readDer(der(0x17, Buffer.from('2501010000Z'))))).toThrow(DerError);
  });
});

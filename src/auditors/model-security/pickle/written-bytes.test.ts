import fc from 'fast-check';
import { expect, it } from 'vitest';
import { quotedLine, unicodeLine } from './written.fixture.ts';
import { bytesOfLine, latin1OfUtf8 } from './written-bytes.ts';

const bytes = fc.uint8Array({ maxLength: 300 }).map((values) => Buffer.from(values));

it('bytes are decoded from the text written by protocols 1 and 2', () => {
  fc.assert(
    fc.property(bytes, (value) => {
      expect(Buffer.from(latin1OfUtf8(Buffer.from(value.toString('latin1'), 'utf8')))).toEqual(value);
    }),
  );
});

it('bytes are decoded from the line written by protocol 0', () => {
  fc.assert(
    fc.property(bytes, (value) => {
      const line = unicodeLine(value.toString('latin1')).subarray(1, -1);
      expect(Buffer.from(bytesOfLine(line, 'escaped'))).toEqual(value);
    }),
  );
});

it('bytes are decoded from the line written by Python 2, with its quote', () => {
  fc.assert(
    fc.property(bytes, (value) => {
      const line = quotedLine(value).subarray(1, -1);
      expect(Buffer.from(bytesOfLine(line, 'quoted'))).toEqual(Buffer.concat([value, Buffer.from("'")]));
    }),
  );
});

it('text is decoded as UTF-8 from a line of wide characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      fc.pre(text.isWellFormed() && !/[\ud800-\udfff]/.test(text));
      const line = unicodeLine(text).subarray(1, -1);
      expect(Buffer.from(bytesOfLine(line, 'escaped', true)).toString('utf8')).toBe(text);
    }),
  );
});

it('no line and no text makes a decoder fail, or produce endless bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (line, wide) => {
      expect(latin1OfUtf8(line).length).toBeLessThanOrEqual(line.length);
      for (const form of ['escaped', 'quoted'] as const) {
        expect(bytesOfLine(line, form, wide).length).toBeLessThanOrEqual(line.length * 2);
      }
    }),
  );
});

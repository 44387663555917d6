import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderTable, toJsonText, wrapText } from './table.ts';

describe('a table', () => {
  it('aligns its columns and leaves no space at the end of a line', () => {
    expect(
      renderTable([
        ['a', 'bb'],
        ['ccc', ''],
      ]),
    ).toBe('a    bb\nccc\n');
  });

  it('colours cells without disturbing the columns', () => {
    const painted = renderTable(
      [
        ['a', 'b'],
        ['ccc', 'd'],
      ],
      (cell) => `<${cell}>`,
    );
    expect(painted).toBe('<a  >  <b>\n<ccc>  <d>\n');
  });
});

describe('wrapped text', () => {
  it('keeps every word in order and no line over the width that could be shorter', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { maxLength: 40 }),
        fc.integer({ min: 12, max: 60 }),
        (words, width) => {
          const lines = wrapText(words.join(' '), width);
          expect(lines.join(' ')).toBe(words.join(' '));
          for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
        },
      ),
    );
  });
});

describe('JSON for a terminal', () => {
  it('is the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(toJsonText(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(JSON.parse(toJsonText(value))).toBe(value);
      }),
    );
  });

  it('has no terminal control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(toJsonText(value).replaceAll('\n', '')).not.toMatch(/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u);
      }),
    );
    expect(toJsonText('\u202e\u009b\u{e0041}')).toBe('"\\u202e\\u009b\\udb40\\udc41"\n');
  });
});

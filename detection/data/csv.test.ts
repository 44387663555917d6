import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCsvRecord } from '../../src/cli/feedback/labelled-file.ts';
import { parseCsv } from './csv.ts';

const read = (text: string): string[][] => {
  const { columns, records } = parseCsv(text, 'f.csv');
  return records.map((record) => columns.map((column) => record.get(column)));
};

describe('parseCsv', () => {
  it('reads back any written table', () => {
    const aField = fc.string({
      unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é', '漢', '\ufeff'),
      maxLength: 8,
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(aField, aField, aField), { maxLength: 8 }), (rows) => {
        const text = ['one,two,three\r\n', ...rows.map(formatCsvRecord)].join('');
        expect(read(text)).toEqual(rows);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    [
      'line ends of every kind',
      'a,b\n1,2\r\n3,4\r5,6',
      [
        ['1', '2'],
        ['3', '4'],
        ['5', '6'],
      ],
    ],
    ['a byte order mark', '\ufeffa,b\n1,2\n', [['1', '2']]],
    ['quotes, commas and line breaks within quotes', 'a,b\n"x, ""y""\nz",2\n', [['x, "y"\nz', '2']]],
    [
      'empty fields',
      'a,b\n,\n"",x\n',
      [
        ['', ''],
        ['', 'x'],
      ],
    ],
    ['blank lines between records', 'a,b\n\n1,2\n\n', [['1', '2']]],
    ['a quote within a plain field', 'a,b\n5" pipe,2\n', [['5" pipe', '2']]],
  ])('understands %s', (_name, text, rows) => {
    expect(read(text)).toEqual(rows);
  });

  it.each([
    ['a record of another length', 'a,b\n1,2\n"x\ny",1,2\n', 'f.csv, line 3: 3 fields where the header has 2'],
    ['a quote that is never closed', 'a,b\n1,"2\n3', 'f.csv, line 2: a quote is never closed'],
    ['text after a closing quote', 'a,b\n1,2\n"x"y,2\n', 'f.csv, line 3: text after a closing quote'],
    ['a column that stands twice', 'a,a\n1,2\n', 'a column stands twice'],
    ['an empty file', '', 'f.csv is empty'],
  ])('refuses %s and says where', (_name, text, message) => {
    expect(() => parseCsv(text, 'f.csv')).toThrow(message);
  });

  it('gives the starting line of a record, with any line breaks before it', () => {
    const { records } = parseCsv('a\r\n"1\n2\r\n3"\n\n4\n', 'f.csv');
    expect(records.map(({ line }) => line)).toEqual([2, 6]);
  });

  it('names a missing column', () => {
    const [record] = parseCsv('a\n1\n', 'f.csv').records;
    expect(() => record?.get('b')).toThrow('f.csv has no column "b"');
    expect(record?.find('b')).toBeUndefined();
  });
});

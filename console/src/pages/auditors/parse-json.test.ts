import { describe, expect, it } from 'vitest';
import { parseJson, parseLabels } from './parse-json.ts';

describe('pasted JSON', () => {
  it('is absent, a value or wrong', () => {
    expect([parseJson(' '), parseJson('{"a":1}'), parseJson('{a}')]).toEqual([
      { kind: 'absent' },
      { kind: 'value', value: { a: 1 } },
      { kind: 'wrong' },
    ]);
  });

  it('is labels only as an object of texts', () => {
    expect(parseLabels('{"io.vendor.phase":"request"}')).toEqual({ 'io.vendor.phase': 'request' });
    expect(['', '[]', '"a"', '{"a":1}', 'null'].map(parseLabels)).toEqual(Array(5).fill(undefined));
  });
});

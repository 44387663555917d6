import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonBody } from './json-body.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('parseJsonBody', () => {
  it('reads every JSON value like JSON.parse', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        expect(parseJsonBody(bytes(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['{"model":"a","model":"b"}', 'occurs twice'],
    ['{"a":{"x":1,"\\u0078":2}}', 'occurs twice'],
    ['[{"a":[{"b":"\\"","b":1}]}]', 'occurs twice'],
    ['{"__proto__":1,"__proto__":2}', 'occurs twice'],
    ['{"model":"a"', 'not valid JSON'],
    ['', 'empty'],
    ['  ', 'empty'],
    [`${'['.repeat(100)}${']'.repeat(100)}`, 'nested deeper'],
    ['{"a":NaN}', 'not valid JSON'],
  ])('refuses %j with a reason', (text, why) => {
    expect(() => parseJsonBody(bytes(text))).toThrow(why);
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(() => parseJsonBody(Uint8Array.from([0x22, 0xff, 0x22]))).toThrow('UTF-8');
  });

  it('accepts colons and escaped quotes inside strings', () => {
    const value = { 'a:b"': 'x:"\\', c: ['":"', '\\'] };
    expect(parseJsonBody(bytes(JSON.stringify(value)))).toEqual(value);
  });
});

/** Conditions under which a tool is left out. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readParamHeaders } from './param-headers.ts';

const text = (header: unknown, more: object = {}) => ({ type: 'string', 'x-mcp-header': header, ...more });
const of = (properties: object, more: object = {}) => readParamHeaders({ type: 'object', properties, ...more });

describe('headers of arguments', () => {
  it('are read along properties, at any depth', () => {
    const found = of({ city: text('City'), in: { properties: { count: text('N', { type: 'integer' }) } }, other: {} });
    expect(found).toEqual({
      kind: 'valid',
      headers: [
        { path: ['city'], name: 'city', isNumber: false },
        { path: ['in', 'count'], name: 'n', isNumber: true },
      ],
    });
  });

  it.each<[string, unknown]>([
    ['an empty name', of({ a: text('') })],
    ['a name that is no text', of({ a: text(7) })],
    ['a space', of({ a: text('My Region') })],
    ['a colon', of({ a: text('Region:Primary') })],
    ['a letter outside of ASCII', of({ a: text('Région') })],
    ['a tab', of({ a: text('Region\t1') })],
    ['a line end', of({ a: text('Region\r\nX') })],
    ['a number', of({ a: text('A', { type: 'number' }) })],
    ['an object', of({ a: text('A', { type: 'object' }) })],
    ['an array', of({ a: text('A', { type: 'array' }) })],
    ['null', of({ a: text('A', { type: 'null' }) })],
    ['several types', of({ a: text('A', { type: ['string', 'null'] }) })],
    ['no type', of({ a: { 'x-mcp-header': 'A' } })],
    ['one name twice, in whatever case', of({ a: text('MyField'), b: text('myfield') })],
    ['the whole schema', readParamHeaders(text('A'))],
    ['items', of({ a: { items: text('A') } })],
    ['a branch', of({ a: text('A') }, { anyOf: [{ properties: { b: text('B') } }] })],
    ['a definition', of({}, { $defs: { d: text('A') } })],
    ['a pattern', of({}, { patternProperties: { '^x': text('A') } })],
    ['more than a request carries', of(Object.fromEntries(Array.from({ length: 33 }, (_, n) => [n, text(`H${n}`)])))],
  ])('%s makes the schema invalid, with a reason', (_what, found) => {
    expect(found).toEqual({ kind: 'invalid', why: expect.stringMatching(/\w/) });
  });

  it('are not read from data in a schema', () => {
    expect(of({ a: { type: 'object', default: text(''), examples: [text('')] } })).toMatchObject({ kind: 'valid' });
  });

  it('are searched in any JSON without an error', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 12 }), (value) => readParamHeaders(value).kind !== undefined));
  });
});

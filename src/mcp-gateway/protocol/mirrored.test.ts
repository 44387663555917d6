import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paramHeadersOf } from '../param-headers.ts';
import { checkParamHeaders, decodeHeader } from './mirrored.ts';

const encode = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;

test('an encoded header is read as the original text', () => {
  const isKept = (text: string) => decodeHeader(encode(text)) === text;
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), isKept));
});

test('a value not in its required encoding is invalid', () => {
  for (const value of ['=?base64?a?=', '=?base64?YQ?=', '=?base64?YQ==\n?=', '=?base64?/w==?=']) {
    expect(decodeHeader(value)).toBeUndefined();
  }
});

const schema = {
  type: 'object',
  properties: {
    city: { type: 'string', 'x-mcp-header': 'City' },
    count: { type: 'integer', 'x-mcp-header': 'Count' },
    in: { properties: { deep: { type: 'boolean', 'x-mcp-header': 'Deep' } } },
  },
};

test('a header of an argument must exist and match; numbers are compared as numbers', () => {
  const wanted = paramHeadersOf({ inputSchema: schema });
  expect(wanted.map(({ name }) => name)).toEqual(['city', 'count', 'deep']);
  const args = { city: 'Zürich', count: 42, in: { deep: true } };
  const headers = { 'mcp-param-city': encode('Zürich'), 'mcp-param-count': '42.0', 'mcp-param-deep': 'true' };
  expect(() => checkParamHeaders(headers, wanted, args)).not.toThrow();
  for (const wrong of [{ 'mcp-param-city': 'Bern' }, { 'mcp-param-count': '43' }, { 'mcp-param-deep': 'True' }]) {
    expect(() => checkParamHeaders({ ...headers, ...wrong }, wanted, args)).toThrow(/disagree/);
  }
  expect(() => checkParamHeaders({}, wanted, { city: 'Bern' })).toThrow(/missing/);
  expect(() => checkParamHeaders({}, wanted, { city: null })).not.toThrow();
});

test('a schema of any shape is walked completely', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 12 }), (value) => paramHeadersOf({ inputSchema: value }).length <= 32),
  );
});

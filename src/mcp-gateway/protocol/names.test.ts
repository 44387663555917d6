import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAlias, namingOf, publicName, publicUri, splitName, splitUri } from './names.ts';
import { McpFailure } from './wire.ts';

const aliases = fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,3}$/);
const bares = fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' });

test('any name or URI of a server maps back to that server and its own name', () => {
  fc.assert(
    fc.property(aliases, bares, (alias, bare) => {
      expect(splitName(publicName(alias, bare))).toEqual({ alias, bare });
      expect(splitUri(publicUri(alias, bare))).toEqual({ alias, bare });
    }),
  );
});

test('names of two servers, or two of one, never share a public name', () => {
  fc.assert(
    fc.property(aliases, bares, aliases, bares, (alias, bare, other, otherBare) => {
      fc.pre(alias !== other || bare !== otherBare);
      expect(publicName(alias, bare)).not.toBe(publicName(other, otherBare));
      expect(publicUri(alias, bare)).not.toBe(publicUri(other, otherBare));
    }),
  );
});

test('no letter of another alphabet, no upper case and no separator is possible in an alias', () => {
  for (const text of [
    'nоtes',
    'Notes',
    'no_tes',
    'no--tes',
    '-notes',
    'notes-',
    'ｎotes',
    'no tes',
    '',
    'a'.repeat(41),
  ]) {
    expect(isAlias(text)).toBe(false);
    expect(splitName(`${text}__read`)).toBeUndefined();
    expect(splitUri(`${text}+file:///a`)).toBeUndefined();
  }
  expect(isAlias('no+tes')).toBe(false);
});

test("the endpoint of one server uses the server's own names", () => {
  fc.assert(
    fc.property(aliases, bares, (alias, bare) => {
      const naming = namingOf({ kind: 'server', alias });
      expect([naming.name(alias, bare), naming.uri(alias, bare)]).toEqual([bare, bare]);
      expect(naming.locateUri(bare)).toEqual({ alias, bare });
    }),
  );
});

test('a name without a server is refused at the endpoint of all', () => {
  const naming = namingOf({ kind: 'all' });
  for (const text of ['read', '__read', 'notes__', 'test://a', '+test://a', 'notes+']) {
    expect(() => naming.locateName(text)).toThrow(McpFailure);
    expect(() => naming.locateUri(text)).toThrow(McpFailure);
  }
});

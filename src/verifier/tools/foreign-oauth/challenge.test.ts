/** Tests reading challenges of resources, for every input. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readChallenge } from './challenge.ts';
import { keepScopes, readScopes, selectScopes, withOfflineAccess } from './scopes.ts';

describe('a challenge', () => {
  it.each([
    ['Bearer', undefined, []],
    ['bearer scope="a  b a"', undefined, ['a', 'b']],
    [
      'Bearer realm="a, Basic b=\\"c\\"", resource_metadata=https://x.example/y, scope=one',
      'https://x.example/y',
      ['one'],
    ],
    ['Bearer resource_metadata = "https://x.example/y" , error="invalid_token"', 'https://x.example/y', []],
    ['Negotiate a/b+c==, Bearer scope="a"', undefined, ['a']],
    ['Negotiate YII=, Bearer scope="a", resource_metadata="u"', 'u', ['a']],
    ['Basic realm="x",Bearer resource_metadata="u"', 'u', []],
    ['Basic realm="Bearer resource_metadata=\\"evil\\"", Bearer resource_metadata="u"', 'u', []],
    ['Bearer scope="a", scope="b"', undefined, ['a']],
    ['Bearer scope="a\\"b\\\\ c"', undefined, ['c']],
    ['DPoP algs="ES256", Bearer scope="x"', undefined, ['x']],
  ])('%s is read', (text, resourceMetadata, scopes) => {
    const read = readChallenge(text);
    expect(read?.scopes).toEqual(scopes);
    if (resourceMetadata !== undefined) expect(read?.resourceMetadata).toBe(resourceMetadata);
  });

  it.each([undefined, '', 'Basic realm="x"', 'Basic realm="Bearer"', `Bearer ${'x'.repeat(9_000)}`])(
    'is none in %s',
    (text) => expect(readChallenge(text)).toBeUndefined(),
  );

  it('is read in no time and never throws, whatever it is', () => {
    fc.assert(fc.property(fc.string({ maxLength: 500 }), (text) => void readChallenge(text)));
    const pieces = fc.constantFrom('Bearer ', '"', '\\', ',', '=', ' ', 'a', 'scope=', 'resource_metadata="u"');
    fc.assert(fc.property(fc.array(pieces, { maxLength: 200 }), (list) => void readChallenge(list.join(''))));
  });
});

describe('scopes to ask for', () => {
  it('are those of the challenge, else those that the resource lists, else none', () => {
    expect(selectScopes({ scopesNeeded: ['a'], scopesSupported: ['b'] })).toEqual(['a']);
    expect(selectScopes({ scopesNeeded: [], scopesSupported: ['b'] })).toEqual(['b']);
    expect(selectScopes({ scopesNeeded: [], scopesSupported: [] })).toEqual([]);
  });

  it('hold offline_access if and only if the authorization server lists it', () => {
    expect(withOfflineAccess(['a', 'offline_access'], ['a'])).toEqual(['a']);
    expect(withOfflineAccess(['a'], ['offline_access'])).toEqual(['a', 'offline_access']);
  });

  it('are scopes: what could not stand in a request is left out, and there is an end', () => {
    expect(readScopes('a "b" c\\d é \u0000 e')).toEqual(['a', 'e']);
    expect(keepScopes(Array.from({ length: 1_000 }, (_unused, index) => `s${index}`)).length).toBe(200);
  });
});

import { expect, test } from 'vitest';
import { findSigners, keyIds } from './signers.ts';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = (typ: string, kid: string, payload: object) =>
  `${part({ typ, kid, alg: 'EdDSA' })}.${part(payload)}.c2ln`;
const bytes = (text: string) => new TextEncoder().encode(text);

test('each key of a bundle is named once for each kind of artefact', () => {
  const bundle = {
    passport: token('eat+jwt', 'v1', { iss: 'https://verifier.example' }),
    evidence: [
      { jws: token('assay-evidence+jws', 'g1', { attester_id: 'local' }) },
      { jws: token('assay-evidence+jws', 'g1', { attester_id: 'local' }) },
    ],
  };
  expect(findSigners(bytes(JSON.stringify(bundle)))).toEqual([
    { artefact: 'passport', key: 'v1', issuer: 'https://verifier.example', count: 1 },
    { artefact: 'Evidence', key: 'g1', issuer: 'local', count: 2 },
  ]);
});

test('a token alone has one signer', () => {
  expect(findSigners(bytes(`${token('eat+jwt', 'v1', {})}\n`))).toEqual([
    { artefact: 'passport', key: 'v1', issuer: undefined, count: 1 },
  ]);
});

test('a file without signatures has no signer, whatever it holds', () => {
  for (const text of ['', '{', '{"passport":5}', '[]', 'a.b.c', '{"jws":"aaaaaaaaaaaa.bbb.ccc"}']) {
    expect(findSigners(bytes(text))).toEqual([]);
  }
});

test('the ids of a key set are read, and anything else has none', () => {
  expect(keyIds({ keys: [{ kid: 'v1' }, null, {}, { kid: 'v2' }] })).toEqual(['v1', 'v2']);
  expect(keyIds(undefined)).toEqual([]);
  expect(keyIds({ keys: 'v1' })).toEqual([]);
});

/** Publishers: whose signatures count, over which bytes, and what happens when a key is removed. */
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import {
  root as auditors,
  openRegistry,
  operator,
  type RegistryFixture,
} from '../auditor-registry/registry.fixture.ts';
import { aCaller } from '../../tools/scoped-tools/callers.fixture.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const root = '/v1/registry/publishers';
const admin = aCaller('admin');

const ed25519 = generateKeyPairSync('ed25519');
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const other = generateKeyPairSync('ed25519');
type Pair = Pick<typeof ed25519, 'publicKey' | 'privateKey'>;
const jwkOf = ({ publicKey }: Pair, kid: string) => ({ ...publicKey.export({ format: 'jwk' }), kid });
const keys = { keys: [jwkOf(ed25519, 'ed'), jwkOf(p256, 'ec')] };

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const signWith = ({ privateKey }: Pair, header: Record<string, unknown>, payload: unknown): string => {
  const input = `${part({ typ: 'release+jwt', ...header })}.${part(payload)}`;
  const key = createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' }));
  const isEc = privateKey.asymmetricKeyType === 'ec';
  const signature = sign(isEc ? 'sha256' : null, Buffer.from(input), isEc ? { key, dsaEncoding: 'ieee-p1363' } : key);
  return `${input}.${signature.toString('base64url')}`;
};

describe.each(kinds)('publishers on %s', { timeout: 60_000 }, (kind) => {
  let fixture: RegistryFixture;
  let publisher = '';
  beforeAll(async () => {
    fixture = await openRegistry(kind);
    const made = await fixture.as(admin, 'POST', root, { name: 'Tone Ltd', keys });
    expect(made.status).toBe(201);
    publisher = String(made.body['id']);
  });
  afterAll(() => fixture.closeAll());

  const release = { name: 'tone', version: '1.0.0', image: 'x' };
  const verify = (jws: string, expected: Record<string, unknown> = release) =>
    fixture.verifier.verifier().services.publishers.verifyRelease(fixture.db(), 'default', publisher, jws, expected);

  it.each([
    ['Ed25519', ed25519, { alg: 'EdDSA', kid: 'ed' }],
    ['P-256', p256, { alg: 'ES256', kid: 'ec' }],
  ])(
    'a release signed with a key of it by %s counts, whenever it was signed and however its members stand',
    async (_name, pair, header) => {
      const reordered = { image: 'x', iat: 1_790_000_000, version: '1.0.0', name: 'tone' };
      expect(await verify(signWith(pair, header, reordered))).toMatchObject({ ok: true });
    },
  );

  it.each([
    [
      'a key that it does not have',
      () => signWith(other, { alg: 'EdDSA', kid: 'other' }, release),
      'signature_key_unknown',
    ],
    ['another key under its name', () => signWith(other, { alg: 'EdDSA', kid: 'ed' }, release), 'signature_invalid'],
    [
      'an algorithm that is not the key’s',
      () => signWith(ed25519, { alg: 'ES256', kid: 'ed' }, release),
      'signature_invalid',
    ],
    ['no algorithm', () => signWith(ed25519, { alg: 'none', kid: 'ed' }, release), 'signature_malformed'],
    ['another type', () => signWith(ed25519, { alg: 'EdDSA', kid: 'ed', typ: 'JWT' }, release), 'signature_malformed'],
    [
      'critical extensions',
      () => signWith(ed25519, { alg: 'EdDSA', kid: 'ed', crit: ['exp'] }, release),
      'signature_malformed',
    ],
    [
      'another release',
      () => signWith(ed25519, { alg: 'EdDSA', kid: 'ed' }, { ...release, version: '1.0.1' }),
      'signature_of_something_else',
    ],
    [
      'more than the release',
      () => signWith(ed25519, { alg: 'EdDSA', kid: 'ed' }, { ...release, more: 1 }),
      'signature_of_something_else',
    ],
    ['no JWS', () => 'a.b', 'signature_malformed'],
  ])('a signature with %s does not', async (_case, make, reason) => {
    expect(await verify(make())).toMatchObject({ ok: false, reason });
  });

  it.each([
    ['private keys', [{ ...ed25519.privateKey.export({ format: 'jwk' }) }]],
    ['symmetric keys', [{ kty: 'oct', k: 'AAAA' }]],
    ['keys of another curve', [generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ format: 'jwk' })]],
    ['RSA keys', [generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' })]],
    ['a point of small order', [{ kty: 'OKP', crv: 'Ed25519', x: 'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }]],
    ['one key twice', [jwkOf(ed25519, 'a'), jwkOf(ed25519, 'b')]],
    ['one kid twice', [jwkOf(ed25519, 'a'), jwkOf(other, 'a')]],
  ])('%s are refused', async (_case, list) => {
    const answer = await fixture.as(admin, 'POST', root, { name: 'Wrong', keys: { keys: list } });
    expect([answer.status, answer.body['reason']]).toEqual([422, 'jwks_refused']);
  });

  it('eleven keys, and none, are refused', async () => {
    const many = Array.from({ length: 11 }, (_, index) => jwkOf(generateKeyPairSync('ed25519'), `k${index}`));
    for (const list of [[], many]) {
      expect((await fixture.as(admin, 'POST', root, { name: 'Wrong', keys: { keys: list } })).status).toBe(400);
    }
  });

  it('a release rests on its key: signed it is trusted, and untrusted when key or publisher goes', async () => {
    const made = await fixture.as(admin, 'POST', root, { name: 'Loud Ltd', keys });
    const id = String(made.body['id']);
    const body = fixture.aRelease();
    const labels = { ...(body['labels'] as object), auditor: 'true' };
    const signature = signWith(p256, { alg: 'ES256', kid: 'ec' }, { ...body, labels });
    const wrong = await fixture.as(operator, 'POST', auditors, {
      ...body,
      version: '7.0.0',
      publisher_id: id,
      signature,
    });
    expect([wrong.status, wrong.body['reason']]).toEqual([422, 'signature_of_something_else']);
    const registered = await fixture.as(operator, 'POST', auditors, { ...body, publisher_id: id, signature });
    expect(registered.body['signature']).toMatchObject({ state: 'trusted', jws: signature });
    const url = `${auditors}/${String(registered.body['id'])}`;
    const stateNow = async () => (await fixture.as(operator, 'GET', url)).body['signature'];

    const change = (keySet: unknown, revision: number, more = {}) =>
      fixture.as(
        admin,
        'PUT',
        `${root}/${id}`,
        { name: 'Loud Ltd', keys: keySet, ...more },
        { 'if-match': `"${revision}"` },
      );
    expect((await change({ keys: [keys.keys[0]] }, 1)).status).toBe(200);
    expect(await stateNow()).toMatchObject({ state: 'untrusted' });
    expect((await change(keys, 1)).status).toBe(412);
    expect((await change(keys, 2)).status).toBe(200);
    expect(await stateNow()).toMatchObject({ state: 'trusted' });
    expect((await change(keys, 3, { status: 'suspended' })).status).toBe(200);
    expect(await stateNow()).toMatchObject({ state: 'untrusted' });
    // The name stays unique in both directions.
    expect((await change(keys, 4, { name: 'Tone Ltd' })).body['reason']).toBe('publisher_exists');
    expect((await fixture.as(admin, 'DELETE', `${root}/${id}`, undefined, { 'if-match': '"4"' })).status).toBe(204);
    expect(await stateNow()).toMatchObject({ state: 'untrusted' });
    const verified = await fixture.verified(String(registered.body['id']));
    expect(verified.body).toMatchObject({ status: 'draft', status_reason: expect.stringContaining('signature') });
  });

  it('is an admin’s to write and of one organisation', async () => {
    expect((await fixture.as(operator, 'POST', root, { name: 'X', keys })).status).toBe(403);
    expect((await fixture.as(operator, 'GET', `${root}/${publisher}`)).status).toBe(200);
    const stranger = aCaller('admin', { organisation: 'org-strange' });
    expect((await fixture.as(stranger, 'GET', `${root}/${publisher}`)).status).toBe(404);
    const gone = await fixture.as(stranger, 'DELETE', `${root}/${publisher}`, undefined, { 'if-match': '"1"' });
    expect(gone.status).toBe(404);
    const { publishers } = fixture.verifier.verifier().services;
    const jws = signWith(ed25519, { alg: 'EdDSA', kid: 'ed' }, release);
    expect(await publishers.verifyRelease(fixture.db(), 'org-strange', publisher, jws, release)).toMatchObject({
      reason: 'publisher_unknown',
    });
  });
});

/** Verifies faulty identity documents that another library signs. */
import { createHmac, createSign, KeyObject } from 'node:crypto';
import fc from 'fast-check';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BundleJwk, type SvidRules, verifyJwtSvid } from './verify-jwt-svid.ts';

const now = 1_800_000_000;
const audience = 'https://crm.example';
const sub = 'spiffe://assay.local/agent/a';

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];
let keys: Record<string, { privateKey: Key; jwk: BundleJwk }>;

async function aKey(alg: string): Promise<{ privateKey: Key; jwk: BundleJwk }> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const { kty = '', ...jwk } = await exportJWK(publicKey);
  return { privateKey, jwk: { ...jwk, kty, kid: `kid-${alg}`, use: 'jwt-svid' } };
}

beforeAll(async () => {
  const made = await Promise.all(
    ['ES256', 'ES384', 'ES512', 'RS256', 'PS384', 'EdDSA'].map(async (alg) => [alg, await aKey(alg)] as const),
  );
  keys = Object.fromEntries(made);
});

const keyOf = (alg: string) => {
  const key = keys[alg];
  if (key === undefined) throw new Error(alg);
  return key;
};

const rules = (change: Partial<SvidRules> = {}): SvidRules => ({
  audience,
  now: now * 1000,
  findKeys: async (trustDomain) =>
    trustDomain === 'assay.local' ? Object.values(keys).map(({ jwk }) => jwk) : undefined,
  ...change,
});

const good = { sub, aud: audience, exp: now + 300, iat: now, jti: 'j1' };

async function sign(claims: object = {}, header: object = {}, alg = 'ES256'): Promise<string> {
  return new SignJWT({ ...good, ...claims })
    .setProtectedHeader({ alg, kid: `kid-${alg}`, typ: 'JWT', ...header })
    .sign(keyOf(alg).privateKey);
}

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const check = async (token: string, change?: Partial<SvidRules>) => {
  const result = await verifyJwtSvid(token, rules(change));
  return result.ok ? 'ok' : result.fault;
};

describe('a valid document', () => {
  it.each(['ES256', 'ES384', 'ES512', 'RS256', 'PS384'])('signed with %s names its subject', async (alg) => {
    expect(await verifyJwtSvid(await sign({}, {}, alg), rules())).toEqual({
      ok: true,
      svid: {
        spiffeId: sub,
        audience,
        expiresAtS: now + 300,
        jti: 'j1',
        id: { trustDomain: 'assay.local', path: ['agent', 'a'] },
      },
    });
  });

  it('may omit the key id and the type, or use JOSE', async () => {
    expect(await check(await sign({}, { kid: undefined }))).toBe('ok');
    expect(await check(await sign({}, { typ: undefined }))).toBe('ok');
    expect(await check(await sign({}, { typ: 'JOSE' }))).toBe('ok');
    expect(await check(await sign({ aud: [audience] }))).toBe('ok');
    expect(await check(await sign({ iat: undefined, jti: undefined }))).toBe('ok');
  });
});

describe('a document is refused', () => {
  it.each([
    ['header', { crit: ['b64'], b64: true }],
    ['header', { jku: 'https://evil.example/keys' }],
    ['header', { jwk: { kty: 'EC' } }],
    ['header', { x5c: [] }],
    ['header', { cty: 'JWT' }],
    ['header', { typ: 'at+jwt' }],
    ['header', { typ: 'jwt' }],
    ['key', { kid: 'other' }],
  ])('as %s for the header %j', async (fault, header) => {
    expect(await check(await sign({}, header))).toBe(fault);
  });

  it.each([
    ['audience', { aud: [audience, 'https://other.example'] }],
    ['audience', { aud: [audience, audience] }],
    ['audience', { aud: 'https://other.example' }],
    ['audience', { aud: `${audience}/` }],
    ['audience', { aud: [] }],
    ['audience', { aud: undefined }],
    ['audience', { aud: { length: 1 } }],
    ['expired', { exp: now }],
    ['expired', { exp: now - 1 }],
    ['expired', { exp: undefined }],
    ['expired', { exp: String(now + 300) }],
    ['expired', { exp: null }],
    ['not_yet_valid', { nbf: now + 1 }],
    ['not_yet_valid', { nbf: 'soon' }],
    ['not_yet_valid', { iat: now + 10 }],
    ['trust_domain', { sub: 'spiffe://other.local/agent/a' }],
    ['subject', { sub: undefined }],
    ['subject', { sub: 'usr_1' }],
    ['subject', { sub: 'spiffe://assay.local' }],
    ['subject', { sub: 'spiffe://assay.local/' }],
    ['subject', { sub: 'spiffe://assay.local/agent/a/' }],
    ['subject', { sub: 'spiffe://assay.local/agent//a' }],
    ['subject', { sub: 'spiffe://assay.local/agent/../a' }],
    ['subject', { sub: 'spiffe://assay.local/agent/%61' }],
    ['subject', { sub: 'spiffe://assay.local:1/agent/a' }],
    ['subject', { sub: 'SPIFFE://assay.local/agent/a' }],
    ['subject', { sub: 'spiffe://Assay.local/agent/a' }],
    ['subject', { sub: ['spiffe://assay.local/agent/a'] }],
    ['malformed', { jti: 7 }],
  ])('as %s for the claims %j', async (fault, claims) => {
    // jose itself refuses times that are not numbers.
    const claimsText = encode({ ...good, ...claims });
    const input = `${encode({ alg: 'ES256', kid: 'kid-ES256', typ: 'JWT' })}.${claimsText}`;
    const key = KeyObject.from(keyOf('ES256').privateKey);
    const signature = createSign('sha256').update(input).sign({ key, dsaEncoding: 'ieee-p1363' });
    expect(await check(`${input}.${signature.toString('base64url')}`)).toBe(fault);
  });

  it('without a signature, or with one that anybody can make', async () => {
    const claims = encode(good);
    const none = `${encode({ alg: 'none' })}.${claims}.`;
    expect(await check(none)).toBe('malformed');
    expect(await check(`${encode({ alg: 'none' })}.${claims}.AA`)).toBe('algorithm');
    // The public key as an HMAC secret.
    for (const alg of ['HS256', 'HS384', 'HS512']) {
      const input = `${encode({ alg, kid: 'kid-RS256' })}.${claims}`;
      const mac = createHmac(alg.replace('HS', 'sha'), JSON.stringify(keyOf('RS256').jwk))
        .update(input)
        .digest('base64url');
      expect(await check(`${input}.${mac}`)).toBe('algorithm');
    }
    for (const alg of ['EdDSA', 'Ed25519', 'ES256K', 'es256', '__proto__', 'constructor', '']) {
      expect(await check(`${encode({ alg })}.${claims}.AAAA`)).toBe('algorithm');
    }
    expect(await check(await sign({}, {}, 'EdDSA'))).toBe('algorithm');
  });

  it("with another algorithm than its key's", async () => {
    const token = await sign({}, {}, 'ES256');
    const [, claims, signature] = token.split('.');
    for (const alg of ['ES384', 'RS256', 'PS256']) {
      expect(await check(`${encode({ alg, kid: 'kid-ES256' })}.${claims}.${signature}`)).toBe('key');
    }
    const bound = { ...keyOf('RS256').jwk, alg: 'PS256' };
    expect(await check(await sign({}, {}, 'RS256'), { findKeys: async () => [bound] })).toBe('key');
  });

  it('by a key that the bundle has for another purpose', async () => {
    const { use: _use, ...bare } = keyOf('ES256').jwk;
    for (const jwk of [bare, { ...bare, use: 'x509-svid' }, { ...bare, use: 'sig' }]) {
      expect(await check(await sign(), { findKeys: async () => [jwk] })).toBe('key');
    }
    expect(await check(await sign(), { findKeys: async () => [] })).toBe('key');
  });

  it('by an invalid or another key', async () => {
    const other = { ...(await aKey('ES256')).jwk };
    expect(await check(await sign(), { findKeys: async () => [other] })).toBe('signature');
    const broken = { ...keyOf('ES256').jwk, x: 'AAAA' };
    expect(await check(await sign(), { findKeys: async () => [broken] })).toBe('signature');
  });

  it('in any form other than the compact one', async () => {
    const token = await sign();
    const [header, claims, signature] = token.split('.');
    const json = JSON.stringify({ payload: claims, signatures: [{ protected: header, signature }] });
    for (const text of [
      json,
      '',
      '.',
      '..',
      `${token}.x`,
      ` ${token}`,
      `${token}\n`,
      `${token}=`,
      `${header}.${claims}`,
      'a'.repeat(9_000),
    ]) {
      expect(await check(text)).toBe('malformed');
    }
    for (const bad of [
      encode('[]'),
      encode('null'),
      encode('"x"'),
      encode('{'),
      Buffer.from([0x7b, 0xff, 0x7d]).toString('base64url'),
    ]) {
      expect(await check(`${bad}.${claims}.${signature}`)).toBe('malformed');
      expect(await check(`${header}.${bad}.${signature}`)).toBe('malformed');
    }
  });

  it('with any changed letter', async () => {
    const token = await sign();
    await fc.assert(
      fc.asyncProperty(fc.nat(token.length - 1), fc.constantFrom(...'ABCXYZabcxyz0189_-.'), async (at, letter) => {
        fc.pre(token[at] !== letter);
        expect(await check(token.slice(0, at) + letter + token.slice(at + 1))).not.toBe('ok');
      }),
      { numRuns: 300 },
    );
  });

  it('at once after its end, except for clock skew', async () => {
    const token = await sign();
    expect(await check(token, { now: (now + 300) * 1000 - 1 })).toBe('ok');
    expect(await check(token, { now: (now + 300) * 1000 })).toBe('expired');
    expect(await check(token, { now: (now + 304) * 1000, leewayS: 5 })).toBe('ok');
    expect(await check(token, { now: (now + 305) * 1000, leewayS: 5 })).toBe('expired');
  });
});

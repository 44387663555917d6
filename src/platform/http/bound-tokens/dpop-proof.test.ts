/** DPoP proofs: made by the token's key, for this call, now. */

import fc from 'fast-check';
import { UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { checkProof } from './dpop-proof.ts';
import { aProofKey, hashOf } from './proofs.fixture.ts';

const accessToken = 'the-token';
const url = 'https://verifier.example/v1/agents';
const nowMs = 1_800_000_000_000;
const nowS = nowMs / 1000;
const claims = { jti: 'one', htm: 'GET', htu: url, iat: nowS, ath: hashOf(accessToken) };
const key = await aProofKey();
const other = await aProofKey();
const check = (proof: string, change = {}) =>
  checkProof({ proof, method: 'GET', urls: [url], accessToken, jkt: key.jkt, nowMs, ...change });
const refused = { code: 'unauthorized', extensions: { reason: 'dpop_proof' } };

describe('a DPoP proof', () => {
  it.each(['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'])(
    'signed with %s is valid until its time is over',
    async (alg) => {
      const signer = await aProofKey(alg);
      const held = await check(await signer.prove(claims), { jkt: signer.jkt });
      expect(held.jti).toBe('one');
      expect(held.expiresAtMs).toBeGreaterThan(nowMs + 60_000);
    },
  );

  it('names the same URL in another spelling, without the query', async () => {
    const htu = 'HTTPS://Verifier.example:443/v1/agents?limit=1#x';
    await expect(check(await key.prove({ ...claims, htu }))).resolves.toMatchObject({ jti: 'one' });
  });

  it.each([
    ['another method', { htm: 'POST' }],
    ['another path', { htu: `${url}/a` }],
    ['another host', { htu: 'https://evil.example/v1/agents' }],
    ['another scheme', { htu: 'http://verifier.example/v1/agents' }],
    ['a user in the URL', { htu: 'https://verifier.example@evil.example/v1/agents' }],
    ['another token', { ath: hashOf('other') }],
    ['no token', { ath: undefined }],
    ['no jti', { jti: undefined }],
    ['an endless jti', { jti: 'x'.repeat(257) }],
    ['a time of 61 s ago', { iat: nowS - 61 }],
    ['a time in 31 s', { iat: nowS + 31 }],
    ['no time', { iat: undefined }],
    ['an expiry that is over', { exp: nowS - 31 }],
  ])('for %s is refused', async (_words, change) => {
    await expect(check(await key.prove({ ...claims, ...change }))).rejects.toMatchObject(refused);
  });

  it.each([
    ['an unknown crit', { crit: ['x'], x: 1 }],
    ['another type', { typ: 'JWT' }],
    ['no type', { typ: undefined }],
    ['its private key', { jwk: key.jwk }],
    ['no key', { jwk: undefined }],
    ['the key of somebody else, to whom the token is not bound', { jwk: undefined }],
  ])('with %s in its header is refused', async (_words, header) => {
    await expect(check(await key.prove(claims, header))).rejects.toMatchObject(refused);
  });

  it('of another key is refused, even when it names the right one', async () => {
    await expect(check(await other.prove(claims))).rejects.toMatchObject(refused);
    const { d: _private, ...jwk } = key.jwk;
    await expect(check(await other.prove(claims, { jwk }))).rejects.toMatchObject(refused);
  });

  it('is refused when unsigned, symmetric, RSA or too long', async () => {
    await expect(check(new UnsecuredJWT(claims).encode())).rejects.toMatchObject(refused);
    const good = await key.prove(claims);
    const [, payload, signature] = good.split('.');
    for (const alg of ['none', 'HS256', 'RS256']) {
      const { d: _private, ...jwk } = key.jwk;
      const head = Buffer.from(JSON.stringify({ alg, typ: 'dpop+jwt', jwk })).toString('base64url');
      await expect(check(`${head}.${payload}.${signature}`)).rejects.toMatchObject(refused);
    }
    await expect(check(await key.prove({ ...claims, pad: 'x'.repeat(5_000) }))).rejects.toMatchObject(refused);
  });

  it('is refused as any other text, without another exception', async () => {
    const good = await key.prove(claims);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.nat(good.length - 1).map((at) => good.slice(0, at)),
        ),
        async (text) => {
          await expect(check(text)).rejects.toMatchObject(refused);
        },
      ),
    );
  });
});

/** Keys of an external issuer: fetched once for many callers, within a time limit, and never for an invented kid. */
import { exportJWK, generateKeyPair } from 'jose';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../errors.ts';
import type { GuardedAnswer, GuardedRequest } from '../guarded-fetch.ts';
import { createKeySource } from './key-source.ts';

const issuer = 'https://issuer.example';
const token = { payload: '', signature: '' };

async function open(answer: (url: string, request: GuardedRequest) => Promise<unknown>) {
  let now = 1_000_000;
  const asked: { url: string; request: GuardedRequest }[] = [];
  const source = createKeySource({
    issuer,
    clock: { now: () => now },
    async fetch(url, request): Promise<GuardedAnswer> {
      asked.push({ url, request });
      const body = await answer(url, request);
      if (body === undefined) return { status: 404, headers: {}, body: Buffer.alloc(0) };
      return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) };
    },
  });
  const wait = (ms: number) => {
    now += ms;
  };
  return { asked, wait, problem: source.problem, get: (kid: string) => source.getKey({ alg: 'ES256', kid }, token) };
}

async function aKeySet(kid: string) {
  const { publicKey } = await generateKeyPair('ES256');
  return {
    keys: [
      { ...(await exportJWK(publicKey)), kid },
      { kty: 'oct', k: 'c2VjcmV0', kid: 'shared' },
    ],
  };
}

describe('the keys of an outside issuer', () => {
  it('are fetched once for fifty calls, within five seconds and a bound', async () => {
    const keys = await aKeySet('a');
    const { asked, get } = await open(async (url) =>
      url.endsWith('/jwks') ? keys : { issuer, jwks_uri: `${issuer}/jwks` },
    );
    await Promise.all(Array.from({ length: 50 }, () => get('a')));
    expect(asked.map(({ url }) => url)).toEqual([`${issuer}/.well-known/openid-configuration`, `${issuer}/jwks`]);
    for (const { request } of asked) expect(request).toMatchObject({ timeoutMs: 5_000, maxBytes: 262_144 });
  });

  it('refuse the calls of the time when they hang, and the next ones ask again only after a pause', async () => {
    const { asked, get, wait } = await open(async () => {
      throw new AppError('upstream_timeout', 'no answer');
    });
    const calls = await Promise.allSettled(Array.from({ length: 10 }, () => get('a')));
    expect(new Set(calls.map((call) => call.status === 'rejected' && call.reason.code))).toEqual(
      new Set(['unavailable']),
    );
    await expect(get('a')).rejects.toMatchObject({ code: 'unavailable' });
    expect(asked).toHaveLength(1);
    wait(30_000);
    await expect(get('a')).rejects.toMatchObject({ code: 'unavailable' });
    expect(asked).toHaveLength(2);
  });

  it('are fetched again for an unknown kid once per thirty seconds', async () => {
    let keys = await aKeySet('a');
    const { asked, get, wait } = await open(async (url) =>
      url.endsWith('/jwks') ? keys : { issuer, jwks_uri: `${issuer}/jwks` },
    );
    await get('a');
    keys = await aKeySet('b');
    await expect(get('b')).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
    expect(asked).toHaveLength(2);
    wait(30_000);
    await get('b');
    await expect(get('c')).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
    // The key withdrawn by the issuer is gone.
    await expect(get('a')).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
    expect(asked).toHaveLength(4);
  });

  it.each([
    'https://issuer.example/.well-known/oauth-authorization-server',
    'https://issuer.example/.well-known/openid-configuration',
  ])('are found for an issuer described at %s, with any other answers', async (place) => {
    const keys = await aKeySet('a');
    const { asked, get } = await open(async (url) => {
      if (url.endsWith('/jwks')) return keys;
      return url === place ? { issuer, jwks_uri: `${issuer}/jwks` } : undefined;
    });
    await get('a');
    expect(asked.map(({ url }) => url).slice(-2)).toEqual([place, `${issuer}/jwks`]);
  });

  it('of an issuer that describes itself as another one are refused with the reason', async () => {
    const { get, problem } = await open(async () => ({ issuer: `${issuer}/`, jwks_uri: `${issuer}/jwks` }));
    expect(problem()).toBeUndefined();
    await expect(get('a')).rejects.toMatchObject({ code: 'unavailable' });
    expect(problem()).toContain('another issuer');
  });

  it('include no shared secret', async () => {
    const keys = await aKeySet('a');
    const { get } = await open(async (url) => (url.endsWith('/jwks') ? keys : { issuer, jwks_uri: `${issuer}/jwks` }));
    await expect(get('shared')).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
  });
});

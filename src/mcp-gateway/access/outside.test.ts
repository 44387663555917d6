/**
 * Tokens of another issuer than the verifier: accepted only from that issuer, for this gateway, unexpired, and for
 * known subjects.
 */
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OutsideSubject, OutsideSubjectQuestion } from '../../contract/outside-subject.ts';
import { aProofKey, hashOf } from '../../platform/http/bound-tokens/proofs.fixture.ts';
import type { GuardedAnswer } from '../../platform/http/guarded-fetch.ts';
import {
  audience,
  openMcpGateway,
  publicUrl,
  startMs,
  type TestMcpGateway,
  issuer as verifierUrl,
} from '../access.fixture.ts';

const issuer = 'https://login.example/tenant/';
const asked: string[] = [];
const questions: OutsideSubjectQuestion[] = [];
const known: OutsideSubject = { user_id: 'usr_ada', reason: null };
let subject: OutsideSubject;
let isDown: boolean;
let published: JWK[];
let signing: { key: Awaited<ReturnType<typeof generateKeyPair>>['privateKey']; kid: string };
let gateway: TestMcpGateway;
let now = startMs;

async function rotate(kid: string): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  signing = { key: privateKey, kid };
  published = [{ ...(await exportJWK(publicKey)), kid }];
}

async function answer(url: string): Promise<GuardedAnswer> {
  asked.push(url);
  if (isDown) throw new Error('nobody answers');
  const json = (body: unknown) => ({ status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) });
  if (url === 'https://login.example/.well-known/oauth-authorization-server/tenant') {
    return json({ issuer, jwks_uri: 'https://login.example/keys' });
  }
  if (url === 'https://login.example/keys') return json({ keys: published });
  return { status: 404, headers: {}, body: Buffer.alloc(0) };
}

beforeAll(async () => {
  await rotate('one');
  gateway = await openMcpGateway(
    { MCP_GATEWAY_OAUTH_ISSUER: issuer },
    {
      fetchIssuer: answer,
      outsideSubject: async (_gateway, question) => {
        questions.push(question);
        return subject;
      },
    },
  );
  const revision = gateway.publish();
  await vi.waitFor(async () => expect((await health()).config.revision).toBe(revision));
});
beforeEach(() => {
  subject = known;
  isDown = false;
  // Ends the cache of the last test, and the pause between two fetches of keys.
  now += 3_600_000;
  gateway.set(now);
});
afterAll(() => gateway.close());

const health = async () => JSON.parse((await gateway.ask({ method: 'GET', path: '/health' })).body);
let count = 0;
const sign = (change: Record<string, unknown> = {}, header: Record<string, unknown> = {}) => {
  count += 1;
  const times = { iat: now / 1000, exp: now / 1000 + 300 };
  return new SignJWT({
    iss: issuer,
    aud: audience,
    sub: '00u1',
    client_id: 'chat',
    scope: 'mcp:list mcp:call',
    ...times,
    jti: `t-${count}`,
    ...change,
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: signing.kid, ...header })
    .sign(signing.key);
};
const path = '/agents/clerk/mcp';
const show = async (token: Promise<string> | string, at = path) => {
  const { status, body, headers } = await gateway.ask({
    path: at,
    headers: [['authorization', `Bearer ${await token}`]],
  });
  return { status, headers, body: JSON.parse(body) };
};

describe('a token of the outside issuer', () => {
  it('is of the person known to the verifier by its subject, who speaks for an agent', async () => {
    const { status, body } = await show(sign({ groups: ['staff'] }));
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { agentId: 'clerk', speaker: 'usr_ada', scopes: ['mcp:list', 'mcp:call'], authentication: 'oauth' },
    });
    expect(questions.at(-1)).toMatchObject({ issuer, subject: '00u1', claims: { groups: ['staff'] } });
  });

  it('has only its own scopes, in any claim of its issuer', async () => {
    expect((await show(sign({ scope: undefined, scp: ['mcp:list', 'x'] }))).body.scopes).toEqual(['mcp:list']);
    expect((await show(sign({ scope: 'openid assay:full' }))).body.scopes).toEqual([]);
  });

  it.each([
    ['the path', `${publicUrl}/agents/clerk/mcp`, 200, 200],
    ['one server', `${publicUrl}/agents/clerk/mcp/crm`, 401, 200],
    ['this gateway', publicUrl, 200, 200],
    ['this gateway among others', ['https://api.example', audience], 200, 200],
    ['another agent', `${publicUrl}/agents/helper/mcp`, 401, 401],
    ['another gateway', 'https://other.example/mcp', 401, 401],
    ['the gateway of models', `${verifierUrl}/gateway`, 401, 401],
  ])('for %s is valid there', async (_words, aud, all, one) => {
    const token = await sign({ aud });
    expect([(await show(token)).status, (await show(token, `${path}/crm`)).status]).toEqual([all, one]);
  });

  it.each<[string, () => Promise<string>]>([
    ['that has expired', () => sign({ exp: now / 1000 - 31 })],
    ['that has no end', () => sign({ exp: undefined })],
    ['that does not hold yet', () => sign({ nbf: now / 1000 + 31 })],
    ['that is an id_token', () => sign({ nonce: 'n' })],
    ['of another type', () => sign({}, { typ: 'JOSE' })],
    ['by whose subject somebody acts', () => sign({ act: { sub: 'bot' } })],
    ['that is bound to something unknown', () => sign({ cnf: { kid: 'x' } })],
    ['that is bound to a key, as Bearer', () => sign({ cnf: { jkt: 'A'.repeat(43) } })],
    ['that is bound to a certificate', () => sign({ cnf: { 'x5t#S256': 'A'.repeat(43) } })],
    ['of the issuer without its slash', () => sign({ iss: issuer.slice(0, -1) })],
    ['with another signature', async () => `${(await sign()).slice(0, -10)}AAAAAAAAAA`],
    [
      'by a shared secret',
      () =>
        new SignJWT({ iss: issuer, aud: audience, sub: '00u1', exp: now / 1000 + 300 })
          .setProtectedHeader({ alg: 'HS256', kid: signing.kid })
          .sign(new TextEncoder().encode(JSON.stringify(published[0]))),
    ],
  ])('%s is refused', async (_words, token) => {
    const before = gateway.calls.length;
    const { status, headers } = await show(token());
    expect({ status, challenge: headers['www-authenticate'] }).toMatchObject({
      status: 401,
      challenge: expect.stringContaining('/.well-known/oauth-protected-resource/agents/clerk/mcp'),
    });
    expect(gateway.calls).toHaveLength(before);
  });

  it('is refused for a client without a person, and the refusal names the tokens of agents', async () => {
    const asks = questions.length;
    const { status, body } = await show(sign({ sub: 'chat' }));
    expect({ status, detail: body.detail }).toMatchObject({
      status: 403,
      detail: expect.stringContaining('client alone'),
    });
    expect(questions).toHaveLength(asks);
  });

  it.each([
    ['unknown_person', `${verifierUrl}/login. If you are not a member yet, ask an admin for an invitation`],
    ['limited', 'roles'],
    ['unknown_issuer', 'VERIFIER_OIDC_ISSUER'],
  ] as const)('of an unknown subject (%s) is refused with what to do', async (reason, words) => {
    subject = { user_id: null, reason };
    const { status, body } = await show(sign());
    expect({ status, reason: body.reason, detail: body.detail }).toMatchObject({
      status: 403,
      reason,
      detail: expect.stringContaining(words),
    });
    const problems = (await health()).problems.join();
    expect(problems.includes('VERIFIER_OIDC_ISSUER')).toBe(reason === 'unknown_issuer');
  });

  it('is valid soon after its person signed in, and checked about once a minute for any number of calls', async () => {
    const token = await sign();
    subject = { user_id: null, reason: 'unknown_person' };
    expect((await show(token)).status).toBe(403);
    subject = known;
    gateway.set(now + 5_000);
    const before = questions.length;
    const all = await Promise.all(Array.from({ length: 10 }, () => show(token)));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    expect(questions).toHaveLength(before + 1);
    subject = { user_id: null, reason: 'limited' };
    gateway.set(now + 66_000);
    expect((await show(token)).status).toBe(403);
    // Setting the clock back extends no answer.
    gateway.set(now);
    const asked = questions.length;
    await show(token);
    expect(questions).toHaveLength(asked + 1);
  });

  it('without an agent in the path is refused with the place of agents', async () => {
    expect(await show(sign(), '/mcp')).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('/agents/') },
    });
  });

  it('is valid once with a proof when bound to a key', async () => {
    const key = await aProofKey();
    const token = await sign({ cnf: { jkt: key.jkt } });
    const claims = { jti: `proof-${count}`, htm: 'POST', htu: `${publicUrl}${path}`, iat: now / 1000 };
    const dpop = await key.prove({ ...claims, ath: hashOf(token) });
    const call = () =>
      gateway.ask({
        path,
        headers: [
          ['authorization', `DPoP ${token}`],
          ['dpop', dpop],
        ],
      });
    expect([(await call()).status, (await call()).status]).toEqual([200, 401]);
  });

  it('is cut off with the next configuration when it expires during its answer', async () => {
    const token = await sign();
    const opened = new Promise<void>((resolve) => gateway.holdWith(() => resolve()));
    const answered = gateway.ask({ path, headers: [['authorization', `Bearer ${token}`]] }).then(
      () => 'answered',
      () => 'cut off',
    );
    await opened;
    gateway.set(now + 331_000);
    gateway.publish();
    expect(await answered).toBe('cut off');
    gateway.holdWith(undefined);
  });
});

describe('the keys of the outside issuer', () => {
  it('are found by the first token when new, and at most every thirty seconds', async () => {
    await show(sign());
    const before = asked.length;
    await rotate('two');
    gateway.set(now + 31_000);
    expect((await show(sign({}, { kid: 'invented' }))).status).toBe(401);
    expect((await show(sign())).status).toBe(200);
    expect((await show(sign({}, { kid: 'invented too' }))).status).toBe(401);
    expect(asked.slice(before).filter((url) => url.endsWith('/keys'))).toHaveLength(1);
  });

  it('admit nobody when unavailable, and /health reports it; tokens of the verifier still work', async () => {
    // Longer than keys are cached.
    gateway.set(now + 7_200_000);
    isDown = true;
    const exp = now / 1000 + 9_000;
    const { status, headers } = await show(sign({ exp }));
    expect({ status, retry: headers['retry-after'] }).toEqual({ status: 503, retry: '30' });
    expect((await health()).problems).toEqual([expect.stringContaining(issuer)]);
    expect((await show(gateway.token({ exp }), '/mcp')).status).toBe(200);
    isDown = false;
    gateway.set(now + 7_231_000);
    expect((await show(sign({ exp }))).status).toBe(200);
    expect((await health()).problems).toEqual([]);
  });
});

/**
 * An agent that exchanges everything it can get: tokens of others, of another organisation, its own again, for more than they
 * allowed, with proofs from elsewhere. No attempt gives a token, or one that allows more.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenTypes } from '../../../contract/api/token-exchange/states.ts';
import { aProofKey } from '../../../platform/http/bound-tokens/proofs.fixture.ts';
import { claimsOf, type TestAgent } from '../../identity/issuer/issuer.fixture.ts';
import { crm, endpoints, openScene, type Scene } from './exchange-token.fixture.ts';

type Fields = Record<string, unknown>;

let scene: Scene;
let ada: string;
let eve: string;
let own: TestAgent;
let other: TestAgent;

beforeAll(async () => {
  scene = await openScene();
  const { verifier } = scene.issuer;
  expect((await verifier.admin('POST', '/v1/organizations', { id: 'beta' })).status).toBe(201);
  ada = await scene.person('ada@acme.example');
  eve = await scene.person('eve@acme.example', 'beta');
  [own, other] = [await scene.agent('own'), await scene.agent('other')];
  for (const { id } of [own, other]) await scene.consent(ada, id);
}, 60_000);
afterAll(() => scene?.issuer.close());

const good = (change: Fields = {}) => scene.fields(ada, own, change);
const exchange = async (fields: Fields, headers: Record<string, string> = {}) =>
  scene.exchange('/v1/token-exchange', fields, headers);
/** Gives a token that an agent has for Ada. */
async function delegated(agent: TestAgent, change: Fields = {}): Promise<string> {
  const { body } = await exchange(await scene.fields(ada, agent, change));
  return String(body['access_token']);
}

describe('no token is given for', () => {
  it.each<[string, () => Promise<Fields>]>([
    [
      'a person of another organisation',
      async () => good({ subject_token: await scene.subjectToken(eve, { org_id: 'beta' }) }),
    ],
    [
      'that person, said to be of this organisation',
      async () => good({ subject_token: await scene.subjectToken(eve) }),
    ],
    [
      'an agent has, shown as the actor',
      async () => good({ actor_token: await delegated(own), actor_token_type: tokenTypes.accessToken }),
    ],
    [
      'another agent has, shown as the actor',
      async () => good({ actor_token: await delegated(other), actor_token_type: tokenTypes.accessToken }),
    ],
    ['another agent shows as its identity', async () => good({ actor_token: await scene.actorToken('other') })],
    [
      'a person has, shown twice',
      async () => {
        const token = await scene.subjectToken(ada);
        return good({ subject_token: token, actor_token: token, actor_token_type: tokenTypes.accessToken });
      },
    ],
    [
      'names its actors itself',
      async () =>
        good({
          subject_token: await scene.subjectToken(ada, { act: { sub: own.spiffeId, act: { sub: other.spiffeId } } }),
        }),
    ],
    [
      'has lists where there is one audience',
      async () => good({ subject_token: await scene.subjectToken(ada, { aud: ['x', 'y'] }) }),
    ],
    ['ends before it begins', async () => good({ subject_token: await scene.subjectToken(ada, { exp: 0, iat: 0 }) })],
    [
      'has no times',
      async () => good({ subject_token: await scene.subjectToken(ada, { exp: undefined, iat: undefined }) }),
    ],
    [
      'has times that are texts',
      async () => good({ subject_token: await scene.subjectToken(ada, { exp: '9999999999' }) }),
    ],
    ['is for other addresses than those of the grant', async () => good({ resource: [crm, `${crm}.evil.example`] })],
    ['is for an address in another spelling', async () => good({ resource: `${crm}:443/../x` })],
  ])('%s', async (_what, fields) => {
    const { status, body } = await exchange(await fields());
    expect({ status, body }).toMatchObject({ status: 400, body: { error: expect.any(String) } });
    expect(body).not.toHaveProperty('access_token');
  });
});

describe('an issued token', () => {
  it.each(['agents:read', 'crm:read admin', '*', 'assay:full', 'gateway:call crm:read'])(
    'has no scope beyond the grant when %j is requested',
    async (scope) => {
      const { body } = await exchange(await good({ scope }));
      const given = String(body['scope'] ?? '')
        .split(' ')
        .filter(Boolean);
      expect(given.filter((one) => !['crm:read', 'crm:search'].includes(one))).toEqual([]);
    },
  );

  it('has no scope that the former one lacked', async () => {
    const first = await delegated(other, { scope: 'crm:read' });
    const { status, body } = await exchange(await good({ subject_token: first, scope: 'crm:read crm:search' }));
    if (status === 200) expect(String(body['scope'])).toBe('crm:read');
    else expect(status).toBe(400);
  });

  it('names the real chain as actors, with any additions in the request', async () => {
    const added = { act: JSON.stringify({ sub: 'spiffe://localhost/agent/root' }), sub: eve, org_id: 'beta' };
    const { status, body } = await exchange(await good(added));
    expect(status).toBe(200);
    const { act, sub, org_id: orgId } = claimsOf(body['access_token']);
    expect({ act, sub, orgId }).toMatchObject({ act: { sub: own.spiffeId }, sub: ada, orgId: 'default' });
    expect(act).not.toHaveProperty('act');
  });
});

describe('a DPoP proof', () => {
  const nowS = () => Math.floor(scene.issuer.verifier.clock.now() / 1000);
  const htu = (path: string) => `${scene.issuer.url}${path}`;

  it('shown at one token endpoint is invalid at the other, and at the API', async () => {
    const key = await aProofKey();
    for (const path of endpoints) {
      const dpop = await key.prove({ htm: 'POST', htu: htu(path), jti: crypto.randomUUID(), iat: nowS() });
      expect((await scene.exchange(path, await good(), { dpop })).status).toBe(200);
      for (const again of endpoints) {
        const { status, body } = await scene.exchange(again, await good(), { dpop });
        expect({ status, error: body['error'] }).toEqual({ status: 400, error: 'invalid_dpop_proof' });
      }
    }
  });

  it.each<[string, (path: string) => Fields]>([
    ['of another method', (path) => ({ htm: 'GET', htu: htu(path) })],
    ['of another address', () => ({ htm: 'POST', htu: 'https://elsewhere.example/oauth/token' })],
    ['of a longer address', (path) => ({ htm: 'POST', htu: `${htu(path)}/` })],
    ['of yesterday', (path) => ({ htm: 'POST', htu: htu(path), iat: nowS() - 86_400 })],
    ['of tomorrow', (path) => ({ htm: 'POST', htu: htu(path), iat: nowS() + 86_400 })],
    ['of a time that is a text', (path) => ({ htm: 'POST', htu: htu(path), iat: String(nowS()) })],
    ['with an endless jti', (path) => ({ htm: 'POST', htu: htu(path), jti: 'x'.repeat(5_000) })],
    ['with a jti that is a number', (path) => ({ htm: 'POST', htu: htu(path), jti: 7 })],
    ['with a list of methods', (path) => ({ htm: ['POST'], htu: htu(path) })],
  ])('%s binds no token', async (_what, change) => {
    const key = await aProofKey();
    for (const path of endpoints) {
      const dpop = await key.prove({ jti: crypto.randomUUID(), iat: nowS(), ...change(path) });
      const { status, body } = await scene.exchange(path, await good(), { dpop });
      expect({ status, error: body['error'] }).toEqual({ status: 400, error: 'invalid_dpop_proof' });
    }
  });
});

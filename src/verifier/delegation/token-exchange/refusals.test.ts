import { createHmac, generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tokenTypes } from '../../../contract/api/token-exchange/states.ts';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import type { TestAgent } from '../../identity/issuer/issuer.fixture.ts';
import { basic, claimsOf } from '../../identity/issuer/issuer.fixture.ts';
import { crm, endpoints, openScene, type Scene } from './exchange-token.fixture.ts';

let scene: Scene;
let ada: string;
let agent: TestAgent;
const agents = new Map<string, TestAgent>();
const people = new Map<string, string>();
let startedAt = 0;

beforeAll(async () => {
  scene = await openScene(testDatabaseKind, { VERIFIER_CLIENT_REGISTRATION: 'open' });
  const { verifier } = scene.issuer;
  startedAt = verifier.clock.now();
  ada = await scene.person('ada@acme.example');
  agent = await scene.agent('helper');
  await scene.consent(ada, agent.id);
  for (const [id, change] of Object.entries({ other: {}, paused: {}, shallow: { max_delegation_depth: 0 }, new: {} })) {
    agents.set(id, await scene.agent(id, change));
    if (id !== 'new') await scene.consent(ada, id);
  }
  await verifier.admin('POST', '/v1/agents/paused/suspend', { reason: 'tests' });
  people.set('elsewhere', await scene.person('eve@elsewhere.example'));
  people.set('leaver', await scene.person('lea@acme.example'));
  await scene.consent((await people.get('leaver')) as string, agent.id);
});
beforeEach(() => scene.issuer.verifier.clock.set(startedAt));
afterAll(() => scene?.issuer.close());

type Change = Readonly<Record<string, unknown>>;
interface Row {
  readonly error: string;
  readonly code: string;
  /** Part of the description, where it must say what to change. */
  readonly words?: string;
  readonly status?: number;
  readonly fields?: Change | (() => Promise<Change> | Change);
  readonly headers?: () => Record<string, string>;
}

const named = (id: string): TestAgent => {
  const found = agents.get(id);
  if (found === undefined) throw new Error(`no agent ${id}`);
  return found;
};
const secretOf = ({ clientId, secret }: TestAgent) => ({ client_id: clientId, client_secret: secret });
const nowS = () => Math.floor(scene.issuer.verifier.clock.now() / 1000);
const as = async (id: string) => ({ ...secretOf(named(id)), actor_token: await scene.actorToken(id) });
const subject = async (change: Change) => ({ subject_token: await scene.subjectToken(ada, change) });

const malformed = { error: 'invalid_request', code: 'malformed_request' };
const badClient = { error: 'invalid_client', code: 'client_authentication_failed', status: 401 };
const badSubject = { error: 'invalid_request', code: 'subject_token_invalid' };
const badActor = { error: 'invalid_request', code: 'actor_token_invalid' };

const { privateKey: foreignKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Puts a token's claims under another header, with a matching signature. */
function forge(token: string, header: Change, seal: (input: string) => string): string {
  const input = `${part(header)}.${part(claimsOf(token))}`;
  return `${input}.${seal(input)}`;
}
const kidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
const byForeignKey = (input: string) =>
  signBytes('sha256', Buffer.from(input), { key: foreignKey, dsaEncoding: 'ieee-p1363' }).toString('base64url');
const byHmac = (input: string) => createHmac('sha256', 'public').update(input).digest('base64url');

async function agentToken(id: string): Promise<string> {
  const { body } = await scene.issuer.form('/oauth/token', { grant_type: 'client_credentials' }, basic(named(id)));
  return String(body['access_token']);
}

const rows: Readonly<Record<string, Row>> = {
  'check 1: no client': { ...badClient, fields: { client_id: undefined, client_secret: undefined } },
  'check 1: a wrong secret': { ...badClient, fields: { client_secret: 'wrong' } },
  'check 1: a wrong secret by Basic': {
    ...badClient,
    fields: { client_id: undefined, client_secret: undefined },
    headers: () => basic({ clientId: agent.clientId, secret: 'wrong' }),
  },
  'check 1: an unknown client': { ...badClient, fields: { client_id: 'nobody' } },
  'check 1: a public client': { ...badClient, fields: { client_id: 'assay-cli', client_secret: undefined } },
  'check 1: an assertion that is none': {
    ...badClient,
    fields: {
      client_id: undefined,
      client_secret: undefined,
      client_assertion: 'a.b.c',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    },
  },
  'check 1: two ways at once': { ...malformed, headers: () => basic(agent) },
  'check 1: a client without an agent': {
    error: 'unauthorized_client',
    code: 'client_not_allowed',
    async fields() {
      const metadata = { grant_types: ['authorization_code'], redirect_uris: ['https://app.example/back'] };
      const { body } = await scene.issuer.verifier.post('/oauth/register', metadata);
      return { client_id: body['client_id'], client_secret: body['client_secret'] };
    },
  },
  'check 2: no subject_token': { ...malformed, fields: { subject_token: undefined } },
  'check 2: an empty subject_token': { ...malformed, fields: { subject_token: '' } },
  'check 2: no subject_token_type': { ...malformed, fields: { subject_token_type: undefined } },
  'check 2: an id_token as subject': {
    ...malformed,
    fields: { subject_token_type: 'urn:ietf:params:oauth:token-type:id_token' },
  },
  'check 2: a refresh token as subject': {
    ...malformed,
    fields: { subject_token_type: 'urn:ietf:params:oauth:token-type:refresh_token' },
  },
  'check 2: nobody acts': {
    error: 'invalid_request',
    code: 'actor_token_required',
    fields: { actor_token: undefined, actor_token_type: undefined },
  },
  'check 2: actor_token_type without actor_token': { ...malformed, fields: { actor_token: undefined } },
  'check 2: actor_token without its type': { ...malformed, fields: { actor_token_type: undefined } },
  'check 2: an actor token of a type that is not taken': {
    ...malformed,
    fields: { actor_token_type: 'urn:ietf:params:oauth:token-type:saml2' },
  },
  'check 2: a token type that is not issued': {
    ...malformed,
    fields: { requested_token_type: 'urn:ietf:params:oauth:token-type:refresh_token' },
  },
  'check 2: a repeated subject_token': { ...malformed, fields: { subject_token: ['a', 'b'] } },
  'check 2: a repeated scope': { ...malformed, fields: { scope: ['crm:read', 'crm:search'] } },
  'check 2: a repeated unknown parameter': { ...malformed, fields: { x: ['1', '2'] } },
  'check 2: a scope that is none': { error: 'invalid_scope', code: 'malformed_request', fields: { scope: 'a "b"' } },
  'check 2: a resource with a fragment': {
    error: 'invalid_target',
    code: 'malformed_request',
    fields: { resource: `${crm}#top` },
  },
  'check 2: a relative resource': { error: 'invalid_target', code: 'malformed_request', fields: { resource: '/crm' } },
  'check 2: a DPoP proof that is none': {
    error: 'invalid_dpop_proof',
    code: 'dpop_proof_invalid',
    headers: () => ({ dpop: 'a.b.c' }),
  },
  'check 3: a subject token that is no token': { ...badSubject, fields: { subject_token: 'x' } },
  'check 3: an expired subject token': { ...badSubject, fields: () => subject({ exp: nowS() }) },
  'check 3: a subject token of the future': { ...badSubject, fields: () => subject({ iat: nowS() + 31 }) },
  'check 3: nbf in the future': { ...badSubject, fields: () => subject({ nbf: nowS() + 31 }) },
  'check 3: the audience of the gateways': {
    ...badSubject,
    fields: () => subject({ aud: `${scene.issuer.url}/gateway` }),
  },
  'check 3: another issuer': { ...badSubject, fields: () => subject({ iss: 'https://elsewhere.example' }) },
  'check 3: another organisation': { ...badSubject, fields: () => subject({ org_id: 'other' }) },
  'check 3: nobody whom we know': { ...badSubject, fields: () => subject({ sub: 'usr_nobody' }) },
  'check 3: a grant of the person that is gone': { ...badSubject, fields: () => subject({ grant_id: 'gone' }) },
  'check 3: a token of a client alone': { ...badSubject, fields: () => subject({ grant_id: undefined }) },
  'check 3: an agent as subject': {
    ...badSubject,
    fields: async () => ({ subject_token: await agentToken('other') }),
  },
  'check 3: alg none': {
    ...badSubject,
    fields: async () => ({
      subject_token: forge(await scene.subjectToken(ada), { alg: 'none', typ: 'at+jwt' }, () => ''),
    }),
  },
  'check 3: HS256': {
    ...badSubject,
    async fields() {
      const token = await scene.subjectToken(ada);
      return { subject_token: forge(token, { alg: 'HS256', typ: 'at+jwt', kid: kidOf(token) }, byHmac) };
    },
  },
  'check 3: another key under our kid': {
    ...badSubject,
    async fields() {
      const token = await scene.subjectToken(ada);
      return { subject_token: forge(token, { alg: 'ES256', typ: 'at+jwt', kid: kidOf(token) }, byForeignKey) };
    },
  },
  'check 3: a token bound to a key that is not shown': {
    ...badSubject,
    fields: () => subject({ cnf: { jkt: 'x'.repeat(43) } }),
  },
  'check 3: an identity document as subject': {
    ...badSubject,
    fields: async () => ({ subject_token: await scene.actorToken('helper') }),
  },
  'check 4: an actor token that is no token': { ...badActor, fields: { actor_token: 'x' } },
  'check 4: a document for somebody else': {
    ...badActor,
    fields: async () => ({ actor_token: await scene.actorToken('helper', 'https://elsewhere.example') }),
  },
  'check 4: a document by another key': {
    ...badActor,
    async fields() {
      const token = await scene.actorToken('helper');
      return { actor_token: forge(token, { alg: 'ES256', typ: 'JWT', kid: kidOf(token) }, byForeignKey) };
    },
  },
  'check 4: a document with alg none': {
    ...badActor,
    fields: async () => ({
      actor_token: forge(await scene.actorToken('helper'), { alg: 'none', typ: 'JWT' }, () => ''),
    }),
  },
  'check 4: an expired document': {
    ...badActor,
    async fields() {
      const token = await scene.actorToken('helper');
      scene.issuer.verifier.clock.set(startedAt + 300_000);
      return { actor_token: token, ...(await subject({})) };
    },
  },
  'check 4: a person acts': {
    ...badActor,
    fields: async () => ({ actor_token: await scene.subjectToken(ada), actor_token_type: tokenTypes.accessToken }),
  },
  'check 4: a document for an access token': {
    ...badActor,
    fields: { actor_token_type: tokenTypes.accessToken },
  },
  'check 4: shown twice': {
    error: 'invalid_request',
    code: 'actor_token_replayed',
    async fields() {
      const fields = await scene.fields(ada, agent);
      expect((await scene.exchange('/v1/token-exchange', fields)).status).toBe(200);
      return { actor_token: fields['actor_token'] };
    },
  },
  'check 5: the client of another agent': {
    error: 'invalid_request',
    code: 'actor_client_mismatch',
    fields: () => secretOf(named('other')),
  },
  'check 6: an agent that is suspended': {
    error: 'invalid_request',
    code: 'agent_suspended',
    async fields() {
      await scene.issuer.verifier.admin('POST', '/v1/agents/paused/reactivate', { reason: 'tests' });
      const fields = await as('paused');
      await scene.issuer.verifier.admin('POST', '/v1/agents/paused/suspend', { reason: 'tests' });
      return fields;
    },
  },
  'check 7: an account of another domain': {
    error: 'invalid_request',
    code: 'account_domain_not_allowed',
    fields: async () => ({ subject_token: await scene.subjectToken(people.get('elsewhere') ?? '') }),
  },
  'check 8: nobody consented': { error: 'invalid_request', code: 'no_active_delegation', fields: () => as('new') },
  'check 9: a resource that is not granted': {
    error: 'invalid_target',
    code: 'resource_not_granted',
    fields: { resource: 'https://mail.example.com' },
  },
  'check 9: an audience that is not granted': {
    error: 'invalid_target',
    code: 'resource_not_granted',
    fields: { audience: 'mail' },
  },
  'check 9: two resources': {
    error: 'invalid_target',
    code: 'resource_not_granted',
    fields: { resource: [crm, 'https://mail.example.com'] },
  },
  'check 10: no scope is left': { error: 'invalid_scope', code: 'scope_empty', fields: { scope: 'agents:read' } },
  'check 10: a subject token without scopes gives none': {
    error: 'invalid_scope',
    code: 'scope_empty',
    words: "the person's token has none",
    fields: () => subject({ scope: undefined }),
  },
  'check 10: more scopes than anybody reads in a token': {
    error: 'invalid_scope',
    code: 'malformed_request',
    async fields() {
      const scopes = Array.from({ length: 60 }, (_, index) => `scope-${index}:`.padEnd(100, 'x'));
      const id = `wide-${agents.size}`;
      agents.set(id, await scene.agent(id, { scopes }));
      await scene.consent(ada, id, { scopes });
      return as(id);
    },
  },
  'check 11: an agent that may not act for others at all': {
    error: 'invalid_request',
    code: 'delegation_depth_exceeded',
    fields: () => as('shallow'),
  },
};

describe.each(endpoints)('%s refuses', (path) => {
  it.each(Object.entries(rows))(
    '%s',
    async (_title, { error, code, words = '', status = 400, fields = {}, headers }) => {
      const change = typeof fields === 'function' ? await fields() : fields;
      const answer = await scene.exchange(path, await scene.fields(ada, agent, change), headers?.());
      expect(answer).toMatchObject({ status, body: { error, error_code: code } });
      expect(String(answer.body['error_description'])).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
      expect(answer.body['error_description']).toContain(words);
      expect(answer.body).not.toHaveProperty('access_token');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('www-authenticate')).toEqual(status === 401 ? expect.stringContaining('Basic') : null);
    },
  );
});

describe('its own endpoint', () => {
  const post = (body: string, type: string) =>
    fetch(`${scene.issuer.url}/v1/token-exchange`, { method: 'POST', body, headers: { 'content-type': type } });

  it('accepts JSON with lists where a parameter may repeat, and otherwise only text', async () => {
    const fields = await scene.fields(ada, agent, { resource: [crm], audience: [crm] });
    const answer = await post(JSON.stringify(fields), 'application/json');
    expect(await answer.json()).toMatchObject({ scope: 'crm:read crm:search' });
    for (const change of [{ scope: ['crm:read'] }, { scope: 1 }, { resource: [1] }, { subject_token: null }]) {
      const wrong = await post(JSON.stringify(await scene.fields(ada, agent, change)), 'application/json');
      expect(await wrong.json()).toMatchObject({ error: 'invalid_request', error_code: 'malformed_request' });
    }
  });

  it.each([
    [
      'another grant type',
      () => scene.fields(ada, agent, { grant_type: 'client_credentials' }),
      'unsupported_grant_type',
    ],
    ['no grant type', () => scene.fields(ada, agent, { grant_type: undefined }), 'invalid_request'],
  ])('%s is %s', async (_title, make, error) => {
    const { status, body } = await scene.exchange('/v1/token-exchange', await make());
    expect({ status, body }).toMatchObject({ status: 400, body: { error, error_code: 'malformed_request' } });
  });

  it.each([
    ['no JSON', '{', 'application/json'],
    ['a JSON list', '[]', 'application/json'],
    ['another media type', 'x', 'text/plain'],
    ['more than it takes', `x=${'y'.repeat(60 * 1024)}`, 'application/x-www-form-urlencoded'],
  ])('%s is a malformed request', async (_title, body, type) => {
    const answer = await post(body, type);
    expect(await answer.json()).toMatchObject({
      error: 'invalid_request',
      error_code: 'malformed_request',
    });
  });
});

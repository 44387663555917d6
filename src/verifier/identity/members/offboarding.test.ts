/** A leaving person in the running verifier: it ends their sessions, their API keys, and agents that only they owned. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Author, createAuthor } from '../../base/control/author.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';

let verifier: TestVerifier;
const password = 'nine violet engines';
const inAcme = { 'x-assay-organization': 'acme' };
const origin = { ipAddress: '192.0.2.1', userAgent: null, requestId: 'r' };

beforeAll(async () => {
  verifier = await openTestVerifier();
  await verifier.admin('POST', '/v1/organizations', { id: 'acme' });
}, 60_000);

afterAll(() => verifier.close());

const services = () => verifier.verifier().services;

/** Adds an invited operator of the organisation with an API key, a session and an agent. */
async function anOperator(name: string) {
  const email = `${name}@acme.example`;
  const { body } = await verifier.admin('POST', '/v1/invitations', { email, role: 'operator' }, inAcme);
  const path = `/v1/invitations/${body['id']}/accept`;
  const joined = await verifier.post(path, { token: body['token'], name, password });
  const id = String(joined.body['user_id']);
  const author: Author = { ...createAuthor('acme', id, 'operator'), kind: 'person' };
  const scopes = ['agents:read', 'agents:write'];
  const expiresAt = new Date(verifier.clock.now() + 86_400_000).toISOString();
  const made = await services().db.transaction((tx) =>
    services().apiKeys.create(tx, author, { alias: 'mine', purpose: 'cli', scopes, expires_at: expiresAt }),
  );
  const headers = { 'x-assay-key': made.text.reveal() };
  const { cookie } = await services().sessions.open(id, origin);
  const agentId = `agent-of-${name}`;
  expect(await verifier.post('/v1/agents', { id: agentId }, headers)).toMatchObject({ status: 201 });
  const key = async (wanted: string[]) => {
    const more = { alias: 'more', purpose: 'cli' as const, scopes: wanted, expires_at: expiresAt };
    const { text } = await services().db.transaction((tx) => services().apiKeys.create(tx, author, more));
    return { 'x-assay-key': text.reveal() };
  };
  return {
    id,
    email,
    headers,
    key,
    me: () => verifier.get('/v1/me', headers),
    session: () => services().sessions.find(cookie.reveal()),
    agent: async () => (await verifier.admin('GET', `/v1/agents/${agentId}`, undefined, inAcme)).body,
  };
}

const leavings = {
  removed: (id: string) => verifier.admin('DELETE', `/v1/members/${id}`, undefined, inAcme),
  disabled: (id: string) =>
    verifier.admin('PATCH', `/v1/members/${id}`, { status: 'disabled' }, { ...inAcme, 'if-match': '"1"' }),
  'disabled as a whole': (id: string) =>
    verifier.admin('PATCH', `/v1/people/${id}`, { status: 'disabled' }, { 'if-match': '"1"' }),
};

describe.each(Object.entries(leavings))('a member who is %s', (name, leave) => {
  it('is signed out, their key is invalid, and agents owned only by them are stopped', async () => {
    const bob = await anOperator(`bob-${name.replaceAll(' ', '-')}`);
    expect(await bob.me()).toMatchObject({
      status: 200,
      body: {
        user_id: bob.id,
        kind: 'person',
        email: bob.email,
        org_id: 'acme',
        role: 'operator',
        organizations: [{ org_id: 'acme', role: 'operator' }],
        authentication: 'api_key',
      },
    });
    expect(await bob.session()).toBeDefined();
    expect(await bob.agent()).toMatchObject({ status: 'active', owner_id: bob.id });
    expect([200, 204]).toContain((await leave(bob.id)).status);
    expect(await bob.me()).toMatchObject({ status: 401 });
    expect(await bob.session()).toBeUndefined();
    expect(await bob.agent()).toMatchObject({ status: 'orphaned' });
  });
});

describe('a person, about themselves,', () => {
  const logOf = async (action: string) =>
    (await verifier.admin('GET', `/v1/audit-logs?action=${action}`, undefined, inAcme)).body['items'];

  it('changes their name, and nobody else can', async () => {
    const eve = await anOperator('eve');
    const full = { ...eve.headers };
    expect(await verifier.call('PATCH', '/v1/me', full, { name: 'Eve' })).toMatchObject({
      status: 403,
      body: { scope: 'self:write' },
    });
    const headers = await eve.key(['self:write']);
    expect(await verifier.call('PATCH', '/v1/me', headers, { name: 'Eve' })).toMatchObject({
      status: 200,
      body: { name: 'Eve', user_id: eve.id },
    });
    expect(await logOf('person.renamed')).toMatchObject([
      { actor: { type: 'person', id: eve.id }, resource_id: eve.id, details: { name: 'Eve', before: { name: 'eve' } } },
    ]);
    for (const name of ['', 'a\u0000b', 'x'.repeat(201)]) {
      expect((await verifier.call('PATCH', '/v1/me', headers, { name })).status).toBe(400);
    }
    const operator = await verifier.admin('PATCH', '/v1/me', { name: 'X' });
    expect(operator).toMatchObject({ status: 409, body: { reason: 'not_a_person' } });
  });

  it('leaves an organisation with everything of theirs there, but not as its last admin', async () => {
    const { body } = await verifier.admin(
      'POST',
      '/v1/invitations',
      { email: 'boss@acme.example', role: 'admin' },
      inAcme,
    );
    const path = `/v1/invitations/${String(body['id'])}/accept`;
    const admin = String((await verifier.post(path, { token: body['token'], name: 'Boss', password })).body['user_id']);
    const asAdmin: Author = { ...createAuthor('acme', admin, 'admin'), kind: 'person' };
    const { db, self } = services();
    await expect(db.transaction((tx) => self.leave(tx, asAdmin))).rejects.toMatchObject({
      code: 'conflict',
      extensions: { reason: 'last_admin' },
    });
    const dan = await anOperator('dan');
    const left = await verifier.call('DELETE', '/v1/me/membership', await dan.key(['self:write']));
    expect(left.status).toBe(204);
    expect(await dan.me()).toMatchObject({ status: 401 });
    expect(await dan.session()).toBeUndefined();
    expect(await dan.agent()).toMatchObject({ status: 'orphaned' });
    expect(await logOf('member.left')).toMatchObject([{ actor: { type: 'person', id: dan.id }, resource_id: dan.id }]);
  });
});

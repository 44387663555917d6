/** A delegated token, from its exchange to our API: it is the person with all limits, and ends with what it depends on. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../../contract/audit-log.ts';
import { createAuthor } from '../../base/control/author.ts';
import { openScene, type Scene } from '../../delegation/token-exchange/exchange-token.fixture.ts';
import type { Method } from '../../test-verifier.ts';
import { apiKeysTable } from '../api-keys/tables.ts';
import type { TestAgent } from '../issuer/issuer.fixture.ts';
import { membersTable } from '../members/tables.ts';

let scene: Scene;
let agent: TestAgent;

beforeAll(async () => {
  scene = await openScene();
  const api = `${scene.issuer.url}/v1`;
  agent = await scene.agent('helper', { resources: [api], scopes: ['assay:full'] });
}, 60_000);
afterAll(() => scene?.issuer.close());

/** Gives a token of the agent for a new person of this role, with every scope, and its grant. */
async function aToken(email: string, role: 'viewer' | 'operator' = 'viewer') {
  const user = await scene.person(email);
  const { db } = scene.issuer.verifier.testDb.database();
  await db.update(membersTable).set({ role }).where(eq(membersTable.user_id, user));
  const request = { agentId: agent.id, subjectId: user, resources: [`${scene.issuer.url}/v1`], scopes: ['assay:full'] };
  const { delegations } = scene.issuer.verifier.verifier().services;
  const asked = await delegations.requestConsent(scene.asPerson(user), { ...request, purpose: 'tests' });
  // So many scopes are a high risk, which also needs an admin.
  const grant = await delegations.grant(createAuthor('default', 'operator'), agent.id, {
    consent_request_id: asked.id,
  });
  const fields = await scene.fields(user, agent, { scope: 'assay:full' });
  const { status, body } = await scene.exchange('/v1/token-exchange', fields);
  expect({ status, body }).toMatchObject({ status: 200, body: { scope: 'assay:full' } });
  const headers = { authorization: `Bearer ${body['access_token']}` };
  const call = (method: Method, url: string, payload?: unknown) =>
    scene.issuer.verifier.call(method, url, headers, payload);
  return { user, grant, call };
}

describe('a delegated token at our own API', () => {
  it("is the person through the agent, with the person's role", async () => {
    const { user, grant, call } = await aToken('ada@acme.example');
    expect((await call('GET', '/v1/me')).body).toMatchObject({
      user_id: user,
      kind: 'person',
      role: 'viewer',
      authentication: 'oauth',
      acting_agent: { id: agent.id, spiffe_id: agent.spiffeId, grant_id: grant.id },
    });
    expect((await call('GET', '/v1/agents')).status).toBe(200);
    expect((await call('GET', '/v1/audit-logs')).status).toBe(403);
  });

  it('makes no key, invitation, agent or consent, with any scopes', async () => {
    const { user, call } = await aToken('bob@acme.example', 'operator');
    const expiresAt = new Date(scene.issuer.verifier.clock.now() + 86_400_000).toISOString();
    const key = { alias: 'k', purpose: 'ci', scopes: ['agents:read'], expires_at: expiresAt };
    const writes: [string, unknown][] = [
      ['/v1/api-keys', key],
      ['/v1/invitations', { email: 'eve@example.com', role: 'viewer' }],
      ['/v1/agents', { id: 'mine' }],
      [`/v1/agents/${agent.id}/identity-document`, { audience: scene.issuer.url }],
      [
        '/v1/on-behalf-of/authorize',
        { agent_id: agent.id, resources: ['https://x.example'], scopes: ['x'], purpose: 'p' },
      ],
    ];
    for (const [url, body] of writes) {
      const { status, body: answer } = await call('POST', url, body);
      expect({ url, status, reason: answer['reason'] }).toEqual({ url, status: 403, reason: 'takes_the_person' });
    }
    const { db } = scene.issuer.verifier.testDb.database();
    expect(await db.select().from(apiKeysTable)).toEqual([]);
    const log = await scene.issuer.verifier.admin('GET', `/v1/audit-logs?actor=${user}&action=access.refused`);
    const entries = log.body['items'] as AuditEntry[];
    expect(entries).toHaveLength(writes.length);
    expect(new Set(entries.map(({ acting_agent }) => acting_agent?.id))).toEqual(new Set([agent.id]));
  });

  it('is invalid at the next call after its grant is revoked', async () => {
    const { user, grant, call } = await aToken('dan@acme.example');
    expect((await call('GET', '/v1/me')).status).toBe(200);
    await scene.issuer.verifier.verifier().services.delegations.revoke(scene.asPerson(user), agent.id, grant.id);
    expect((await call('GET', '/v1/me')).status).toBe(401);
  });

  it('is invalid at the next call after its person left', async () => {
    const { user, call } = await aToken('eva@acme.example');
    expect((await scene.issuer.verifier.admin('DELETE', `/v1/members/${user}`)).status).toBe(204);
    expect((await call('GET', '/v1/me')).status).toBe(401);
  });

  it('is invalid after its agent was suspended, and stays so', async () => {
    const { call } = await aToken('fay@acme.example');
    const { admin } = scene.issuer.verifier;
    expect((await admin('POST', `/v1/agents/${agent.id}/suspend`, { reason: 'x' })).status).toBe(200);
    expect((await call('GET', '/v1/me')).status).toBe(401);
    await admin('POST', `/v1/agents/${agent.id}/reactivate`, { reason: 'x' });
    expect((await call('GET', '/v1/me')).status).toBe(401);
  });
});

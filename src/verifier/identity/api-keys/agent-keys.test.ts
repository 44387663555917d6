/** API keys of agents: they act as the agent, end with it, and the last one cannot be revoked. */

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import { agentsTable } from '../../configuration/agents/tables.ts';
import { type KeysFixture, openKeys, type TestPerson } from './keys.fixture.ts';

let fixture: KeysFixture;
let owner: TestPerson;

beforeAll(async () => {
  fixture = await openKeys(testDatabaseKind);
  owner = await fixture.person('operator');
  await owner.call('POST', '/v1/agents', { id: 'bot' });
  // Known from its evidence alone.
  await services().agents.ensureKnown('default', [{ id: 'seen', workspaceId: 'default' }]);
}, 60_000);
afterAll(() => fixture.verifier.close());

const services = () => fixture.verifier.verifier().services;
const make = (who: TestPerson, change: object = {}) =>
  who.call('POST', '/v1/api-keys', {
    ...fixture.wanted({ purpose: 'agent', agent_id: 'bot', scopes: ['agents:read', 'gateway:call'] }),
    ...change,
  });
const setAgent = (change: object) => services().db.update(agentsTable).set(change).where(eq(agentsTable.id, 'bot'));

describe('an API key of an agent', () => {
  it('acts as the agent, only on itself, and never as its maker', async () => {
    await owner.call('POST', '/v1/agents', { id: 'other' });
    const made = await make(owner);
    expect(made.status).toBe(201);
    const get = async (url: string) => (await fixture.withKey(String(made.body['key']), 'GET', url)).status;
    expect([await get('/v1/agents/bot'), await get('/v1/agents/other'), await get('/v1/policies')]).toEqual([
      200, 403, 403,
    ]);
    const [listed] = await services().apiKeys.listForGateway(services().db, 'default', fixture.verifier.clock.now());
    expect(listed).toMatchObject({
      id: expect.stringMatching(/^key_/),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it.each(['sidecar', 'client_credentials', 'token_exchange'])(
    'acts as an agent of the method %s too',
    async (method) => {
      const id = `of-${method.replace('_', '-')}`;
      await owner.call('POST', '/v1/agents', { id, injection_method: method });
      const made = await make(owner, { agent_id: id });
      const read = await fixture.withKey(String(made.body['key']), 'GET', `/v1/agents/${id}`);
      expect([made.status, read.status, read.body['injection_method']]).toEqual([201, 200, method]);
      const served = await services().apiKeys.listForGateway(services().db, 'default', fixture.verifier.clock.now());
      expect(served).toContainEqual(expect.objectContaining({ id: made.body['id'] }));
    },
  );

  it.each([
    ['without an agent', { agent_id: undefined }, 422, 'agent_and_purpose'],
    ['with an agent and another purpose', { purpose: 'cli' }, 422, 'agent_and_purpose'],
    ['of an agent that is not there', { agent_id: 'nobody' }, 422, 'agent_unknown'],
    ['of an agent that nobody registered', { agent_id: 'seen' }, 422, 'agent_unknown'],
    ['with a scope that no agent can use', { scopes: ['policies:write'] }, 422, 'scope_useless'],
    ['with a scope for people', { scopes: ['agents:read', 'agents:write'] }, 422, 'scope_useless'],
    ['for a workspace, with scopes of the verifier', { workspace_id: 'default' }, 422, 'workspace_and_scopes'],
    ['for a workspace that is not there', { workspace_id: 'x', scopes: ['gateway:call'] }, 422, 'workspace_unknown'],
  ])('%s is refused', async (_words, change, status, reason) => {
    const refused = await make(owner, change);
    expect([refused.status, refused.body['reason']]).toEqual([status, reason]);
  });

  it('needs an operator, or an owner of the agent', async () => {
    const viewer = await fixture.person('viewer');
    expect((await make(viewer)).status).toBe(403);
    await setAgent({ owners: [owner.id, viewer.id] });
    expect((await make(viewer)).status).toBe(201);
  });

  it('is invalid while the agent is suspended, and without an owner', async () => {
    const made = await make(owner);
    const answer = () => fixture.withKey(String(made.body['key']), 'GET', '/v1/agents/bot');
    await setAgent({ status: 'suspended' });
    expect((await answer()).body['reason']).toBe('agent_inactive');
    await setAgent({ status: 'active', owners: [] });
    expect((await answer()).status).toBe(401);
    await setAgent({ owners: [owner.id] });
    expect((await answer()).status).toBe(200);
  });

  it('is rotated, not deleted, as the last credential of an active agent', async () => {
    await setAgent({ client_id: null });
    const { body } = await (await fixture.person('admin')).call('GET', '/v1/api-keys?agent_id=bot&limit=100');
    const items: { id: string }[] = JSON.parse(JSON.stringify(body['items']));
    const [last, ...others] = items.map(({ id }) => id);
    const admin = await fixture.person('admin');
    for (const id of others) expect((await admin.call('DELETE', `/v1/api-keys/${id}`)).status).toBe(204);
    const refused = await admin.call('DELETE', `/v1/api-keys/${last}`);
    expect([refused.status, refused.body['reason']]).toEqual([409, 'last_key']);
    // Two at once: one of them would be the last.
    const second = await make(owner);
    const both = await Promise.all([last, second.body['id']].map((id) => admin.call('DELETE', `/v1/api-keys/${id}`)));
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
    await setAgent({ client_id: 'oc_1' });
    for (const id of [last, second.body['id']]) {
      expect((await admin.call('DELETE', `/v1/api-keys/${id}`)).status).toBe(204);
    }
  });

  it('ends with the agent', async () => {
    await setAgent({ client_id: null });
    const made = await make(owner);
    const { db, agents } = services();
    const { revision } = await agents.get(db, 'default', 'bot');
    expect(revision).toBeGreaterThan(0);
    const ended = await owner.call('POST', '/v1/agents/bot/decommission', { reason: 'over' });
    expect(ended.status).toBe(200);
    expect((await owner.call('GET', `/v1/api-keys/${made.body['id']}`)).body['status']).toBe('revoked');
    expect((await make(owner)).status).toBe(422);
  });
});

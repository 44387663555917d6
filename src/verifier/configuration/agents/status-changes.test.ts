import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { createAuthor } from '../../base/control/author.ts';
import { replaceHooks } from '../../base/hooks.fixture.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);

describe.each(kinds)('life of an agent on %s', (kind) => {
  let verifier: TestVerifier;
  let count = 0;
  beforeAll(async () => {
    verifier = await openTestVerifier({}, kind);
  });
  afterAll(() => verifier?.close());

  const services = () => verifier.verifier().services;
  const anAgent = async (more: object = {}): Promise<string> => {
    count += 1;
    const { status, body } = await verifier.post('/v1/agents', { id: `a${count}`, ...more });
    expect(status).toBe(201);
    return String(body['id']);
  };
  const act = (id: string, verb: string, body?: object, headers = {}) =>
    verifier.post(`/v1/agents/${id}/${verb}`, body, headers);
  const admin = (id: string, verb: string, body?: object) => verifier.admin('POST', `/v1/agents/${id}/${verb}`, body);
  const read = async (id: string) => (await verifier.get(`/v1/agents/${id}`)).body;
  const revision = async () => (await services().changes.current(services().db, 'default')).revision;
  const actions = async (id: string) => {
    const { items } = (await verifier.admin('GET', `/v1/agents/${id}/history`)).body;
    return Array.isArray(items) ? items.map(({ action }) => action) : [];
  };

  it('a registered agent is active, owned by its registrant, and describes itself', async () => {
    const id = await anAgent({
      purpose: 'invoices',
      kind: 'workflow',
      framework: 'own',
      deployment_type: 'app',
      labels: { team: 'x' },
      description: 'd',
      access_manifest: { scopes: ['crm.read'], account_domains: ['example.com'] },
    });
    expect(await read(id)).toMatchObject({
      purpose: 'invoices',
      kind: 'workflow',
      framework: 'own',
      deployment_type: 'app',
      labels: { team: 'x' },
      status: 'active',
      owner_id: 'local',
      sponsor_ids: ['local'],
      created_by: 'local',
      agent_epoch: 1,
      injection_method: 'sidecar',
      description: 'd',
      access_manifest: {
        account_domains: ['example.com'],
        resources: [],
        scopes: ['crm.read'],
        max_delegation_depth: 1,
        max_token_ttl_s: 300,
      },
    });
  });

  it.each([
    { access_manifest: { account_domains: ['Example.com'] } },
    { access_manifest: { account_domains: ['a..b'] } },
    { access_manifest: { resources: ['/relative'] } },
    { access_manifest: { resources: ['https://x/#f'] } },
    { access_manifest: { scopes: ['a b'] } },
    { access_manifest: { max_token_ttl_s: 301 } },
    { access_manifest: { max_delegation_depth: -1 } },
    { kind: 'robot' },
    { labels: { 'a b': 'x' } },
    { sponsor_ids: [] },
    { spiffe_id: 'spiffe://x/y' },
    { status: 'active' },
  ])('refuses %j', async (body) => {
    expect((await verifier.post('/v1/agents', body)).status).toBe(400);
  });

  it('no agent may ever write auditor settings', async () => {
    const body = { access_manifest: { scopes: ['a', 'auditor-settings:write'] } };
    expect(await verifier.post('/v1/agents', body)).toMatchObject({
      status: 422,
      body: { reason: 'manifest', errors: [{ pointer: '/access_manifest/scopes/1' }] },
    });
  });

  it("a suspension raises the epoch and the gateways' revision once; a repeat answers the same", async () => {
    const id = await anAgent();
    const before = await revision();
    const first = await act(id, 'suspend', { reason: 'incident 42' });
    expect(first).toMatchObject({
      status: 200,
      body: { status: 'suspended', status_reason: 'incident 42', status_changed_by: 'local', agent_epoch: 2 },
    });
    const after = await revision();
    expect(after).toBeGreaterThan(before);
    const again = await act(id, 'suspend', { reason: 'another' });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await revision()).toBe(after);
    expect(await actions(id)).toEqual(['suspended', 'created']);
  });

  it('a reactivation restores the agent and leaves its old tokens invalid', async () => {
    const id = await anAgent();
    await act(id, 'suspend', { reason: 'x' });
    const back = await act(id, 'reactivate', { reason: 'over' });
    expect(back).toMatchObject({ status: 200, body: { status: 'active', agent_epoch: 2, status_reason: 'over' } });
    expect((await act(id, 'reactivate', { reason: 'again' })).body).toEqual(back.body);
    expect((await act(id, 'suspend', { reason: 'x' })).body['agent_epoch']).toBe(3);
  });

  it('a stop ends its tokens without a reason, a start lets it run again; repeats change nothing', async () => {
    const id = await anAgent();
    const stopped = await act(id, 'stop');
    expect(stopped).toMatchObject({ status: 200, body: { status: 'stopped', agent_epoch: 2, status_reason: null } });
    const after = await revision();
    expect((await act(id, 'stop', { reason: 'again' })).body).toEqual(stopped.body);
    expect(await revision()).toBe(after);
    expect(await act(id, 'heartbeat')).toMatchObject({ status: 403, body: { code: 'agent_stopped' } });
    const started = await act(id, 'start', { reason: 'the window is over' });
    expect(started.body).toMatchObject({ status: 'active', agent_epoch: 2, status_reason: 'the window is over' });
    expect((await act(id, 'start')).body).toEqual(started.body);
    expect(await actions(id)).toEqual(['started', 'stopped', 'created']);
    const { items } = (await verifier.admin('GET', '/v1/audit-logs?action=agent.stopped')).body;
    expect(items).toMatchObject([{ resource_id: id, actor: { id: 'local' } }]);
  });

  it('a start never ends a suspension, and needs an owner', async () => {
    const id = await anAgent();
    await act(id, 'stop');
    await act(id, 'suspend', { reason: 'incident' });
    expect(await act(id, 'start')).toMatchObject({
      status: 409,
      body: { reason: 'agent_state', agent_status: 'suspended' },
    });
    const other = await anAgent();
    await act(other, 'stop');
    const putBack = replaceHooks(services().lifecycleHooks, { roleOf: async () => undefined });
    expect(await admin(other, 'start')).toMatchObject({ status: 409, body: { reason: 'owner_missing' } });
    putBack();
  });

  it.each(['suspend', 'reactivate'])('to %s requires a reason', async (verb) => {
    const id = await anAgent();
    expect([(await act(id, verb, {})).status, (await act(id, verb)).status]).toEqual([400, 400]);
  });

  it('64 concurrent suspensions and reactivations end in the state of the log', async () => {
    const id = await anAgent();
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) => act(id, index % 2 === 0 ? 'suspend' : 'reactivate', { reason: 'race' })),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const { status, agent_epoch: epoch } = await read(id);
    const { items } = await services().changes.history('default', 'agent', id, { limit: 100, before: undefined });
    const moves = items.map(({ action }) => action).reverse();
    expect(moves[0]).toBe('created');
    for (const [index, move] of moves.slice(1).entries()) {
      expect(move).toBe(index % 2 === 0 ? 'suspended' : 'reactivated');
    }
    expect(status).toBe(moves.at(-1) === 'suspended' ? 'suspended' : 'active');
    expect(epoch).toBe(1 + moves.filter((move) => move === 'suspended').length);
  });

  it('a token depends on present status and epoch; former owners do not count', async () => {
    const id = await anAgent();
    const { agents, lifecycleHooks, db } = services();
    expect(await agents.findForToken('default', id)).toMatchObject({
      status: 'active',
      epoch: 1,
      workspaceId: 'default',
      owners: [{ user: 'local', role: 'operator' }],
    });
    await act(id, 'suspend', { reason: 'x' });
    expect(await agents.findForToken('default', id)).toMatchObject({ status: 'suspended', epoch: 2 });
    await act(id, 'reactivate', { reason: 'x' });
    const putBack = replaceHooks(lifecycleHooks, { roleOf: async () => undefined });
    expect(await agents.findForToken('default', id)).toMatchObject({ status: 'orphaned', owners: [] });
    expect(await admin(id, 'suspend', { reason: 'x' })).toMatchObject({ status: 200 });
    expect(await admin(id, 'reactivate', { reason: 'x' })).toMatchObject({
      status: 409,
      body: { reason: 'owner_missing' },
    });
    putBack();
    expect(await agents.findForToken('other', id)).toBeUndefined();
    expect(await agents.find(db, 'other', id)).toBeUndefined();
  });

  it('an approval is by somebody else, and then the agent still waits for its activation', async () => {
    const org = `strict-${kind}`;
    const headers = { 'x-assay-organization': org };
    const call = (method: 'GET' | 'POST', path: string, body?: object) => verifier.admin(method, path, body, headers);
    await verifier.admin('POST', '/v1/organizations', { id: org, agent_approval: true });
    expect((await call('POST', '/v1/agents', { id: 'new' })).body).toMatchObject({
      status: 'pending_approval',
      spiffe_id: `spiffe://${org}.assay.local/agent/new`,
      owner_id: 'operator',
    });
    expect(await call('POST', '/v1/agents/new/activate')).toMatchObject({
      status: 409,
      body: { reason: 'agent_state', status: 409, agent_status: 'pending_approval' },
    });
    expect(await call('POST', '/v1/agents/new/approve')).toMatchObject({
      status: 403,
      body: { reason: 'separation_of_duties' },
    });
    const reviewer = createAuthor(org, 'usr_reviewer', 'reviewer');
    const approved = await services().db.transaction((tx) => services().agents.approve(tx, reviewer, 'new'));
    expect([approved.status, approved.status_changed_by]).toEqual(['staged', 'usr_reviewer']);
    expect((await call('POST', '/v1/agents/new/activate')).body).toMatchObject({ status: 'active' });
    // An agent of a file waits too, and so does one that evidence named once somebody changes it.
    const put = await services().db.transaction((tx) =>
      services().agents.put(tx, createAuthor(org, 'ops', 'operator'), { id: 'filed', workspace_id: 'default' }),
    );
    expect(put.agent.status).toBe('pending_approval');
    await services().agents.ensureKnown(org, [{ id: 'seen', workspaceId: 'default' }]);
    const patched = await verifier.admin('PATCH', '/v1/agents/seen', { name: 'S' }, { ...headers, 'if-match': '"1"' });
    expect(patched.body).toMatchObject({ status: 'pending_approval', implicit: false, owner_id: 'operator' });
  });

  it("the last owner's departure stops the agent; a transfer lets it run again, with a new epoch", async () => {
    const id = await anAgent();
    const shared = await anAgent();
    const stopped = await anAgent();
    await act(stopped, 'suspend', { reason: 'x' });
    for (const one of [id, shared, stopped]) {
      const access = await verifier.get(`/v1/agents/${one}/access`);
      const owners = one === shared ? ['token', 'operator'] : ['token'];
      const put = await verifier.admin(
        'PUT',
        `/v1/agents/${one}/access`,
        { owners, editors: [], viewers: ['local'] },
        {
          'if-match': String(access.headers['etag']),
        },
      );
      expect(put.body).toMatchObject({ owners, viewers: ['local'] });
    }
    const { db, agents } = services();
    const left = await db.transaction((tx) => agents.orphanOwnedBy(tx, createAuthor('default', 'operator'), 'token'));
    expect(left).toEqual([id]);
    expect(await read(id)).toMatchObject({
      status: 'orphaned',
      owner_id: null,
      agent_epoch: 2,
      sponsor_ids: ['local'],
    });
    expect(await read(shared)).toMatchObject({ status: 'active', owner_id: 'operator', agent_epoch: 1 });
    expect(await read(stopped)).toMatchObject({ status: 'suspended', owner_id: null });
    expect(await act(id, 'heartbeat')).toMatchObject({ status: 403 });
    expect(await admin(id, 'heartbeat')).toMatchObject({ status: 403, body: { code: 'agent_orphaned' } });
    expect(await admin(stopped, 'reactivate', { reason: 'x' })).toMatchObject({ body: { reason: 'owner_missing' } });
    expect(await admin(id, 'reactivate', { reason: 'x' })).toMatchObject({ status: 409 });
    expect(await admin(id, 'transfer', { owner_id: 'usr_nobody' })).toMatchObject({
      status: 422,
      body: { reason: 'member_unknown', errors: [{ pointer: '/owner_id' }] },
    });
    expect((await admin(id, 'transfer', { owner_id: 'local', reason: 'team' })).body).toMatchObject({
      status: 'active',
      owner_id: 'local',
      agent_epoch: 2,
    });
    expect((await admin(stopped, 'transfer', { owner_id: 'local' })).body).toMatchObject({ status: 'suspended' });
    expect((await act(stopped, 'reactivate', { reason: 'x' })).body).toMatchObject({ status: 'active' });
  });

  it('acts of an owner are refused to other operators', async () => {
    const id = await anAgent({ owner_id: 'operator' });
    const etag = String((await verifier.get(`/v1/agents/${id}/access`)).headers['etag']);
    const roles = { owners: ['local'], editors: [], viewers: [] };
    const { app } = verifier.verifier();
    const put = await app.inject({
      method: 'PUT',
      url: `/v1/agents/${id}/access`,
      payload: roles,
      headers: { 'if-match': etag },
    });
    expect(put.statusCode).toBe(403);
    for (const [verb, body] of [
      ['transfer', { owner_id: 'local' }],
      ['decommission', {}],
      ['attest', {}],
      ['rotate-credentials', {}],
    ] as const) {
      expect([verb, (await act(id, verb, body)).status]).toEqual([verb, 403]);
    }
    // Stopping it in an emergency is allowed.
    expect((await act(id, 'suspend', { reason: 'x' })).status).toBe(200);
    const gone = await app.inject({ method: 'DELETE', url: `/v1/agents/${id}`, headers: { 'if-match': '"2"' } });
    expect(gone.statusCode).toBe(403);
  });

  it('an owner attests, with an expiry', async () => {
    const id = await anAgent();
    const { body } = await act(id, 'attest');
    expect(body['last_attested_at']).toBe(new Date(verifier.clock.now()).toISOString());
    expect(body['attestation_due_at']).toBe(new Date(verifier.clock.now() + 90 * 86_400_000).toISOString());
  });

  it('a heartbeat is recorded without a revision, and refused for inactive agents', async () => {
    const id = await anAgent();
    const { revision: before } = await read(id);
    verifier.clock.set(verifier.clock.now() + 60_000);
    const now = new Date(verifier.clock.now()).toISOString();
    expect((await act(id, 'heartbeat')).body).toEqual({
      agent_id: id,
      status: 'active',
      agent_epoch: 1,
      heartbeat_at: now,
    });
    expect(await read(id)).toMatchObject({ heartbeat_at: now, last_activity_at: now, revision: before });
    await act(id, 'suspend', { reason: 'x' });
    expect(await act(id, 'heartbeat')).toMatchObject({ status: 403, body: { code: 'agent_suspended' } });
  });

  it('a decommissioned agent stays decommissioned', async () => {
    const id = await anAgent();
    expect((await act(id, 'decommission', { reason: 'old' })).body).toMatchObject({
      status: 'decommissioned',
      agent_epoch: 2,
    });
    expect((await act(id, 'decommission')).status).toBe(200);
    for (const verb of ['approve', 'activate', 'suspend', 'reactivate']) {
      expect([verb, (await admin(id, verb, { reason: 'x' })).status]).toEqual([verb, 409]);
    }
    expect((await admin(id, 'transfer', { owner_id: 'token' })).status).toBe(409);
    expect((await admin(id, 'rotate-credentials')).status).toBe(409);
    expect((await verifier.post('/v1/agents', { id })).status).toBe(409);
  });

  it('agents are listed by status, owner and staleness', async () => {
    const id = await anAgent({ owner_id: 'token' });
    const list = async (query: string) => {
      const { items } = (await verifier.get(`/v1/agents?limit=100&${query}`)).body;
      return Array.isArray(items) ? items.map((item) => item.id) : [];
    };
    expect(await list('owner_id=token')).toContain(id);
    expect(await list('owner_id=usr_x')).toEqual([]);
    expect(await list('status=active&owner_id=token')).toContain(id);
    expect(await list('status=suspended&owner_id=token')).not.toContain(id);
    expect(await list('stale=false')).toContain(id);
    expect(await list('stale=true')).not.toContain(id);
    expect((await verifier.get('/v1/agents?status=asleep')).status).toBe(400);
    const first = (await verifier.get('/v1/agents?stale=false&limit=2')).body;
    const second = (await verifier.get(`/v1/agents?stale=false&limit=2&cursor=${first['next_cursor']}`)).body;
    expect([first['has_more'], second['items']]).not.toEqual([true, first['items']]);
  });

  it('one Idempotency-Key is one act', async () => {
    const id = await anAgent();
    const key = { 'idempotency-key': `k-${id}` };
    const first = await act(id, 'suspend', { reason: 'x' }, key);
    await act(id, 'reactivate', { reason: 'y' });
    expect((await act(id, 'suspend', { reason: 'x' }, key)).body).toEqual(first.body);
    expect((await read(id))['status']).toBe('active');
    expect((await act(id, 'suspend', { reason: 'z' }, key)).status).toBe(409);
  });

  it('an agent of another organisation does not exist', async () => {
    const id = await anAgent();
    const org = `other-${kind}`;
    await verifier.admin('POST', '/v1/organizations', { id: org });
    const headers = { 'x-assay-organization': org, 'if-match': '"1"' };
    for (const verb of ['approve', 'activate', 'decommission', 'attest', 'heartbeat', 'rotate-credentials']) {
      expect([verb, (await verifier.admin('POST', `/v1/agents/${id}/${verb}`, undefined, headers)).status]).toEqual([
        verb,
        404,
      ]);
    }
    for (const [method, path, body] of [
      ['POST', 'suspend', { reason: 'x' }],
      ['POST', 'reactivate', { reason: 'x' }],
      ['POST', 'transfer', { owner_id: 'operator' }],
      ['GET', 'access', undefined],
      ['PUT', 'access', { owners: ['operator'], editors: [], viewers: [] }],
    ] as const) {
      expect((await verifier.admin(method, `/v1/agents/${id}/${path}`, body, headers)).status).toBe(404);
    }
    expect((await verifier.admin('DELETE', `/v1/agents/${id}`, undefined, headers)).status).toBe(404);
    expect(await read(id)).toMatchObject({ status: 'active', revision: 1 });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PutAgent } from '../../../contract/api/agents/shapes.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { type Author, createAuthor } from '../../base/control/author.ts';
import { aGateway, openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { maxObserveMs } from './audit-mode.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const operator = createAuthor('default', 'ops', 'operator');
const admin = createAuthor('default', 'root');

describe.each(kinds)('configuration of agents on %s', (kind) => {
  let verifier: TestVerifier;
  beforeAll(async () => {
    verifier = await openTestVerifier({}, kind);
    for (const id of ['team', 'other']) await verifier.post('/v1/workspaces', { id });
  });
  afterAll(() => verifier?.close());

  const services = () => verifier.verifier().services;
  const revision = async (orgId = 'default') => (await services().changes.current(services().db, orgId)).revision;
  const put = (author: Author, agent: PutAgent) =>
    services().db.transaction((tx) => services().agents.put(tx, author, agent));
  const patch = async (id: string, change: object, asAdmin = false) => {
    const etag = String((await verifier.get(`/v1/agents/${id}`)).headers['etag']);
    const request = asAdmin ? verifier.admin : undefined;
    const headers = { 'if-match': etag };
    if (request !== undefined) return request('PATCH', `/v1/agents/${id}`, change, headers);
    const { app } = verifier.verifier();
    const payload = JSON.stringify(change);
    const type = { 'content-type': 'application/json' };
    const answer = await app.inject({
      method: 'PATCH',
      url: `/v1/agents/${id}`,
      headers: { ...type, ...headers },
      payload,
    });
    const body: Record<string, unknown> = answer.json();
    return { status: answer.statusCode, body, headers: answer.headers };
  };
  const inAWeek = () => new Date(verifier.clock.now() + maxObserveMs).toISOString();

  describe('a change', () => {
    it("of name and model is an operator's, raises the revision, and stands in the history", async () => {
      await verifier.post('/v1/agents', { id: 'clerk', workspace_id: 'team', model_id: 'small' });
      const before = await revision();
      const { status, body } = await patch('clerk', { name: 'Clerk', model_id: null });
      expect([status, body['name'], body['model_id'], body['revision']]).toEqual([200, 'Clerk', null, 2]);
      expect(await revision()).toBeGreaterThan(before);
      const history = (await verifier.get('/v1/agents/clerk/history')).body['items'];
      expect(history).toMatchObject([
        { action: 'updated', revision: 2, scope: { level: 'agent', id: 'clerk' }, document: { model_id: null } },
        { action: 'created', revision: 1, document: { workspace_id: 'team', model_id: 'small' } },
      ]);
    });

    it('that says what is there already is none', async () => {
      await verifier.post('/v1/agents', { id: 'still' });
      const before = await revision();
      const { status, body } = await patch('still', { name: 'still', audit_mode: 'enforce', model_id: null });
      expect([status, body['revision'], await revision()]).toEqual([200, 1, before]);
    });

    it('needs the ETag that was read', async () => {
      await verifier.post('/v1/agents', { id: 'two' });
      const stale = { 'if-match': '"1"' };
      await verifier.admin('PATCH', '/v1/agents/two', { name: 'first' }, stale);
      expect((await verifier.admin('PATCH', '/v1/agents/two', { name: 'second' }, stale)).status).toBe(412);
      expect((await verifier.admin('PATCH', '/v1/agents/two', { name: 'second' })).status).toBe(428);
    });

    it('makes an agent registered that only evidence named', async () => {
      const gateway = await aGateway(verifier);
      const before = await revision();
      await verifier.post('/v1/evidence', { jws: gateway.evidence({ agent_id: 'named', workspace_id: 'fresh' }).jws });
      expect((await verifier.get('/v1/workspaces/fresh')).status).toBe(200);
      expect(await revision()).toBe(before);
      const ids = async () => (await services().agents.listRegistered(services().db, 'default')).map(({ id }) => id);
      expect(await ids()).not.toContain('named');
      expect((await patch('named', { name: 'Named' })).body).toMatchObject({ implicit: false, workspace_id: 'fresh' });
      expect(await ids()).toContain('named');
    });

    it('is refused without a member, and with one that nobody knows', async () => {
      for (const change of [{}, { workspace_id: 'other' }, { audit_mode: 'skip' }, { audit_mode_until: 'soon' }]) {
        expect((await patch('default', change, true)).status).toBe(400);
      }
    });

    it('of an agent of another organisation is 404', async () => {
      await verifier.admin('POST', '/v1/organizations', { id: `o-${kind}` });
      const headers = { 'x-assay-organization': `o-${kind}`, 'if-match': '"1"' };
      for (const [method, path, body] of [
        ['GET', '/v1/agents/default', undefined],
        ['GET', '/v1/agents/default/history', undefined],
        ['PATCH', '/v1/agents/default', { name: 'x' }],
      ] as const) {
        expect((await verifier.admin(method, path, body, headers)).status).toBe(404);
      }
    });
  });

  describe('observe mode', () => {
    it('needs the operator token, a reason, and an end within a week', async () => {
      await verifier.post('/v1/agents', { id: 'glass' });
      const good = { audit_mode: 'observe', audit_mode_until: inAWeek(), audit_mode_reason: 'incident 7' };
      expect((await patch('glass', good)).status).toBe(403);
      const refused = [
        { ...good, audit_mode_reason: null },
        { audit_mode: 'observe', audit_mode_reason: 'x' },
        { ...good, audit_mode_until: new Date(verifier.clock.now() + maxObserveMs + 1).toISOString() },
        { ...good, audit_mode_until: new Date(verifier.clock.now()).toISOString() },
        { ...good, audit_mode_until: '2026-02-31T99:00:00Z' },
        { audit_mode: 'enforce', audit_mode_reason: 'x' },
        { audit_mode_until: inAWeek() },
      ];
      for (const change of refused) {
        const { status, body } = await patch('glass', change, true);
        expect([status, body['reason']]).toEqual([422, 'audit_mode']);
        expect(body['errors']).toMatchObject([{ pointer: expect.stringMatching(/^\/audit_mode_(?:until|reason)$/) }]);
      }
      expect((await patch('glass', good, true)).body).toMatchObject({ ...good, audit_mode_by: 'operator' });
      const history = (await verifier.get('/v1/agents/glass/history')).body['items'];
      expect(history).toMatchObject([{ reason: 'incident 7', changed_by: 'operator' }, {}]);
    });

    it('has no end only where null says so, and an operator may end it at any time', async () => {
      await verifier.post('/v1/agents', { id: 'open' });
      const observe = { audit_mode: 'observe', audit_mode_until: null, audit_mode_reason: 'lab' };
      expect((await patch('open', observe, true)).body).toMatchObject(observe);
      const ended = { audit_mode: 'enforce', audit_mode_until: null, audit_mode_reason: null, audit_mode_by: null };
      expect((await patch('open', { audit_mode: 'enforce' })).body).toMatchObject(ended);
    });

    it('is not prolonged by an operator, and may be said again by one', async () => {
      const observe = { audit_mode: 'observe', audit_mode_until: inAWeek(), audit_mode_reason: 'lab' } as const;
      const agent = { id: 'long', workspace_id: 'team', ...observe };
      await expect(put(operator, agent)).rejects.toMatchObject({ code: 'forbidden' });
      expect((await put(admin, agent)).action).toBe('created');
      verifier.clock.set(verifier.clock.now() + 2 * maxObserveMs);
      expect((await put(operator, agent)).changed).toBe(false);
      const later = { ...agent, audit_mode_until: inAWeek() };
      await expect(put(operator, later)).rejects.toMatchObject({ code: 'forbidden' });
    });
  });

  describe('put', () => {
    it('creates, changes what it names, leaves the rest, and then has nothing to do', async () => {
      const agent = { id: 'put', workspace_id: 'team', model_id: 'm' };
      expect(await put(operator, agent)).toMatchObject({ action: 'created', agent: { name: 'put', revision: 1 } });
      const before = await revision();
      expect(await put(operator, agent)).toMatchObject({ action: 'unchanged', changed: false });
      expect(await revision()).toBe(before);
      const renamed = await put(operator, { id: 'put', workspace_id: 'team', name: 'Put' });
      expect(renamed).toMatchObject({ action: 'updated', agent: { name: 'Put', model_id: 'm', revision: 2 } });
    });

    it('never moves an agent, and never makes a workspace', async () => {
      await put(operator, { id: 'firm', workspace_id: 'team' });
      await expect(put(operator, { id: 'firm', workspace_id: 'other' })).rejects.toMatchObject({
        code: 'conflict',
        extensions: { reason: 'agent_elsewhere', agent_id: 'firm', workspace_id: 'team' },
      });
      await expect(put(operator, { id: 'x', workspace_id: 'nowhere' })).rejects.toMatchObject({
        code: 'unprocessable',
      });
    });

    it('of many is all or nothing, in their order', async () => {
      const { db, agents } = services();
      const before = await revision();
      const many = (workspaceId: string) =>
        db.transaction((tx) =>
          agents.putMany(tx, operator, [
            { id: 'm2', workspace_id: 'team' },
            { id: 'm1', workspace_id: 'team' },
            { id: 'firm', workspace_id: workspaceId },
          ]),
        );
      await expect(many('other')).rejects.toMatchObject({ code: 'conflict' });
      expect([await revision(), (await verifier.get('/v1/agents/m1')).status]).toEqual([before, 404]);
      expect((await many('team')).map(({ agent, action }) => [agent.id, action])).toEqual([
        ['m2', 'created'],
        ['m1', 'created'],
        ['firm', 'unchanged'],
      ]);
    });

    it('takes an agent back that was released, which gateways were not told of meanwhile', async () => {
      const { db, agents } = services();
      const observe = { audit_mode: 'observe', audit_mode_until: null, audit_mode_reason: 'lab' } as const;
      await put(admin, { id: 'back', workspace_id: 'team', model_id: 'm', ...observe });
      await db.transaction((tx) => agents.release(tx, admin, 'back'));
      const ids = async () => (await agents.listRegistered(db, 'default')).map(({ id }) => id);
      expect(await ids()).not.toContain('back');
      const { action, agent } = await put(operator, { id: 'back', workspace_id: 'team' });
      expect([action, agent.audit_mode, agent.model_id]).toEqual(['created', 'enforce', null]);
      expect(await ids()).toContain('back');
    });

    it('is not for agents and gateways', async () => {
      for (const role of ['agent', 'gateway', 'viewer'] as const) {
        const author = { ...operator, role };
        await expect(put(author, { id: 'x', workspace_id: 'team' })).rejects.toMatchObject({ code: 'forbidden' });
      }
    });
  });
});

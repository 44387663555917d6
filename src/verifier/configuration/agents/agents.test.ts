import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aGateway, openTestVerifier, type TestVerifier } from '../../test-verifier.ts';

describe('agents', () => {
  let verifier: TestVerifier;
  beforeAll(async () => {
    verifier = await openTestVerifier();
    await verifier.post('/v1/workspaces', { id: 'team' });
  });
  afterAll(() => verifier?.close());

  it('agent default of workspace default exists from the first start on', async () => {
    const { body } = await verifier.get('/v1/agents/default');
    expect(body).toMatchObject({
      id: 'default',
      workspace_id: 'default',
      spiffe_id: 'spiffe://assay.local/agent/default',
      audit_mode: 'enforce',
      status: 'active',
      implicit: false,
    });
  });

  it('a registered one has an identity at once', async () => {
    const { status, body, headers } = await verifier.post('/v1/agents', { name: 'Clerk' });
    expect(status).toBe(201);
    expect(body['id']).toMatch(/^agt_[0-9a-f-]{36}$/);
    expect(body['spiffe_id']).toBe(`spiffe://assay.local/agent/${body['id']}`);
    expect(headers['location']).toBe(`/v1/agents/${body['id']}`);
    const { client_secret: _shownOnce, ...rest } = body;
    expect((await verifier.get(`/v1/agents/${body['id']}`)).body).toEqual(rest);
  });

  it('an id is given once', async () => {
    expect((await verifier.post('/v1/agents', { id: 'once', workspace_id: 'team' })).status).toBe(201);
    const again = await verifier.post('/v1/agents', { id: 'once' });
    expect(again).toMatchObject({ status: 409, body: { code: 'conflict', reason: 'agent_exists' } });
  });

  it('stands in a workspace that is there, or is not registered', async () => {
    const refused = await verifier.post('/v1/agents', { id: 'lost', workspace_id: 'nowhere' });
    expect(refused).toMatchObject({
      status: 422,
      body: {
        reason: 'workspace_unknown',
        detail: 'there is no workspace nowhere',
        errors: [{ pointer: '/workspace_id', message: 'there is no workspace nowhere' }],
      },
    });
    expect((await verifier.get('/v1/agents/lost')).status).toBe(404);
  });

  it('a repeat of a registration with its key is the same agent, registered once', async () => {
    const key = { 'idempotency-key': 'twice' };
    const [first, second] = [
      await verifier.post('/v1/agents', { name: 'Twice' }, key),
      await verifier.post('/v1/agents', { name: 'Twice' }, key),
    ];
    const { client_secret: _shownOnce, ...rest } = first.body;
    expect(second.body).toEqual(rest);
  });

  it('one that evidence made known can be registered once, and keeps its evidence', async () => {
    const gateway = await aGateway(verifier);
    await verifier.post('/v1/evidence', { jws: gateway.evidence({ agent_id: 'seen' }).jws });
    expect((await verifier.get('/v1/agents/seen')).body['implicit']).toBe(true);
    const { status, body } = await verifier.post('/v1/agents', { id: 'seen', name: 'Seen' });
    expect([status, body['implicit'], body['name']]).toEqual([201, false, 'Seen']);
    expect((await verifier.post('/v1/agents', { id: 'seen' })).status).toBe(409);
  });

  it.each([
    { id: 'a/b' },
    { id: '../x' },
    { id: '' },
    { id: 'x'.repeat(129) },
    { workspace_id: 'a b' },
    { name: 'a\u0000b' },
    { name: '' },
    { unknown: 1 },
    [],
  ])('refuses %j', async (request) => {
    expect((await verifier.post('/v1/agents', request)).status).toBe(400);
  });

  it('are listed newest first, by workspace too', async () => {
    const { body } = await verifier.get('/v1/agents?workspace_id=team');
    expect(body).toMatchObject({ items: [{ id: 'once' }], has_more: false, next_cursor: null });
    const all = (await verifier.get('/v1/agents?limit=100')).body['items'];
    expect(Array.isArray(all) && all.at(-1).id).toBe('default');
  });

  it('an unknown one is 404', async () => {
    expect((await verifier.get('/v1/agents/nobody')).body).toMatchObject({ status: 404, code: 'not_found' });
  });
});

/** Tests organisations and workspaces through the API: who may change what, and that organisations do not see each other. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';

let verifier: TestVerifier;

beforeAll(async () => {
  verifier = await openTestVerifier();
}, 60_000);

afterAll(() => verifier.close());

const path = '/v1/workspaces';
const chain = { auditorChain: { preRequest: [{ auditorId: 'injection' }] } };
const make = async (id: string) => (await verifier.post(path, { id })).body;
const patch = (id: string, change: unknown, headers: Record<string, string>) =>
  verifier.admin('PATCH', `${path}/${id}`, change, headers);

describe('workspaces', () => {
  it('the default organisation and workspace are there from the first start, once', async () => {
    expect((await verifier.get('/v1/organizations/default')).body).toMatchObject({ id: 'default', revision: 1 });
    expect((await verifier.get(`${path}/default`)).body).toMatchObject({ org_id: 'default', chain: {} });
    await verifier.restart();
    const { body } = await verifier.get(path);
    expect(body['items']).toHaveLength(1);
  });

  it('answers under /api/v1 as under /v1', async () => {
    const [short, long] = await Promise.all([
      verifier.get(`${path}/default`),
      verifier.get('/api/v1/workspaces/default'),
    ]);
    expect(long.body).toEqual(short.body);
    expect(long.headers['etag']).toBe('"1"');
  });

  it('is made, changed and removed, and its history says by whom', async () => {
    const made = await verifier.post(path, { id: 'research', name: 'Research', chain });
    expect(made).toMatchObject({ status: 201, body: { id: 'research', chain, revision: 1, created_by: 'local' } });
    expect(made.headers['location']).toBe(`${path}/research`);
    const changed = await patch('research', { description: 'papers' }, { 'if-match': '"1"' });
    expect(changed).toMatchObject({ status: 200, body: { description: 'papers', chain, revision: 2 } });
    const removed = await verifier.admin('DELETE', `${path}/research`, undefined, { 'if-match': '"2"' });
    expect(removed.status).toBe(204);
    expect((await verifier.get(`${path}/research`)).status).toBe(404);
    const { body } = await verifier.get(`${path}/research/history`);
    expect(body['items']).toMatchObject([
      { action: 'removed', revision: 0, changed_by: 'operator' },
      { action: 'updated', revision: 2, document: { description: 'papers' } },
      { action: 'created', revision: 1, changed_by: 'local', scope: { level: 'workspace', id: 'research' } },
    ]);
  });

  it('two that save at once: one is told 412 and loses nothing of the other', async () => {
    await make('shared');
    const answers = await Promise.all(
      ['first', 'second'].map((description) => patch('shared', { description }, { 'if-match': '"1"' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect((await patch('shared', { description: 'x' }, {})).status).toBe(428);
  });

  it('the same Idempotency-Key makes it once', async () => {
    const headers = { 'idempotency-key': 'once' };
    const answers = [
      await verifier.post(path, { name: 'a' }, headers),
      await verifier.post(path, { name: 'a' }, headers),
    ];
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect((await verifier.post(path, { name: 'b' }, headers)).body).toMatchObject({ code: 'idempotency_mismatch' });
  });

  it('refuses what cannot be, naming the place', async () => {
    expect((await verifier.post(path, { id: 'default' })).body).toMatchObject({ reason: 'workspace_exists' });
    const item = { name: 'a', image: 'assay/pii', port: 8091 };
    const twice = await verifier.post(path, { chain: { items: [item, item] } });
    expect(twice).toMatchObject({ status: 422, body: { errors: [{ pointer: '/chain/items/1/name' }] } });
    expect(await verifier.post(path, { id: '../x' })).toMatchObject({ status: 400 });
    const { status, body } = await verifier.admin('DELETE', `${path}/default`, undefined, { 'if-match': '"1"' });
    expect({ status, reason: body['reason'] }).toEqual({ status: 409, reason: 'workspace_default' });
  });

  it('one with agents in it stays', async () => {
    await make('inhabited');
    await verifier.post('/v1/agents', { id: 'bot', workspace_id: 'inhabited' });
    const answer = await verifier.admin('DELETE', `${path}/inhabited`, undefined, { 'if-match': '"1"' });
    expect(answer).toMatchObject({ status: 409, body: { reason: 'workspace_in_use' } });
  });
});

describe('organisations', () => {
  const other = { 'x-assay-organization': 'acme' };

  it('are made with the operator token only, with a workspace of their own', async () => {
    expect((await verifier.post('/v1/organizations', { id: 'acme' })).status).toBe(403);
    expect((await verifier.admin('POST', '/v1/organizations', { id: 'acme' })).status).toBe(201);
    const { body } = await verifier.admin('GET', path, undefined, other);
    expect(body['items']).toMatchObject([{ id: 'default', org_id: 'acme' }]);
  });

  it('see nothing of each other', async () => {
    await verifier.admin('POST', path, { id: 'secret-project' }, other);
    expect((await verifier.get(`${path}/secret-project`)).status).toBe(404);
    expect((await verifier.get('/v1/organizations/acme')).status).toBe(404);
    const removed = await verifier.admin('DELETE', `${path}/secret-project`, undefined, { 'if-match': '"1"' });
    expect(removed.status).toBe(404);
    expect((await verifier.get(`${path}/secret-project/history`)).body['items']).toEqual([]);
    const { body } = await verifier.get('/v1/organizations');
    expect(body['items']).toMatchObject([{ id: 'default' }]);
  });

  it('that are not there cannot be acted for, and no loopback caller names one', async () => {
    const nowhere = { 'x-assay-organization': 'nobody' };
    expect((await verifier.admin('GET', path, undefined, nowhere)).status).toBe(404);
    expect((await verifier.admin('GET', path, undefined, { 'x-assay-organization': '../x' })).status).toBe(400);
    const { status, body } = await verifier.get(path, other);
    expect({ status, detail: body['detail'] }).toEqual({
      status: 403,
      detail: expect.stringContaining('operator token'),
    });
  });

  it('are changed with the operator token only', async () => {
    const change = { chain };
    const headers = { 'if-match': '"1"' };
    const changed = await verifier.admin('PATCH', '/v1/organizations/acme', change, headers);
    expect(changed).toMatchObject({ status: 200, body: { revision: 2, chain } });
    expect((await verifier.admin('PATCH', '/v1/organizations/acme', change, headers)).status).toBe(412);
  });
});

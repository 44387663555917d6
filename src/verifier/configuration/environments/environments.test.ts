import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anEnvironment, aWorkspace } from '../../../configuration/files/documents.fixture.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';

let verifier: TestVerifier;
beforeAll(async () => {
  verifier = await openTestVerifier();
}, 60_000);
afterAll(async () => {
  await verifier.close();
});

const apply = (documents: readonly unknown[], query = '') => verifier.post(`/v1/apply${query}`, { documents });
const read = async (id: string) => (await verifier.get(`/v1/environments/${id}`)).body;
const exported = async (workspace: string) =>
  (await verifier.get(`/v1/export?workspace_id=${workspace}`)).body['documents'];
const agents = [
  { name: 'm2', model: { id: 'llama' } },
  { name: 'm1', model: { id: 'mistral' } },
];
const sorted = [...agents].reverse();

describe('an environment of a file', () => {
  it('is stored, listed and shown with its agents; the same file changes nothing', async () => {
    const documents = [aWorkspace('models'), anEnvironment(agents, { name: 'prod', workspace: 'models' })];
    const first = await apply(documents);
    expect(first.body['objects']).toMatchObject([
      { kind: 'workspace' },
      { kind: 'agent', name: 'm2', result: 'created' },
      { kind: 'agent', name: 'm1', result: 'created' },
      {
        kind: 'environment',
        name: 'prod',
        scope: { level: 'workspace', id: 'models' },
        document: 1,
        pointer: '/spec',
        result: 'created',
        diff: [
          { pointer: '/agents', after: ['m1', 'm2'] },
          { pointer: '/deployment_type', after: 'model' },
          { pointer: '/workspace_id', after: 'models' },
        ],
      },
    ]);
    expect((await apply(documents)).body).toMatchObject({ changed: false });
    expect(await read('prod')).toMatchObject({
      workspace_id: 'models',
      deployment_type: 'model',
      agents: sorted.map((agent) => ({ ...agent, status: 'active' })),
      revision: 1,
      created_by: 'local',
    });
    expect((await verifier.get('/v1/agents/m1')).body).toMatchObject({ deployment_type: 'model' });
    const listed = async (query: string) => (await verifier.get(`/v1/environments${query}`)).body['items'];
    expect(await listed('?workspace_id=models')).toMatchObject([{ id: 'prod' }]);
    expect(await listed('?workspace_id=default')).toEqual([]);
    expect((await verifier.get('/v1/environments/nothing')).status).toBe(404);
  });

  it('is compared: a dry run shows the changed members and changes nothing', async () => {
    const less = [anEnvironment([{ name: 'm1', model: { id: 'mistral' } }], { name: 'prod', workspace: 'models' })];
    const dry = await apply(less, '?dry_run=true');
    expect(dry.body).toMatchObject({ changed: true, totals: { updated: 1, unchanged: 1 } });
    expect(dry.body['objects']).toContainEqual(
      expect.objectContaining({
        kind: 'environment',
        result: 'updated',
        diff: [{ pointer: '/agents', before: ['m1', 'm2'], after: ['m1'] }],
      }),
    );
    expect(await read('prod')).toMatchObject({ revision: 1 });
  });

  it('is exported, and applying the export changes nothing, also after a model was changed by itself', async () => {
    const etag = { 'if-match': String((await verifier.get('/v1/agents/m1')).headers['etag']) };
    await verifier.call('PATCH', '/v1/agents/m1', etag, { model_id: 'phi' });
    const documents = await exported('models');
    const now = [
      { name: 'm1', model: { id: 'phi' } },
      { name: 'm2', model: { id: 'llama' } },
    ];
    expect(documents).toEqual([
      aWorkspace('models', { agents: now }),
      anEnvironment(now, { name: 'prod', workspace: 'models' }),
    ]);
    expect((await apply(documents as unknown[], '?prune=true')).body).toMatchObject({ changed: false });
  });

  it('without a name has that of its workspace, and is exported without one', async () => {
    const unnamed = anEnvironment([{ name: 'u1', model: { id: 'm' } }], { workspace: 'quiet' });
    await apply([aWorkspace('quiet'), unnamed]);
    expect(await read('quiet')).toMatchObject({ workspace_id: 'quiet' });
    expect(await exported('quiet')).toContainEqual(unnamed);
  });

  it('never moves to another workspace, and no call has two of one name', async () => {
    const elsewhere = anEnvironment([{ name: 'x1', model: { id: 'm' } }], { name: 'prod' });
    expect(await apply([elsewhere])).toMatchObject({ status: 409, body: { reason: 'environment_elsewhere' } });
    expect((await verifier.get('/v1/agents/x1')).status).toBe(404);
    const twice = await apply([elsewhere, { ...elsewhere, spec: { ...elsewhere.spec, agents: [] } }]);
    expect(twice.status).toBe(422);
    const named = (name: string) => anEnvironment([{ name, model: { id: 'm' } }], { name: 'one' });
    expect(JSON.stringify((await apply([named('a'), named('b')])).body)).toContain('already is environment one');
  });

  it('is removed by itself, by prune, and with its workspace; its agents stay', async () => {
    const gone = [aWorkspace('going'), anEnvironment([{ name: 'g1', model: { id: 'm' } }], { workspace: 'going' })];
    const remove = (revision: string) =>
      verifier.call('DELETE', '/v1/environments/going', { 'if-match': `"${revision}"` });
    await apply(gone);
    expect((await remove('9')).status).toBe(412);
    expect((await remove('1')).status).toBe(204);
    expect((await verifier.get('/v1/agents/g1')).body).toMatchObject({ implicit: false, model_id: 'm' });
    await apply(gone);
    const whole = aWorkspace('going', { agents: [{ name: 'g1', model: { id: 'm' } }] });
    const pruned = await apply([whole], '?prune=true');
    expect(pruned.body['objects']).toContainEqual(
      expect.objectContaining({ kind: 'environment', name: 'going', result: 'removed' }),
    );
    expect((await verifier.get('/v1/environments/going')).status).toBe(404);
    const { items } = (await verifier.admin('GET', '/v1/audit-logs?action=environment.removed')).body;
    expect(items).toHaveLength(2);
  });

  it('names agents that are gone, and an export says which it leaves out', async () => {
    await apply([aWorkspace('left'), anEnvironment([{ name: 'l1', model: { id: 'm' } }], { workspace: 'left' })]);
    await verifier.post('/v1/agents/l1/suspend', { reason: 'x' });
    const etag = { 'if-match': String((await verifier.get('/v1/agents/l1')).headers['etag']) };
    expect((await verifier.admin('DELETE', '/v1/agents/l1', undefined, etag)).status).toBe(204);
    expect(await read('left')).toMatchObject({ agents: [{ name: 'l1', model: null, status: null }] });
    const { body } = await verifier.get('/v1/export?workspace_id=left');
    expect(body['documents']).toEqual([aWorkspace('left')]);
    expect(body['not_exported']).toEqual(['agents of environment left without a model: l1']);
    const workspace = { 'if-match': String((await verifier.get('/v1/workspaces/left')).headers['etag']) };
    expect((await verifier.admin('DELETE', '/v1/workspaces/left', undefined, workspace)).status).toBe(204);
    expect((await verifier.get('/v1/environments/left')).status).toBe(404);
  });
});

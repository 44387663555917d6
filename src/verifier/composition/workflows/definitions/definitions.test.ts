/** Workflows through the API: drafts and revisions, deployment and stop, and refusals with their reasons. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseKind, testDatabaseUrl } from '../../../../platform/db/test-db.ts';
import type { Answer } from '../../../test-verifier.ts';
import { anAgent, anInput, anOutput, aSimpleGraph, edgesOf, type NodeDraft } from '../graph/graph.fixture.ts';
import { type DefinitionsFixture, openDefinitions, workflows } from './definitions.fixture.ts';

const errorsOf = ({ body }: Answer): unknown[] =>
  Array.isArray(body['errors']) ? body['errors'].map((one: { pointer: string }) => one.pointer) : [];
const around = (node: NodeDraft, port = 'out') => ({
  nodes: [anInput, node, anOutput],
  edges: edgesOf(`in>${node.id}`, `${node.id}.${port}>out`),
});
const actionsOf = ({ body }: Answer) => (body['items'] as { action: string }[]).map(({ action }) => action);

describe.each(testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const))('on %s', (kind) => {
  let fixture: DefinitionsFixture;
  beforeAll(async () => {
    fixture = await openDefinitions(kind);
  }, 60_000);
  afterAll(() => fixture.verifier.close());
  const admin: DefinitionsFixture['verifier']['admin'] = (...call) => fixture.verifier.admin(...call);

  it('may be created without a graph, and with refs without a version', async () => {
    const made = await admin('POST', workflows, { name: 'To be drawn' });
    expect(made).toMatchObject({ status: 201, body: { status: 'draft', graph: { nodes: [], edges: [] } } });
    const url = `${workflows}/${made.body['id']}`;
    const refused = await fixture.deploy(made.body['id']);
    expect(refused).toMatchObject({ status: 422, body: { reason: 'graph_invalid' } });
    const { nodes, edges } = aSimpleGraph('helper');
    const unversioned = nodes.map((node) => (node.type === 'agent' ? { ...node, ref: { id: 'helper' } } : node));
    const drawn = await admin('PUT', url, { graph: { nodes: unversioned, edges } });
    expect(drawn).toMatchObject({ status: 200, body: { draft_revision: 2 } });
    const { graph } = drawn.body as { graph: { nodes: { type: string; ref: unknown }[] } };
    expect(graph.nodes.find(({ type }) => type === 'agent')?.ref).toEqual({ id: 'helper', version: null });
    await fixture.deploy(made.body['id']);
    expect(await fixture.settle(made.body['id'])).toMatchObject({ status: 'running', deployed_revision: 2 });
    await admin('POST', `${url}/stop`);
  });

  it('keeps a draft with each saved graph, and changes nothing that runs', async () => {
    const made = await fixture.create();
    expect(made).toMatchObject({
      status: 201,
      headers: { etag: '"1"', location: `${workflows}/${made.body['id']}` },
      body: { status: 'draft', draft_revision: 1, deployed_revision: null, degraded: false, deployment: null },
    });
    const url = `${workflows}/${made.body['id']}`;
    expect((await fixture.deploy(made.body['id'])).body).toMatchObject({
      status: 'deploying',
      deployment: { state: 'deploying', revision: 1 },
    });
    expect(await fixture.settle(made.body['id'])).toMatchObject({
      status: 'running',
      deployed_revision: 1,
      deployment: { state: 'running' },
    });
    expect(await fixture.deploy(made.body['id'])).toMatchObject({
      status: 202,
      body: { status: 'running', deployed_revision: 1 },
    });
    const changed = await admin('PUT', url, { graph: aSimpleGraph('helper') });
    expect(changed).toMatchObject({
      status: 200,
      body: { status: 'running', draft_revision: 2, deployed_revision: 1 },
    });
    expect(changed.body['graph_digest']).not.toBe(made.body['graph_digest']);
    // The same graph makes no new revision.
    expect((await admin('PUT', url, { graph: aSimpleGraph('helper'), name: 'other' })).body).toMatchObject({
      name: 'other',
      draft_revision: 2,
    });
    const { services } = fixture.verifier.verifier();
    const runs = await services.workflowDefinitions.findRunning(services.db, 'default', String(made.body['id']));
    expect(runs).toMatchObject({ revision: 1, graphDigest: made.body['graph_digest'] });
    expect((await admin('GET', `${url}/revisions`)).body['items']).toMatchObject([
      { revision: 2 },
      { revision: 1, graph_digest: made.body['graph_digest'] },
    ]);
    expect((await admin('GET', `${url}/revisions/1`)).body['graph']).toEqual(made.body['graph']);
    expect((await admin('GET', `${url}/revisions/9`)).status).toBe(404);
    await fixture.deploy(made.body['id']);
    expect(await fixture.settle(made.body['id'])).toMatchObject({ status: 'running', deployed_revision: 2 });
    expect(actionsOf(await admin('GET', `${url}/history`))).toEqual([
      ...['running', 'deploying', 'updated', 'updated', 'running', 'deploying', 'created'],
    ]);
    expect((await admin('DELETE', url)).body).toMatchObject({ code: 'conflict', reason: 'not_stopped' });
    expect((await fixture.stop(made.body['id'])).body).toMatchObject({ status: 'stopping' });
    expect(await fixture.settle(made.body['id'])).toMatchObject({
      status: 'stopped',
      deployment: { state: 'stopped' },
    });
    expect((await fixture.stop(made.body['id'])).body).toMatchObject({ status: 'stopped' });
    expect((await admin('DELETE', url)).status).toBe(204);
    expect((await admin('GET', url)).status).toBe(404);
  });

  it("accepts changes with and without If-Match, and finds no other organisation's workflow", async () => {
    const { body } = await fixture.create();
    const url = `${workflows}/${body['id']}`;
    expect((await admin('PUT', url, { name: 'a' }, { 'if-match': '"1"' })).status).toBe(200);
    expect((await admin('PUT', url, { name: 'b' }, { 'if-match': '"1"' })).status).toBe(412);
    expect((await admin('POST', `${url}/deploy`, undefined, { 'if-match': '"1"' })).status).toBe(412);
    expect((await admin('PUT', url, { name: 'c' })).status).toBe(200);
    expect((await admin('PUT', url, {})).status).toBe(400);
    expect((await admin('GET', `${workflows}/wfl_0`)).status).toBe(404);
    const { workflowApi } = fixture.verifier.verifier().services;
    const stranger = {
      orgId: 'acme',
      user: 's',
      role: 'admin',
      kind: 'person',
      scopes: 'all',
      isDeployment: false,
    } as const;
    await expect(workflowApi.get(stranger, String(body['id']))).rejects.toMatchObject({ code: 'not_found' });
    const key = { 'idempotency-key': `k-${kind}` };
    const first = await admin('POST', workflows, { name: 'once', graph: aSimpleGraph() }, key);
    const again = await admin('POST', workflows, { name: 'once', graph: aSimpleGraph() }, key);
    expect(again.body['id']).toBe(first.body['id']);
    const listed = await admin('GET', `${workflows}?status=draft&limit=1`);
    expect(listed.body).toMatchObject({ items: [{ id: first.body['id'], status: 'draft' }], has_more: true });
    expect(listed.body['items']).not.toHaveProperty('0.graph');
    expect((await admin('POST', workflows, { name: 'x', graph: aSimpleGraph(), workspace_id: 'gone' })).status).toBe(
      404,
    );
  });

  it('reports an unsaveable graph at once, and an undeployable one at its deployment', async () => {
    const unsaved = await fixture.create({ nodes: [anInput, anInput], edges: [] });
    expect([unsaved.status, unsaved.body['code'], errorsOf(unsaved)]).toEqual([
      422,
      'unprocessable',
      ['/graph/nodes/1/id'],
    ]);
    const { body: model } = await admin('POST', '/v1/registry/models', { name: `withdrawn-${kind}` });
    const versions = `/v1/registry/models/${model['id']}/versions`;
    await admin('POST', versions, { hosted: { provider: 'x', model_id: 'y' } });
    await admin('POST', `${versions}/1/revoke`, { reason: 'leaks' });
    const ofModel = (version: string | null) =>
      around({ id: 'm', type: 'model', ref: { id: `withdrawn-${kind}`, version }, config: { agent_id: 'bot' } });
    const bomb = { nodes: Array.from({ length: 10_000 }, (_, index) => ({ id: `n${index}`, type: 'agent' })) };
    expect((await fixture.create(bomb)).status).toBe(422);
    const refusals: [object, string[]][] = [
      [aSimpleGraph('nobody'), ['/graph/nodes/1/ref/id']],
      [aSimpleGraph('mute'), ['/graph/nodes/1/config/model']],
      [ofModel('1'), ['/graph/nodes/1/ref']],
      [ofModel(null), ['/graph/nodes/1/ref']],
      [around({ id: 'm', type: 'model', ref: { id: 'gpt', version: null } }), ['/graph/nodes/1/config/agent_id']],
      [
        around({ id: 'm', type: 'model', ref: { id: 'gpt', version: 'best' }, config: { agent_id: 'bot' } }),
        ['/graph/nodes/1/ref/version'],
      ],
      [
        around({
          id: 'a',
          type: 'auditor',
          ref: { id: 'oracle', version: null },
          config: { phase: 'request', agent_id: 'bot' },
        }),
        ['/graph/nodes/1/ref/id'],
      ],
      [
        around({
          id: 'a',
          type: 'auditor',
          ref: { id: 'pii', version: null },
          config: { phase: 'artifact', agent_id: 'bot' },
        }),
        ['/graph/nodes/1/config/phase'],
      ],
      [
        around({
          id: 'a',
          type: 'auditor',
          ref: { id: 'groundedness', version: null },
          config: { phase: 'response', agent_id: 'bot' },
        }),
        ['/graph/nodes/1/ref/id'],
      ],
      [
        around({
          id: 't',
          type: 'tool',
          ref: { id: 'send', version: null },
          config: { installation_id: 'ins_1', agent_id: 'bot' },
        }),
        ['/graph/nodes/1/config/installation_id'],
      ],
      [around({ id: 'w', type: 'workflow', ref: { id: 'wfl_1', version: null } }), ['/graph/nodes/1/ref/id']],
      [
        around({ id: 'h', type: 'human_approval', config: { message: 'ok?', approvers: ['nobody'] } }, 'approved'),
        ['/graph/nodes/1/config/approvers/0'],
      ],
    ];
    for (const [graph, pointers] of refusals) {
      const { body } = await fixture.create(graph);
      const refused = await fixture.deploy(body['id']);
      expect([refused.status, errorsOf(refused)], JSON.stringify(graph)).toEqual([422, pointers]);
      const validation = await admin('POST', `${workflows}/${body['id']}/validate`);
      expect(validation.body).toMatchObject({ valid: false, problems: pointers.map((pointer) => ({ pointer })) });
      expect((await admin('POST', `${workflows}/${body['id']}/validate`, { graph: aSimpleGraph() })).body).toEqual({
        valid: true,
        problems: [],
      });
      expect((await admin('GET', `${workflows}/${body['id']}`)).body['status']).toBe('draft');
    }
    const auditor = around({
      id: 'a',
      type: 'auditor',
      ref: { id: 'pii', version: null },
      config: { phase: 'request' },
    });
    const { body } = await fixture.create(auditor, { agent_id: 'bot' });
    expect((await fixture.deploy(body['id'])).status).toBe(202);
    expect((await fixture.stop((await fixture.create()).body['id'])).body).toMatchObject({
      code: 'conflict',
      reason: 'not_deployed',
    });
  });

  it('runs workflows inside active workflows, never inside themselves', async () => {
    const inner = (await fixture.create()).body['id'];
    const nested = (id: unknown) => around({ id: 'w', type: 'workflow', ref: { id: String(id), version: null } });
    const outer = (await fixture.create(nested(inner))).body['id'];
    expect(errorsOf(await fixture.deploy(outer))).toEqual(['/graph/nodes/1/ref/id']);
    await fixture.deploy(inner);
    await fixture.settle(inner);
    expect((await fixture.deploy(outer)).status).toBe(202);
    expect(await fixture.settle(outer)).toMatchObject({ status: 'running', degraded: false });
    for (const self of [inner, outer]) {
      await admin('PUT', `${workflows}/${inner}`, { graph: nested(self) });
      const refused = await fixture.deploy(inner);
      expect([refused.status, errorsOf(refused)]).toEqual([422, ['/graph/nodes/1/ref/id']]);
    }
    let top = outer;
    for (let depth = 3; depth <= 5; depth += 1) {
      top = (await fixture.create(nested(top))).body['id'];
      expect((await fixture.deploy(top)).status, `${depth} deep`).toBe(202);
      await fixture.settle(top);
    }
    expect((await fixture.deploy((await fixture.create(nested(top))).body['id'])).status).toBe(422);
    await fixture.stop(inner);
    await fixture.settle(inner);
    expect((await admin('GET', `${workflows}/${outer}`)).body).toMatchObject({ status: 'running', degraded: true });
  });

  it('waits for its approval, and goes no further without', async () => {
    const { revision } = (await admin('GET', '/v1/organizations/default')).body;
    const set = await admin(
      'PATCH',
      '/v1/organizations/default',
      { workflow_approval: true },
      { 'if-match': `"${revision}"` },
    );
    expect(set.body).toMatchObject({ workflow_approval: true });
    const decide = async (workflow: Answer, step: 'approve' | 'deny') => {
      const answer = await admin('POST', `/v1/approvals/${workflow.body['approval_id']}/${step}`);
      expect(answer.status).toBe(200);
    };
    // The requester must not decide.
    const deploy = (workflow: unknown) => fixture.verifier.post(`${workflows}/${workflow}/deploy`);
    const { id } = (await fixture.create()).body;
    const waiting = await deploy(id);
    expect(waiting.body).toMatchObject({ status: 'deploying', approval_id: expect.stringMatching(/^apr_/) });
    expect(await fixture.settle(id)).toMatchObject({ status: 'deploying' });
    expect((await deploy(id)).body).toMatchObject({ code: 'conflict', reason: 'deploying' });
    await decide(waiting, 'deny');
    expect(await fixture.settle(id)).toMatchObject({
      status: 'failed',
      deployment: { state: 'failed', error: { code: 'approval_denied' } },
    });
    const second = await deploy(id);
    await decide(second, 'approve');
    // If the process dies here, the next one continues.
    await fixture.verifier.restart();
    expect(await fixture.settle(id)).toMatchObject({ status: 'running', approval_id: null });
    await admin('PUT', `${workflows}/${id}`, { graph: aSimpleGraph('helper') });
    const third = await deploy(id);
    expect(third.body).toMatchObject({
      status: 'running',
      deployed_revision: 1,
      deployment: { state: 'deploying', revision: 2 },
    });
    await decide(third, 'deny');
    expect(await fixture.settle(id)).toMatchObject({
      status: 'running',
      deployed_revision: 1,
      deployment: { state: 'failed' },
    });
    const other = (await fixture.create()).body['id'];
    const cancelled = await deploy(other);
    expect((await fixture.stop(other)).body).toMatchObject({ status: 'stopped', deployment: { state: 'cancelled' } });
    expect((await admin('GET', `/v1/approvals/${cancelled.body['approval_id']}`)).body).toMatchObject({
      status: 'cancelled',
    });
    const after = (await admin('GET', '/v1/organizations/default')).body['revision'];
    await admin('PATCH', '/v1/organizations/default', { workflow_approval: false }, { 'if-match': `"${after}"` });
  });

  it('is degraded while a member is inactive, reports it once, and accepts no inactive member', async () => {
    const graph = {
      nodes: [anInput, anAgent('one'), anAgent('two', 'helper'), anOutput],
      edges: edgesOf('in>one', 'one>two', 'two>out'),
    };
    const { id } = (await fixture.create(graph)).body;
    await fixture.deploy(id);
    await fixture.settle(id);
    expect((await fixture.suspend('helper')).status).toBeLessThan(300);
    expect(await fixture.settle(id)).toMatchObject({ status: 'running', degraded: true });
    await fixture.settle(id);
    expect(
      actionsOf(await admin('GET', `${workflows}/${id}/history`)).filter((action) => action === 'degraded'),
    ).toHaveLength(1);
    const listed = (await admin('GET', `${workflows}?status=running`)).body['items'] as {
      id: string;
      degraded: boolean;
    }[];
    expect(listed.find((one) => one.id === id)?.degraded).toBe(true);
    const other = (await fixture.create(aSimpleGraph('helper'))).body['id'];
    expect(await fixture.deploy(other)).toMatchObject({
      status: 409,
      body: {
        code: 'member_not_active',
        members: [{ agent_id: 'helper', agent_status: 'suspended', node_ids: ['work'] }],
      },
    });
    expect((await admin('POST', `${workflows}/${other}/validate`)).body).toMatchObject({
      problems: [{ pointer: '/graph/nodes/1' }],
    });
    await admin('POST', '/v1/agents/helper/reactivate', { reason: 'it was nothing' });
    expect(await fixture.settle(id)).toMatchObject({ degraded: false });
  });
});

it('a deployment needs a known gateway', async () => {
  const fixture = await openDefinitions(testDatabaseKind, { VERIFIER_GATEWAY_URL: 'none' });
  try {
    const { id } = (await fixture.create()).body;
    expect(await fixture.deploy(id)).toMatchObject({ status: 409, body: { code: 'gateway_unknown' } });
  } finally {
    await fixture.verifier.close();
  }
}, 60_000);

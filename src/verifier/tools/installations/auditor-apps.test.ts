/** Tests apps of type auditor over HTTP, with an auditor on loopback. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../../platform/http/access.ts';
import { type InstallationsFixture, openInstallations, root } from './installations.fixture.ts';

let fixture: InstallationsFixture;
let people: Record<'admin' | 'operator' | 'owner', Caller>;
let agents = 0;
let auditorId = '';
/** The claim that the auditor declares. */
let claim = 'insult_found';
let url = '';

const server = createServer((request, response) => {
  const answers = {
    '/health': { status: 'healthy', auditor_id: auditorId, version: '1.0.0', ready: true },
    '/vocabulary': {
      auditor_id: auditorId,
      version: '1.0.0',
      phases: ['request'],
      vocabulary: [{ name: claim, type: 'boolean', description: 'Found', value_schema: {}, settings: [] }],
    },
  };
  const answer = answers[request.url as keyof typeof answers];
  response.statusCode = answer === undefined ? 404 : 200;
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer ?? {}));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  fixture = await openInstallations();
  const { person } = fixture;
  people = { admin: await person('admin'), operator: await person('operator'), owner: await person('viewer') };
});
afterAll(async () => {
  await fixture.verifier.close();
  server.close();
});

async function anAgent(): Promise<string> {
  agents += 1;
  const id = `judged-${agents}`;
  await fixture.agent(id, [people.owner]);
  return id;
}

beforeEach(() => {
  auditorId = `polite-${agents}`;
  claim = 'insult_found';
});

const anApp = (auditor: Record<string, unknown> = {}) =>
  fixture.app({
    type: 'auditor',
    auditor: { auditor_id: auditorId, ...(auditor['image'] ? {} : { url }), ...auditor },
  });

const reads = (name: string) => `permit (principal, action, resource);
@id("no") forbid (principal, action, resource) when { context.claims has ${name} && context.claims.${name} };`;

async function activate(agent: string, text: string) {
  const scope = { level: 'agent', id: agent };
  const { body } = await fixture.admin('POST', '/v1/policies', { scope, name: 'manners', text });
  return fixture.verifier.admin('POST', `/v1/policies/${body['id']}/activate`, {}, { 'if-match': '"1"' });
}

/** The auditors that apps bring, as gateways are told. */
async function joined(): Promise<unknown[]> {
  const { joinedAuditors } = fixture.verifier.verifier().services;
  const all = await joinedAuditors.listAll(fixture.db(), 'default');
  return all.filter(({ auditor_id: id }) => id === auditorId);
}

describe('an app of type auditor', () => {
  it('is registered with its claims, and policies of its agent alone may read them', async () => {
    const [appId, agent, other] = [await anApp(), await anAgent(), await anAgent()];
    expect((await activate(agent, reads('insult_found'))).status).toBe(422);
    const id = await fixture.installed(people.admin, appId, { agent_id: agent });
    const { body } = await fixture.see(id);
    expect(body).toMatchObject({ status: 'installed', error: null, tools_count: 0 });
    expect(await joined()).toEqual([{ scope: { level: 'agent', id: agent }, auditor_id: auditorId }]);
    expect((await fixture.admin('GET', `/v1/auditors/${auditorId}`)).body).toMatchObject({ url, built_in: false });
    expect(await fixture.told(id)).toMatchObject({ events: ['app.requested', 'app.installed'] });
    const effective = await fixture.admin('GET', `/v1/scoped-tools/effective?agent_id=${agent}&workspace_id=default`);
    expect(JSON.stringify(effective.body)).not.toContain('insult_found');
    expect((await activate(other, reads('insult_found'))).status).toBe(422);
  });

  it('is kept while a policy reads its claims, and then leaves no trace in chains and catalog', async () => {
    const [appId, agent] = [await anApp(), await anAgent()];
    const id = await fixture.installed(people.admin, appId, { agent_id: agent });
    const { body: policy } = await fixture.admin('POST', '/v1/policies', {
      scope: { level: 'agent', id: agent },
      name: 'manners',
      text: reads('insult_found'),
    });
    const path = `/v1/policies/${policy['id']}`;
    const active = await fixture.verifier.admin('POST', `${path}/activate`, {}, { 'if-match': '"1"' });
    expect(active.status).toBe(200);
    const kept = await fixture.admin('DELETE', `${root}/${id}`);
    expect([kept.status, kept.body['reason']]).toEqual([409, 'chain_breaks_policies']);
    await fixture.verifier.admin('DELETE', path, undefined, { 'if-match': `"${active.body['revision']}"` });
    expect((await fixture.admin('DELETE', `${root}/${id}`)).status).toBe(202);
    expect((await fixture.see(id)).body['status']).toBe('removed');
    expect(await joined()).toEqual([]);
    expect((await fixture.admin('GET', `/v1/auditors/${auditorId}`)).status).toBe(404);
  });

  it('with other claims than approved is not asked until they are approved, by their hash', async () => {
    const [appId, agent] = [await anApp(), await anAgent()];
    const id = await fixture.installed(people.admin, appId, { agent_id: agent });
    claim = 'rudeness_found';
    const seen = await fixture.admin('POST', `${root}/${id}/check-tools`);
    expect(seen.body).toMatchObject({ is_quarantined: true });
    expect(await joined()).toMatchObject([{ withheld: expect.stringContaining('approved') }]);
    const body = { tools_hash: seen.body['tools_present_hash'] };
    expect((await fixture.admin('POST', `${root}/${id}/approve-tools`, body)).status).toBe(200);
    expect(await joined()).toEqual([{ scope: { level: 'agent', id: agent }, auditor_id: auditorId }]);
    expect((await activate(agent, reads('rudeness_found'))).status).toBe(200);
  });

  it('of a whole workspace is chosen by operators, and stays when the agent that brought it retires', async () => {
    const [appId, agent, other] = [await anApp(), await anAgent(), await anAgent()];
    const body = { agent_id: agent, config: { joins: 'workspace' } };
    expect((await fixture.install(people.owner, appId, body)).status).toBe(403);
    const id = await fixture.installed(people.admin, appId, body);
    expect((await fixture.see(id)).body).toMatchObject({ status: 'installed' });
    expect(await joined()).toEqual([{ scope: { level: 'workspace', id: 'default' }, auditor_id: auditorId }]);
    expect((await activate(other, reads('insult_found'))).status).toBe(200);
    await fixture.admin('POST', `/v1/agents/${agent}/decommission`, { reason: 'for tests' });
    expect((await fixture.see(id)).body).toMatchObject({ status: 'installed' });
    expect(await joined()).toHaveLength(1);
    const kept = await fixture.admin('DELETE', `${root}/${id}`);
    expect([kept.status, kept.body['reason']]).toEqual([409, 'chain_breaks_policies']);
  });

  it('of a removed workspace is removed with it', async () => {
    const [appId, agent] = [await anApp(), await anAgent()];
    await fixture.admin('POST', '/v1/workspaces', { id: 'short', name: 'Short' });
    await fixture.admin('POST', '/v1/agents', { id: `${agent}-short`, name: 'x', workspace_id: 'short' });
    const body = { agent_id: `${agent}-short`, config: { joins: 'workspace' } };
    const id = await fixture.installed(people.admin, appId, body);
    expect(await joined()).toHaveLength(1);
    await fixture.admin('POST', `/v1/agents/${agent}-short/decommission`, { reason: 'for tests' });
    const { body: gone } = await fixture.admin('GET', `/v1/agents/${agent}-short`);
    const removed = { 'if-match': `"${gone['revision']}"` };
    await fixture.verifier.admin('DELETE', `/v1/agents/${agent}-short`, undefined, removed);
    expect(await joined()).toHaveLength(1);
    const end = await fixture.verifier.admin('DELETE', '/v1/workspaces/short', undefined, { 'if-match': '"1"' });
    expect(end.status).toBe(204);
    expect(await joined()).toEqual([]);
    expect((await fixture.see(id)).body['status']).toBe('removed');
  });

  it.each([
    ['another auditor that answers', () => ({ auditor_id: 'somebody-else' }), 'auditor_mismatch'],
    ['an image that nobody started', () => ({ image: 'registry.example/polite:1' }), 'engine_missing'],
  ])('fails for %s, and says why', async (_name, auditor, code) => {
    const [appId, agent] = [await anApp(auditor()), await anAgent()];
    const id = await fixture.installed(people.admin, appId, { agent_id: agent });
    expect((await fixture.see(id)).body).toMatchObject({ status: 'failed', error: { step: 'tools', code } });
    expect(await joined()).toEqual([]);
  });

  it('of an image is installed with the address at which somebody started it', async () => {
    const [appId, agent] = [await anApp({ image: 'registry.example/polite:1' }), await anAgent()];
    const id = await fixture.installed(people.admin, appId, { agent_id: agent, config: { url } });
    expect((await fixture.see(id)).body).toMatchObject({ status: 'installed', config: { url } });
    const registered = await fixture.admin('GET', `/v1/auditors/${auditorId}`);
    expect(registered.body).toMatchObject({ url, image: 'registry.example/polite:1' });
  });

  it('goes with its agent, even where a policy of the agent reads its claims', async () => {
    const [appId, agent] = [await anApp(), await anAgent()];
    const id = await fixture.installed(people.admin, appId, { agent_id: agent });
    expect((await activate(agent, reads('insult_found'))).status).toBe(200);
    const gone = await fixture.admin('POST', `/v1/agents/${agent}/decommission`, { reason: 'for tests' });
    expect(gone.status).toBe(200);
    expect((await fixture.see(id)).body['status']).toBe('removed');
    expect(await joined()).toEqual([]);
  });

  it('is published with an address or an image, and never under the id of a built-in one', async () => {
    const publish = (entry: Record<string, unknown>) =>
      fixture.admin('POST', '/v1/app-catalog', {
        name: 'com.example/wrong',
        version: '1.0.0',
        title: 'Wrong',
        description: 'x',
        type: 'auditor',
        ...entry,
      });
    const wrong = [
      {},
      { auditor: { auditor_id: 'polite' } },
      { auditor: { auditor_id: 'polite', url, image: 'x' } },
      { auditor: { auditor_id: 'injection', url } },
      { auditor: { auditor_id: 'polite', image: 'assay/injection' } },
      { type: 'skill', auditor: { auditor_id: 'polite', url } },
    ];
    for (const entry of wrong) expect((await publish(entry)).status, JSON.stringify(entry)).toBe(422);
  });
});

/** Tests installed apps whose agent, or whose connecting person, is gone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../platform/http/access.ts';
import { replaceHooks } from '../../base/hooks.fixture.ts';
import type { Answer } from '../../test-verifier.ts';
import { type ForeignServer, openForeignServer } from '../foreign-oauth/foreign-server.fixture.ts';
import { type InstallationsFixture, openInstallations, root } from './installations.fixture.ts';
import { createMcpAnswer, createMcpBehaviour, type McpServerFixture, openMcpServer } from './mcp-server.fixture.ts';

let fixture: InstallationsFixture;
let server: McpServerFixture;
let foreign: ForeignServer;
let people: Record<'admin' | 'owner', Caller>;
let agents = 0;

async function anAgent(): Promise<string> {
  agents += 1;
  const id = `bot-${agents}`;
  await fixture.agent(id, [people.owner]);
  return id;
}

beforeAll(async () => {
  fixture = await openInstallations();
  server = await openMcpServer();
  const answer = createMcpAnswer(createMcpBehaviour());
  foreign = await openForeignServer({ handler: (request, response) => answer(request, response) });
  people = { admin: await fixture.person('admin'), owner: await fixture.person('viewer') };
});
afterAll(async () => {
  await fixture.verifier.close();
  await Promise.all([server.close(), foreign.close()]);
});

const remote = (url: string) => ({ remotes: [{ type: 'streamable-http', url }] });

describe('the end of something an app depends on', () => {
  const waiting = () => ({ remotes: [{ type: 'streamable-http', url: foreign.resource }] });
  const credentialOf = async (answer: Answer) =>
    (await fixture.admin('GET', `/v1/scoped-credentials/${Object(answer.body['auth'])['credential_id']}`)).body;

  it('removes it with its agent, in one transaction: nothing waits, is open or is requested any more', async () => {
    const agent = await anAgent();
    const [free, bound, asked] = [
      await fixture.app(remote(server.url)),
      await fixture.app(waiting()),
      await fixture.app(remote(server.url)),
    ];
    const ids = [
      await fixture.installed(people.admin, free, { agent_id: agent }),
      await fixture.installed(people.admin, bound, { agent_id: agent }),
      await fixture.installed(people.owner, asked, { agent_id: agent }),
    ];
    const statuses = async () => Promise.all(ids.map(async (id) => (await fixture.see(id)).body['status']));
    expect(await statuses()).toEqual(['installed', 'awaiting_connect', 'awaiting_approval']);
    const approval = (await fixture.see(ids[2] ?? '')).body['approval_id'];
    const { lifecycleHooks } = fixture.verifier.verifier().services;
    const putBack = replaceHooks(lifecycleHooks, {
      agentRetires: {
        ...lifecycleHooks.agentRetires,
        // After every hook: the last kind has none of its own.
        async x509_svid() {
          throw new Error('killed');
        },
      },
    });
    const end = () => fixture.admin('POST', `/v1/agents/${agent}/decommission`, { reason: 'done' });
    expect((await end()).status).toBe(500);
    putBack();
    expect(await statuses()).toEqual(['installed', 'awaiting_connect', 'awaiting_approval']);
    expect((await end()).status).toBe(200);
    expect(await statuses()).toEqual(['removed', 'removed', 'removed']);
    expect(await credentialOf(await fixture.see(ids[1] ?? ''))).toMatchObject({ status: 'revoked' });
    expect((await fixture.admin('GET', `/v1/approvals/${String(approval)}`)).body['status']).toBe('cancelled');
    const late = await fixture.install(people.admin, free, { agent_id: agent });
    expect([late.status, late.body['code']]).toEqual([403, 'agent_decommissioned']);
  });

  it("leaves a re-registered agent without its predecessor's apps", async () => {
    const [appId, agent] = [await fixture.app(remote(server.url)), await anAgent()];
    await fixture.installed(people.admin, appId, { agent_id: agent });
    await fixture.admin('POST', `/v1/agents/${agent}/suspend`, { reason: 'x' });
    const { headers } = await fixture.verifier.admin('GET', `/v1/agents/${agent}`);
    const match = { 'if-match': String(headers['etag']) };
    expect((await fixture.verifier.admin('DELETE', `/v1/agents/${agent}`, undefined, match)).status).toBe(204);
    await fixture.work().idle();
    const asked = await fixture.admin('POST', '/v1/gateways/gw-1/credentials', { agent_id: agent, service: 'x' });
    expect([asked.status, asked.body['reason']]).toEqual([404, 'unknown_agent']);
    await fixture.agent(agent, [people.owner]);
    expect((await fixture.admin('GET', `/v1/agents/${agent}/apps`)).body['items']).toEqual([]);
    await fixture.installed(people.admin, appId, { agent_id: agent });
  });

  it('ends the waiting for a former member, with an explanation; back again, they connect', async () => {
    const [appId, agent, leaver] = [await fixture.app(waiting()), await anAgent(), await fixture.person('admin')];
    const id = await fixture.installed(leaver, appId, { agent_id: agent, connect_as: 'me' });
    const before = await fixture.see(id);
    expect(before.body).toMatchObject({ status: 'awaiting_connect' });
    const of = (status: string) => {
      const match = { 'if-match': status === 'disabled' ? '"1"' : '"2"' };
      return fixture.verifier.admin('PATCH', `/v1/members/${leaver.user}`, { status }, match);
    };
    expect((await of('disabled')).status).toBe(200);
    const failed = { status: 'failed', error: { step: 'connect', code: 'person_left', retryable: false } };
    expect((await fixture.see(id)).body).toMatchObject(failed);
    expect(await credentialOf(before)).toMatchObject({ status: 'revoked', status_reason: 'member_left' });
    await fixture.admin('POST', `${root}/${id}/retry`);
    expect((await fixture.see(id)).body).toMatchObject({ status: 'failed' });
    expect((await of('active')).status).toBe(200);
    await fixture.admin('POST', `${root}/${id}/retry`);
    const after = await fixture.see(id);
    expect(after.body).toMatchObject({ status: 'awaiting_connect', error: null });
    expect(await credentialOf(after)).toMatchObject({ status: 'pending', user_id: leaver.user });
  });

  it('ends the question about an update when it is removed meanwhile', async () => {
    const [appId, agent] = [await fixture.app(remote(server.url)), await anAgent()];
    const more = { version: '2.0.0', title: 'App', description: 'For tests', ...remote(server.url) };
    expect((await fixture.as(people.admin, 'POST', `/v1/app-catalog/${appId}/versions`, more)).status).toBe(201);
    const id = await fixture.installed(people.admin, appId, { agent_id: agent, version: '1.0.0' });
    await fixture.as(people.owner, 'POST', `${root}/${id}/upgrade`, { version: '2.0.0' });
    const { status, approval_id: approval } = (await fixture.see(id)).body;
    expect(status).toBe('updating');
    expect((await fixture.as(people.owner, 'DELETE', `${root}/${id}`)).status).toBe(202);
    expect((await fixture.admin('GET', `/v1/approvals/${approval}`)).body['status']).toBe('cancelled');
  });
});

/** Tests what MCP gateways get for an agent: its servers and tools, what is hidden, and who may speak for it. */
import { sql } from 'drizzle-orm';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AgentTools, AgentToolsSchema } from '../../../contract/agent-tools.ts';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { type InstallationsFixture, openInstallations } from '../installations/installations.fixture.ts';

const shape = Compile(AgentToolsSchema);
let fixture: InstallationsFixture;
let owner: Caller;
let installation: string;
let appId: string;

const askAs = (query = '', agent = 'bot', headers: Record<string, string> = {}) =>
  fixture.verifier.admin('GET', `/v1/gateways/gw-1/agents/${agent}/tools${query}`, undefined, headers);
const read = async (query = '', agent = 'bot'): Promise<AgentTools> => {
  const { status, body } = await askAs(query, agent);
  expect(status).toBe(200);
  if (!shape.Check(body)) throw new Error(JSON.stringify([...shape.Errors(body)].slice(0, 3)));
  return body;
};
const tool = (name: string, more: object = {}) => ({ name, inputSchema: { type: 'object' }, ...more });
const report = (id: string, tools: readonly object[]) =>
  fixture.admin('POST', '/v1/gateways/gw-1/tools', { installation_id: id, tools });
const revision = async () => {
  const { headers } = await fixture.admin('GET', '/v1/gateways/gw-1/bundle');
  return Number(String(headers['etag']).split('.').at(-1)?.slice(0, -1));
};
/** Each of these makes gateways ask again. */
const raises = async (what: () => Promise<unknown>) => {
  const before = await revision();
  await what();
  expect(await revision()).toBeGreaterThan(before);
};
const local = (name: string, environmentVariables: readonly object[] = []) => ({
  name,
  packages: [
    {
      registryType: 'npm',
      identifier: '@example/crm',
      version: '1.2.3',
      transport: { type: 'stdio' },
      environmentVariables,
    },
  ],
});

beforeAll(async () => {
  fixture = await openInstallations(testDatabaseKind);
  owner = await fixture.person('viewer');
  await fixture.agent('bot', [owner]);
  appId = await fixture.app(
    local('com.example/My_CRM', [
      { name: 'REGION', default: 'eu' },
      { name: 'LEVEL' },
      { name: 'API_KEY', isSecret: true },
    ]),
  );
  const config = { environment: { LEVEL: 'low' } };
  installation = await fixture.installed(fixture.operator, appId, { agent_id: 'bot', config });
}, 60_000);
afterAll(() => fixture.verifier.close());

describe('the servers of an agent', () => {
  it('are listed before any of their tools was seen, with their location and no secret', async () => {
    const answer = await read();
    expect(answer).toMatchObject({ agent_id: 'bot', workspace_id: 'default', user_may_speak: null, good_for_s: 60 });
    expect(answer.servers).toEqual([
      {
        installation_id: installation,
        app_id: appId,
        title: expect.any(String),
        server: 'My_CRM',
        alias: 'my-crm',
        service: 'com.example/My_CRM',
        resource: null,
        quarantined: false,
        auth: { required: false, status: 'not_required', connect_url: null },
        target: {
          kind: 'package',
          identifier: '@example/crm',
          version: '1.2.3',
          environment: [
            { name: 'REGION', value: 'eu' },
            { name: 'LEVEL', value: 'low' },
          ],
        },
        tools: [],
        blocked: [],
      },
    ]);
  });

  it('have their tools as approved, as written by their server, with the approved hash', async () => {
    const written = tool('search', {
      title: 'Search',
      description: 'Finds',
      annotations: { readOnlyHint: true },
      icons: [{ src: 'a' }],
      _meta: { 'x/y': 1 },
      outputSchema: { type: 'object' },
    });
    await raises(() => report(installation, [written, tool('delete')]));
    const [server] = (await read()).servers;
    const tools = server?.tools ?? [];
    expect(tools.map(({ name }) => name)).toEqual(['delete', 'search']);
    const search = tools.find(({ name }) => name === 'search');
    expect(search).toMatchObject({ mode: 'available', callable: true, reason: null, definition: written });
    const { body } = await fixture.admin('GET', `/v1/app-catalog/installations/${installation}/tools`);
    const items = body['items'] as { name: string; hash: string }[];
    expect(search?.hash).toBe(items.find(({ name }) => name === 'search')?.hash);
  });

  it('hide the definition of a blocked tool and show its name', async () => {
    const rule = { scope: { level: 'workspace', id: 'default' }, tool: { app_id: appId, name: 'delete' } };
    await raises(() => fixture.admin('POST', '/v1/scoped-tools', { ...rule, mode: 'blocked' }));
    const { body } = await askAs();
    const [server] = (body as AgentTools).servers;
    expect(server?.tools.map(({ name }) => name)).toEqual(['search']);
    expect(server?.blocked).toEqual(['delete']);
  });

  it('are sent again only after a change', async () => {
    const { headers } = await askAs();
    const etag = String(headers['etag']);
    const known = await askAs('', 'bot', { 'if-none-match': `"other", W/${etag}` });
    expect([known.status, known.raw.length]).toEqual([304, 0]);
    expect((await askAs('', 'bot', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('are no longer callable once they show other tools, until a review; gateways hear of both', async () => {
    await raises(() => report(installation, [tool('search', { description: 'Finds, and sends it away' })]));
    const [server] = (await read()).servers;
    expect(server).toMatchObject({ quarantined: true });
    expect(server?.tools).toEqual([
      expect.objectContaining({ name: 'search', callable: false, reason: 'quarantined' }),
    ]);
    expect(server?.tools[0]?.definition).toMatchObject({ description: 'Finds' });
    const { body } = await fixture.admin('GET', `/v1/app-catalog/installations/${installation}/tools`);
    const approval = { tools_hash: body['tools_present_hash'] };
    await raises(() => fixture.admin('POST', `/v1/app-catalog/installations/${installation}/approve-tools`, approval));
    expect((await read()).servers[0]?.tools[0]).toMatchObject({ callable: true });
  });

  it('lose nothing by an app with an outdated configuration', async () => {
    await fixture.agent('odd', [owner]);
    const odd = await fixture.installed(fixture.operator, await fixture.app(local('com.example/odd')), {
      agent_id: 'odd',
    });
    await fixture.installed(fixture.operator, await fixture.app(local('com.example/even')), { agent_id: 'odd' });
    await fixture.db().execute(sql`update installations set config = '{"use":"remote"}' where id = ${odd}`);
    expect((await read('', 'odd')).servers.map(({ alias }) => alias)).toEqual(['even']);
  });

  it('keep their names when installed again, and for other agents', async () => {
    await fixture.agent('two', [owner]);
    const again = await fixture.installed(fixture.operator, appId, { agent_id: 'two' });
    const other = await fixture.app(local('org.other/my-crm'));
    await fixture.installed(fixture.operator, other, { agent_id: 'two' });
    const names = async () => (await read('', 'two')).servers.map(({ app_id, alias }) => [app_id, alias]);
    expect(await names()).toEqual([
      [appId, 'my-crm'],
      [other, 'my-crm-2'],
    ]);
    await raises(async () => {
      await fixture.as(fixture.operator, 'DELETE', `/v1/app-catalog/installations/${again}`);
      await fixture.work().idle();
    });
    expect(await names()).toEqual([[other, 'my-crm-2']]);
    await raises(() => fixture.installed(fixture.operator, appId, { agent_id: 'two' }));
    expect((await names()).toSorted()).toEqual(
      [
        [appId, 'my-crm'],
        [other, 'my-crm-2'],
      ].toSorted(),
    );
  });
});

describe('credentials', () => {
  it('are reported when not ready, with where to connect; their end or change makes gateways ask again', async () => {
    await fixture.agent('keyed', [owner]);
    const name = 'com.example/keyed';
    const keyed = await fixture.app({
      ...local(name, [{ name: 'API_KEY', isSecret: true, isRequired: true }]),
      auth_hint: { type: 'api_key' },
    });
    const id = await fixture.installed(fixture.operator, keyed, { agent_id: 'keyed' });
    await fixture.db().execute(sql`update installations set status = 'installed', resume_at = null,
      auth = auth || '{"required": true}'::jsonb where id = ${id}`);
    await report(id, [tool('read')]);
    const status = async (query = '') => {
      const [server] = (await read(query, 'keyed')).servers;
      return [server?.auth.status, server?.tools[0]?.callable, server?.tools[0]?.reason];
    };
    const before = await status();
    expect(before).toEqual(['pending', false, 'pending']);
    let made: Record<string, unknown> = {};
    await raises(async () => {
      const config = { environment_variable: 'API_KEY' };
      const credential = {
        scope: { level: 'org', id: 'default' },
        service: name,
        auth_type: 'api_key',
        config,
        secret: 'crm-live-5f1c0a7be2d94c6f8a31d0b7e9c2',
      };
      const answer = await fixture.admin('POST', '/v1/scoped-credentials', credential);
      expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
      made = answer.body;
    });
    expect(await status()).toEqual(['ready', true, null]);
    expect(JSON.stringify((await askAs('', 'keyed')).body)).not.toContain('crm-live');
    await raises(async () => {
      const gone = await fixture.admin('POST', `/v1/scoped-credentials/${made['id']}/revoke`, {});
      expect(gone.status).toBeLessThan(300);
    });
    expect((await status())[1]).toBe(false);
  });
});

describe('an agent', () => {
  it('has no tools when inactive, with the reason', async () => {
    await fixture.agent('idle', [owner]);
    await raises(() => fixture.admin('POST', '/v1/agents/idle/suspend', { reason: 'test' }));
    expect(await askAs('', 'idle')).toMatchObject({ status: 403, body: { code: 'agent_suspended' } });
    expect(await askAs('', 'nobody')).toMatchObject({ status: 404, body: { reason: 'unknown_agent' } });
  });

  it('of another organisation does not exist, and only the gateway itself asks', async () => {
    await fixture.admin('POST', '/v1/organizations', { id: 'acme' });
    const url = '/v1/gateways/gw-1/agents/bot/tools';
    const gateway = { ...owner, user: 'gw-1', kind: 'gateway', role: 'gateway', gatewayId: 'gw-1' } as const;
    expect((await fixture.as(gateway, 'GET', url)).status).toBe(200);
    expect((await fixture.as({ ...gateway, organisation: 'acme' }, 'GET', url)).status).toBe(404);
    const certified = { ...gateway, authentication: 'mtls' } as const;
    expect((await fixture.as({ ...certified, gatewayId: 'gw-2' }, 'GET', url)).status).toBe(403);
    for (const role of ['viewer', 'reviewer', 'operator', 'admin'] as const) {
      expect((await fixture.as({ ...owner, role }, 'GET', url)).status, role).toBe(403);
    }
  });
});

describe('a person', () => {
  const maySpeak = async (who: Caller, more = '') => {
    const answer = await read(`?user_id=${who.user}${more}`);
    expect(answer.good_for_s).toBe(30);
    return answer.user_may_speak;
  };

  it('speaks only for an agent that they may act as', async () => {
    const people = {
      viewer: await fixture.person('viewer'),
      reviewer: await fixture.person('reviewer'),
      operator: await fixture.person('operator'),
      admin: await fixture.person('admin'),
      editor: await fixture.person('viewer'),
      reader: await fixture.person('viewer'),
    };
    const [editors, viewers] = [people.editor, people.reader].map(({ user }) => JSON.stringify([user]));
    await fixture
      .db()
      .execute(sql`update agents set editors = ${editors}::jsonb, viewers = ${viewers}::jsonb where id = 'bot'`);
    const verdicts = Object.fromEntries(
      await Promise.all(Object.entries({ ...people, owner }).map(async ([name, who]) => [name, await maySpeak(who)])),
    );
    expect(verdicts).toEqual({
      viewer: false,
      reviewer: false,
      operator: true,
      admin: true,
      editor: true,
      reader: false,
      owner: true,
    });
    await fixture.setRole(people.operator, 'viewer');
    expect(await maySpeak(people.operator)).toBe(false);
    await fixture.remove(people.editor);
    expect(await maySpeak(people.editor)).toBe(false);
    await fixture.admin('POST', '/v1/organizations', { id: 'else' });
    expect(await maySpeak(await fixture.person('admin', 'else'))).toBe(false);
    await fixture.db().execute(sql`update users set status = 'disabled' where id = ${people.admin.user}`);
    expect(await maySpeak(people.admin)).toBe(false);
  });

  it("does not by a token with a revoked grant, nor by somebody else's grant", async () => {
    const admin = await fixture.person('admin');
    const put = (grantId: string, account: string) =>
      fixture
        .db()
        .execute(sql`insert into oauth_records (model, id_sha256, grant_id, account_id, payload, expires_at, created_at)
        values ('Grant', ${grantId}, ${grantId}, ${account}, '{}', ${fixture.verifier.clock.now() + 60_000}, 1)`);
    await put('g1', admin.user);
    await put('g2', owner.user);
    expect(await maySpeak(admin, '&grant_id=g1')).toBe(true);
    expect(await maySpeak(admin, '&grant_id=g2')).toBe(false);
    await fixture.db().execute(sql`delete from oauth_records where grant_id = 'g1'`);
    expect(await maySpeak(admin, '&grant_id=g1')).toBe(false);
  });
});

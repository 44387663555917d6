/** Tests rules on tools through the API: who may set them, which contradict, and the effective tools of an agent. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifierTools } from '../../../contract/own-tools.ts';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { toAuthor } from '../../base/control/author.ts';
import type { Answer } from '../../test-verifier.ts';
import { installationsTable } from '../installations/tables.ts';
import { aCaller, type CallersFixture, openCallers } from './callers.fixture.ts';
import { createScopedToolServices } from './create.ts';
import { anAuth, writeInstallation } from './installed.fixture.ts';

let fixture: CallersFixture;
const admin = aCaller('admin');
const operator = aCaller('operator');
const viewer = aCaller('viewer');
const bot = aCaller('agent', { user: 'bot', owners: [{ user: 'o', role: 'viewer' }] });
const path = '/v1/scoped-tools';
const inOrg = { level: 'org', id: 'default' };
const inSales = { level: 'workspace', id: 'sales' };

beforeAll(async () => {
  fixture = await openCallers(testDatabaseKind);
  const { verifier } = fixture;
  await verifier.admin('POST', '/v1/workspaces', { id: 'sales' });
  await verifier.admin('POST', '/v1/organizations', { id: 'acme' });
  await verifier.admin('POST', '/v1/agents', { id: 'bot', workspace_id: 'sales' });
}, 60_000);
afterAll(() => fixture.verifier.close());

const remove = (caller: Caller, { body }: Answer) =>
  fixture.as(caller, 'DELETE', `${path}/${body['id']}`, undefined, { 'if-match': `"${body['revision']}"` });
const set = (caller: Caller, scope: object, name: string, mode: string, change: object = {}) =>
  fixture.as(caller, 'POST', path, { scope, tool: { app_id: 'app_crm', name }, mode, ...change });
const change = (caller: Caller, { body }: Answer, to: object, revision = body['revision']) =>
  fixture.as(caller, 'PATCH', `${path}/${body['id']}`, to, { 'if-match': `"${revision}"` });
const brief = ({ status, body }: Answer) => [status, body['code'], body['reason']];

describe('setting rules', () => {
  it('needs an admin for the organisation, an operator for a workspace, and nobody else may', async () => {
    for (const role of ['reviewer', 'viewer', 'agent', 'gateway'] as const) {
      expect((await set(aCaller(role), inSales, 'read', 'available')).status, role).toBe(403);
    }
    expect((await set(operator, inOrg, 'read', 'available')).status).toBe(403);
    const [above, below] = [await set(admin, inOrg, 'read', 'available'), await set(operator, inSales, 'x', 'blocked')];
    expect(above).toMatchObject({ status: 201, body: { allow_override: true, set_by: 'a-admin', revision: 1 } });
    expect(below).toMatchObject({ status: 201, body: { tool: { app_id: 'app_crm', server: '*', name: 'x' } } });
    expect((await change(operator, above, { mode: 'blocked' })).status).toBe(403);
    expect((await remove(operator, above)).status).toBe(403);
    expect((await remove(operator, below)).status).toBe(204);
    expect((await remove(admin, above)).status).toBe(204);
  });

  it('allows one rule per pattern of a scope, and every change names its base', async () => {
    const made = await set(admin, inOrg, 'read', 'available', { reason: 'Everybody reads' });
    expect(brief(await set(admin, inOrg, 'read', 'blocked'))).toEqual([409, 'conflict', 'rule_exists']);
    const url = `${path}/${made.body['id']}`;
    expect((await fixture.as(admin, 'PATCH', url, { mode: 'blocked' })).status).toBe(428);
    expect((await change(admin, made, { mode: 'blocked' }, 9)).status).toBe(412);
    const changed = await change(admin, made, { mode: 'required', reason: null });
    expect(changed.body).toMatchObject({ mode: 'required', reason: null, revision: 2 });
    expect((await remove(admin, made)).status).toBe(412);
    expect((await remove(admin, changed)).status).toBe(204);
    const history = await fixture.as(viewer, 'GET', `${url}/history`);
    expect((history.body['items'] as { action: string }[]).map(({ action }) => action)).toEqual([
      ...['removed', 'updated', 'created'],
    ]);
    expect((await fixture.as(viewer, 'GET', url)).status).toBe(404);
  });

  it('is done once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'rule' };
    const body = { scope: inSales, tool: { app_id: 'app_once', name: '*' }, mode: 'available' };
    const answers = [
      await fixture.as(operator, 'POST', path, body, headers),
      await fixture.as(operator, 'POST', path, body, headers),
    ];
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    await remove(operator, answers[0] as Answer);
  });

  it('cannot block below what the organisation requires, by name or as part of all', async () => {
    const required = await set(admin, inOrg, 'audit', 'required');
    const conflict = [409, 'mode_conflict', 'required_above'];
    const refused = await set(operator, inSales, 'audit', 'blocked');
    expect(brief(refused)).toEqual(conflict);
    expect(refused.body).toMatchObject({ rule_id: required.body['id'], mode: 'required' });
    expect(brief(await set(operator, inSales, '*', 'blocked'))).toEqual(conflict);
    const other = await set(operator, inSales, 'audit', 'required');
    expect(other.status).toBe(201);
    expect(brief(await change(operator, other, { mode: 'blocked' }))).toEqual(conflict);
    // With its own rule for what is required, all others may be blocked.
    const all = await set(operator, inSales, '*', 'blocked');
    expect(all.status).toBe(201);
    for (const made of [all, other]) await remove(operator, made);
    await remove(admin, required);
  });

  it('only allows blocks in a workspace when the organisation allows no override', async () => {
    const fixed = await set(admin, inOrg, 'read', 'available', { allow_override: false });
    const conflict = [409, 'mode_conflict', 'override_not_allowed'];
    expect(brief(await set(operator, inSales, 'read', 'required'))).toEqual(conflict);
    expect(brief(await set(operator, inSales, '*', 'required'))).toEqual(conflict);
    const blocked = await set(operator, inSales, 'read', 'blocked');
    expect(blocked.status).toBe(201);
    expect(brief(await set(operator, inSales, 'y', 'blocked', { allow_override: false }))).toEqual([
      ...[422, 'unprocessable', 'override_is_of_org'],
    ]);
    await remove(operator, blocked);
    await remove(admin, fixed);
  });

  it.each([
    [{ tool: { app_id: 'app_crm', name: 'get_*' } }],
    [{ tool: { app_id: '', name: 'x' } }],
    [{ tool: { app_id: 'app_crm', name: 'a\nb' } }],
    [{ tool: { app_id: 'app_crm', name: 'x', other: 1 } }],
    [{ mode: 'allowed' }],
    [{ scope: { level: 'agent', id: 'bot' } }],
  ])('refuses %j', async (bad) => {
    expect((await set(admin, inOrg, 'x', 'available', bad)).status).toBe(400);
  });

  it('is invisible to another organisation, and an unknown scope is 404', async () => {
    const made = await set(operator, inSales, 'read', 'available');
    const url = `${path}/${made.body['id']}`;
    const stranger = aCaller('admin', { organisation: 'acme' });
    expect((await fixture.as(stranger, 'GET', url)).status).toBe(404);
    expect((await change(stranger, made, { mode: 'blocked' })).status).toBe(404);
    expect((await remove(stranger, made)).status).toBe(404);
    expect((await fixture.as(stranger, 'GET', `${path}?app_id=app_crm`)).body['items']).toEqual([]);
    expect((await fixture.as(stranger, 'GET', `${url}/history`)).body['items']).toEqual([]);
    for (const scope of [inSales, inOrg]) expect((await set(stranger, scope, 'r', 'available')).status).toBe(404);
    expect((await fixture.as(stranger, 'GET', `${path}/effective?agent_id=bot`)).status).toBe(404);
    await remove(operator, made);
  });

  it('shows an agent its effective rules; a list is filtered', async () => {
    await fixture.verifier.admin('POST', '/v1/workspaces', { id: 'other' });
    const made = [
      await set(admin, inOrg, 'a', 'available'),
      await set(admin, inSales, 'b', 'blocked'),
      await set(admin, { level: 'workspace', id: 'other' }, 'c', 'required'),
    ];
    const names = async (caller: Caller, query = '') => {
      const { body } = await fixture.as(caller, 'GET', `${path}${query}`);
      return (body['items'] as { tool: { name: string } }[]).map(({ tool }) => tool.name);
    };
    // The last is the default rule about our own services.
    expect(await names(viewer)).toEqual(['c', 'b', 'a', '*']);
    expect(await names(bot)).toEqual(['b', 'a', '*']);
    expect((await fixture.as(bot, 'GET', `${path}/${made[2]?.body['id']}`)).status).toBe(404);
    expect((await fixture.as(bot, 'GET', `${path}/${made[2]?.body['id']}/history`)).status).toBe(404);
    expect(await names(viewer, '?level=org')).toEqual(['a', '*']);
    expect(await names(viewer, '?workspace_id=sales')).toEqual(['b']);
    expect(await names(viewer, '?mode=required')).toEqual(['c']);
    expect(await names(viewer, '?app_id=app_none')).toEqual([]);
    // Rules are removed with their workspace.
    const { headers } = await fixture.verifier.get('/v1/workspaces/other');
    await fixture.verifier.admin('DELETE', '/v1/workspaces/other', undefined, { 'if-match': String(headers['etag']) });
    expect(await names(viewer)).toEqual(['b', 'a', '*']);
  });
});

describe("an agent's tools", () => {
  beforeEach(async () => {
    const { body } = await fixture.as(admin, 'GET', `${path}?limit=100`);
    for (const { id, revision } of body['items'] as { id: string; revision: number }[]) {
      await fixture.as(admin, 'DELETE', `${path}/${id}`, undefined, { 'if-match': `"${revision}"` });
    }
    await fixture.db().delete(installationsTable);
  });
  const effective = async (query = '', caller: Caller = viewer) =>
    (await fixture.as(caller, 'GET', `${path}/effective?agent_id=bot&workspace_id=sales${query}`)).body;
  const toolOf = async (name: string, query = '') => {
    const { items } = (await effective(query)) as { items: { tool: { name: string } }[] };
    return items.find(({ tool }) => tool.name === name);
  };
  const install = (more: Parameters<typeof writeInstallation>[1] = {}) =>
    writeInstallation(fixture.db(), { workspace_id: 'sales', ...more });

  it('are none without a rule: installed ones cannot be called', async () => {
    await install();
    expect(await effective()).toMatchObject({ readiness: 'ready', unmet_requirements: [] });
    expect(await toolOf('read')).toMatchObject({
      mode: 'blocked',
      installed: true,
      callable: false,
      reason: 'not_available',
      decided_by: { level: 'default', id: null, rule_id: null },
      auth: { status: 'not_required' },
    });
  });

  it('are those that rules allow and the organisation does not block', async () => {
    await install();
    await set(admin, inOrg, '*', 'available');
    const blocked = await set(operator, inSales, 'delete', 'blocked', { reason: 'Sales reads' });
    expect(await toolOf('read')).toMatchObject({ mode: 'available', callable: true, reason: null });
    expect(await toolOf('delete')).toMatchObject({
      mode: 'blocked',
      callable: false,
      reason: 'blocked',
      rule_reason: 'Sales reads',
      decided_by: { level: 'workspace', id: 'sales', rule_id: blocked.body['id'] },
      overridden: [{ level: 'org', id: 'default', mode: 'available' }],
    });
    // In another workspace the same agent has both.
    const { body } = await fixture.as(viewer, 'GET', `${path}/effective?agent_id=bot&workspace_id=default`);
    const own = (body['items'] as { callable: boolean; tool: { app_id: string } }[]).filter(
      ({ tool }) => tool.app_id === 'app_crm',
    );
    expect(own.map(({ callable }) => callable)).toEqual([true, true]);
  });

  it("ignore and report a block older than the organisation's requirement", async () => {
    await install();
    const older = await set(operator, inSales, 'read', 'blocked');
    await set(admin, inOrg, 'read', 'required');
    expect(await toolOf('read')).toMatchObject({
      mode: 'required',
      callable: true,
      overridden: [{ level: 'workspace', id: 'sales', rule_id: older.body['id'], mode: 'blocked' }],
    });
  });

  it('are degraded while a required one cannot be called', async () => {
    await set(admin, inOrg, 'read', 'required');
    await set(operator, inSales, 'nice', 'available');
    const before = await effective();
    expect(before).toMatchObject({
      readiness: 'degraded',
      unmet_requirements: [{ tool: { app_id: 'app_crm', name: 'read' }, status: 'not_installed' }],
    });
    expect(await toolOf('nice')).toMatchObject({ mode: 'available', installed: false, reason: 'not_installed' });
    // A credential cannot be asked for before the app is there.
    expect(await toolOf('read')).toMatchObject({ callable: false, auth: { required: false, status: 'not_installed' } });
    await install();
    expect(await effective()).toMatchObject({ readiness: 'ready', unmet_requirements: [] });
    await fixture
      .db()
      .update(installationsTable)
      .set({ is_quarantined: true, quarantined_at: 1, quarantine_reason: 'changed' });
    expect(await effective()).toMatchObject({
      readiness: 'degraded',
      unmet_requirements: [{ tool: { server: 'main', name: 'read' }, status: 'quarantined' }],
    });
  });

  it('say of a required tool that its installed app does not offer it', async () => {
    await install();
    await set(admin, inOrg, 'absent', 'required');
    expect(await toolOf('absent')).toMatchObject({ installed: true, callable: false, reason: 'not_offered' });
    expect(await effective()).toMatchObject({
      readiness: 'degraded',
      unmet_requirements: [{ tool: { name: 'absent' }, status: 'not_offered' }],
    });
  });

  it("show each app's credential, for the agent and for its person", async () => {
    await install({ auth: anAuth({ required: true, type: 'api_key' }) });
    await set(admin, inOrg, '*', 'available');
    expect(await toolOf('read')).toMatchObject({
      callable: false,
      reason: 'connect_required',
      auth: { required: true, type: 'api_key', status: 'connect_required', credential_id: null },
    });
    const made = await fixture.as(admin, 'POST', '/v1/scoped-credentials', {
      scope: inOrg,
      service: 'com.example/crm',
      auth_type: 'api_key',
      secret: 'not-for-agents',
    });
    expect(made.status).toBe(201);
    expect(await toolOf('read')).toMatchObject({
      callable: true,
      reason: null,
      auth: { status: 'ready', credential_id: made.body['id'] },
    });
    // It does not allow delegated use: for a person, something has to be connected.
    const forPerson = await fixture.as(admin, 'GET', `${path}/effective?agent_id=bot&user_id=usr_ada`);
    expect(JSON.stringify(forPerson.body)).toContain('connect_required');
    expect(JSON.stringify(forPerson.body)).not.toContain('not-for-agents');
  });

  it('follow the present state, changed by any process, without rolled back changes', async () => {
    const { scopedTools, toolRules, db } = fixture.verifier.verifier().services;
    const modeOf = async (from = db) =>
      (await scopedTools.verdictOf(from, 'default', 'sales', { appId: 'app_crm', server: 's', name: 'read' })).mode;
    expect(await modeOf()).toBe('blocked');
    const author = { ...toAuthor(admin) };
    const rule = {
      scope: { level: 'org', id: 'default' },
      tool: { app_id: 'app_crm', name: 'read' },
      mode: 'available',
    };
    const undone = db.transaction(async (tx) => {
      await toolRules.create(tx, author, rule as Parameters<typeof toolRules.create>[2]);
      expect(await modeOf(tx)).toBe('available');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await fixture.verifier.admin('POST', '/v1/workspaces', {});
    expect(await modeOf()).toBe('blocked');
    // Another process over the same database has its own cache.
    const services = fixture.verifier.verifier().services;
    const other = createScopedToolServices({
      ...services,
      clock: fixture.verifier.clock,
      randomBytes,
      publicUrl: undefined,
      verifierTools: [],
      credentials: services.scopedCredentials,
      hooks: () => services.lifecycleHooks,
    });
    await db.transaction((tx) => other.toolRules.create(tx, author, rule as Parameters<typeof toolRules.create>[2]));
    expect(await modeOf()).toBe('available');
  });

  it('are read by the agent for itself, and about somebody else by overseers', async () => {
    const ask = async (caller: Caller, query: string) =>
      (await fixture.as(caller, 'GET', `${path}/effective?${query}`)).status;
    expect(await ask(bot, 'agent_id=bot')).toBe(200);
    expect(await ask(bot, 'agent_id=bot&user_id=usr_ada')).toBe(200);
    expect(await ask(bot, 'agent_id=bot&workspace_id=default')).toBe(403);
    expect(await ask(aCaller('agent', { user: 'spy', owners: bot.owners ?? [] }), 'agent_id=bot')).toBe(403);
    expect(await ask(viewer, 'agent_id=bot&user_id=usr_ada')).toBe(403);
    expect(await ask(viewer, `agent_id=bot&user_id=${viewer.user}`)).toBe(200);
    expect(await ask(aCaller('reviewer'), 'agent_id=bot&user_id=usr_ada')).toBe(200);
    expect(await ask(viewer, 'agent_id=nobody')).toBe(404);
    expect(await ask(viewer, 'agent_id=bot&workspace_id=nowhere')).toBe(404);
  });

  it('are paged, each once', async () => {
    const tools = Array.from({ length: 7 }, (_, index) => `t${index}`);
    await install({ tools: tools.map((name) => ({ server: 's', name, title: null, description: '', hash: 'x' })) });
    // Then tools that rules name and that are missing, by app: one of them named twice, and one that matches a present tool.
    const named = ['b', 'a', 'd'];
    for (const name of named) await set(admin, inOrg, name, 'available', { tool: { app_id: 'app_z', name } });
    for (const name of ['c', 'a']) await set(operator, inSales, name, 'blocked', { tool: { app_id: 'app_z', name } });
    await set(admin, inOrg, 't3', 'available');
    const seen: string[] = [];
    let cursor = '';
    for (;;) {
      const page = (await effective(`&limit=3${cursor}`)) as Record<string, unknown>;
      seen.push(...(page['items'] as { tool: { name: string } }[]).map(({ tool }) => tool.name));
      if (page['has_more'] !== true) break;
      cursor = `&cursor=${page['next_cursor']}`;
    }
    expect(seen).toEqual([...tools, ...verifierTools, 'a', 'b', 'd', 'c']);
  });
});

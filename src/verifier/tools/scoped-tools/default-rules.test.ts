/** The tools of our own services have a rule like others: every organisation begins with one, and its admins decide about it. */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifierTools } from '../../../contract/own-tools.ts';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import { organizationsTable } from '../../configuration/workspaces/tables.ts';
import { aCaller, type CallersFixture, openCallers } from './callers.fixture.ts';
import { scopedToolDefaultsTable, scopedToolsTable } from './tables.ts';

interface Rule {
  readonly id: string;
  readonly revision: number;
  readonly tool: object;
  readonly scope: object;
}

interface Item {
  readonly tool: { readonly server: string; readonly name: string };
  readonly callable: boolean;
  readonly reason: string | null;
  readonly decided_by: object;
}

let fixture: CallersFixture;
const path = '/v1/scoped-tools';
const admin = aCaller('admin');
const all = { app_id: 'assay', server: '*', name: '*' };

beforeAll(async () => {
  fixture = await openCallers(testDatabaseKind);
  const { verifier } = fixture;
  await verifier.admin('POST', '/v1/workspaces', { id: 'sales' });
  await verifier.admin('POST', '/v1/agents', { id: 'bot', workspace_id: 'sales' });
}, 60_000);
afterAll(() => fixture.verifier.close());

const rulesOf = async (organisation = 'default') =>
  (await fixture.as(aCaller('admin', { organisation }), 'GET', path)).body['items'] as Rule[];
const remove = async ({ id, revision }: Rule, caller = admin) =>
  (await fixture.as(caller, 'DELETE', `${path}/${id}`, undefined, { 'if-match': `"${revision}"` })).status;
const set = (scope: object, tool: object, mode: string) => fixture.as(admin, 'POST', path, { scope, tool, mode });
const inOrg = { level: 'org', id: 'default' };
const inSales = { level: 'workspace', id: 'sales' };
const effective = async () => {
  const { body } = await fixture.as(admin, 'GET', `${path}/effective?agent_id=bot`);
  return (body['items'] as (Item & { tool: { app_id: string } })[]).filter(({ tool }) => tool.app_id === 'assay');
};
const namesOf = (items: readonly Item[]) => items.map(({ tool }) => `${tool.server}/${tool.name}`);
const ofVerifier = verifierTools.map((name) => `verifier/${name}`);
const ask = async (tools: string, agent = 'bot') => {
  const { status, body } = await fixture.verifier.admin(
    'GET',
    `/v1/gateways/mcp/agents/${agent}/tools?own_tools=${tools}`,
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return body['own_tools'];
};
/** As an organisation of an earlier release has it: without the rule, and with the given ones. */
const asEarlier = async () => {
  const db = fixture.db();
  for (const rule of await rulesOf()) await remove(rule);
  await db.delete(scopedToolDefaultsTable).where(eq(scopedToolDefaultsTable.org_id, 'default'));
};

beforeEach(async () => {
  await asEarlier();
  await fixture.verifier.verifier().services.defaultToolRules.makeMissing();
});

describe('the default rule', () => {
  it('makes the tools of our own services available, and their list names it as the rule that decided', async () => {
    const [rule, ...others] = await rulesOf();
    expect(rule).toMatchObject({ tool: all, scope: inOrg, mode: 'available', allow_override: true, set_by: 'system' });
    expect(others).toEqual([]);
    const items = await effective();
    expect(namesOf(items)).toEqual(ofVerifier);
    for (const item of items) {
      expect(item).toMatchObject({
        mode: 'available',
        installed: true,
        callable: true,
        reason: null,
        decided_by: { level: 'org', id: 'default', rule_id: rule?.id },
        auth: { required: false, status: 'not_required' },
      });
    }
  });

  it('is made with an organisation, in the same transaction, and stands in its history and audit log', async () => {
    await fixture.verifier.admin('POST', '/v1/organizations', { id: 'acme' });
    const [rule, ...others] = await rulesOf('acme');
    expect(rule).toMatchObject({ tool: all, scope: { level: 'org', id: 'acme' }, mode: 'available' });
    expect(others).toEqual([]);
    const there = aCaller('admin', { organisation: 'acme' });
    const history = await fixture.as(there, 'GET', `${path}/${rule?.id}/history`);
    expect(history.body['items']).toMatchObject([{ action: 'created', changed_by: 'system' }]);
    const log = await fixture.as(there, 'GET', '/v1/audit-logs?action=tool.created');
    expect(log.body['items']).toMatchObject([{ resource_id: rule?.id }]);
  });

  it('is removed by an admin alone, the tools are then not available, and no restart makes it again', async () => {
    const [rule] = await rulesOf();
    if (rule === undefined) throw new Error('there is a rule');
    expect(await remove(rule, aCaller('operator'))).toBe(403);
    expect(await remove(rule)).toBe(204);
    for (const item of await effective()) {
      expect(item).toMatchObject({ callable: false, reason: 'not_available', decided_by: { level: 'default' } });
    }
    await fixture.verifier.restart();
    expect(await rulesOf()).toEqual([]);
  });

  it('gives way to a rule about one service or one tool, and to a block of a workspace', async () => {
    await set(inOrg, { app_id: 'assay', server: 'verifier', name: 'get_passport' }, 'blocked');
    await set(inSales, { app_id: 'assay', server: '*', name: 'get_evidence' }, 'blocked');
    const refused = (await effective()).filter(({ callable }) => !callable);
    expect(namesOf(refused)).toEqual(['verifier/get_evidence', 'verifier/get_passport']);
    expect(refused.map(({ reason }) => reason)).toEqual(['blocked', 'blocked']);
  });
});

describe('an organisation of an earlier release', () => {
  it('gets the rule at the next start, in its history, and loses no tool by its rules about every app', async () => {
    await asEarlier();
    await set(inOrg, { app_id: '*', name: '*' }, 'blocked');
    await set(inOrg, { app_id: '*', name: 'get_passport' }, 'blocked');
    await set(inSales, { app_id: '*', name: '*' }, 'blocked');
    await set(inSales, { app_id: '*', server: 'verifier', name: '*' }, 'blocked');
    await set(inSales, { app_id: 'app_crm', name: '*' }, 'blocked');
    expect((await effective()).every(({ callable }) => !callable)).toBe(true);
    await fixture.verifier.restart();
    const items = await effective();
    expect(namesOf(items)).toEqual(ofVerifier);
    expect(items.filter(({ callable }) => !callable)).toEqual([]);
    const made = (await rulesOf()).filter(({ tool }) => Reflect.get(tool, 'app_id') === 'assay');
    expect(made.map(({ scope, tool }) => ({ scope, tool }))).toEqual(
      expect.arrayContaining([
        { scope: inOrg, tool: all },
        { scope: inOrg, tool: { ...all, name: 'get_passport' } },
        { scope: inSales, tool: all },
        { scope: inSales, tool: { ...all, server: 'verifier' } },
      ]),
    );
    expect(made).toHaveLength(4);
    const history = await fixture.as(admin, 'GET', `${path}/${made[0]?.id}/history`);
    expect(history.body['items']).toMatchObject([{ action: 'created', changed_by: 'system' }]);
  });

  it('gets one rule from two processes that start at once', async () => {
    await asEarlier();
    const { defaultToolRules } = fixture.verifier.verifier().services;
    await Promise.all([defaultToolRules.makeMissing(), defaultToolRules.makeMissing()]);
    expect(await rulesOf()).toHaveLength(1);
  });

  it('keeps the rule about our own services that it has', async () => {
    await asEarlier();
    await set(inOrg, { app_id: 'assay', name: '*' }, 'blocked');
    await fixture.verifier.restart();
    const here = and(eq(scopedToolsTable.org_id, 'default'), eq(scopedToolsTable.app_id, 'assay'));
    expect(await fixture.db().select({ mode: scopedToolsTable.mode }).from(scopedToolsTable).where(here)).toEqual([
      { mode: 'blocked' },
    ]);
  });

  it('is found among those that have theirs', async () => {
    const orgs = await fixture.db().select({ id: organizationsTable.id }).from(organizationsTable);
    const made = await fixture.db().select({ id: scopedToolDefaultsTable.org_id }).from(scopedToolDefaultsTable);
    expect(made.map(({ id }) => id).sort()).toEqual(orgs.map(({ id }) => id).sort());
  });
});

describe('a gateway', () => {
  const offered = 'injection/analyze_text,gateway/evaluate,verifier/list_agent_tools';

  it('hears which of the tools that it offers the rules of the workspace allow', async () => {
    expect(await ask(offered)).toEqual(offered.split(','));
    await set(inSales, { app_id: 'assay', server: 'gateway', name: 'evaluate' }, 'blocked');
    expect(await ask(offered)).toEqual(['injection/analyze_text', 'verifier/list_agent_tools']);
    for (const rule of await rulesOf()) await remove(rule);
    expect(await ask(offered)).toEqual([]);
  });

  it('gets the rules of the default workspace for an agent that is not registered', async () => {
    await set({ level: 'workspace', id: 'default' }, { app_id: 'assay', server: 'gateway', name: '*' }, 'blocked');
    expect(await ask(offered, 'nobody')).toEqual(['injection/analyze_text', 'verifier/list_agent_tools']);
    expect(await ask(offered)).toEqual(offered.split(','));
  });

  it.each(['evaluate', 'gateway/', 'Gateway/evaluate', 'gateway/evaluate,', `gateway/${'x'.repeat(81)}`])(
    'that asks for %j is refused',
    async (tools) => {
      const url = `/v1/gateways/mcp/agents/bot/tools?own_tools=${encodeURIComponent(tools)}`;
      expect((await fixture.verifier.admin('GET', url)).status).toBe(400);
    },
  );

  it('reports the services that it offers, and `/effective` lists their tools while it is in use', async () => {
    const report = (id: string, services: object) =>
      fixture.verifier.admin('POST', `/v1/gateways/${id}/status`, {
        running: null,
        source: 'files',
        problems: [],
        own_services: services,
      });
    const injection = { name: 'injection', tools: ['analyze_text', 'list_vocabulary'] };
    expect((await report('mcp', [injection, { name: 'verifier', tools: ['list_agent_tools'] }])).status).toBeLessThan(
      300,
    );
    await report('mcp-2', [injection]);
    const both = ['injection/analyze_text', 'injection/list_vocabulary', ...ofVerifier];
    expect(namesOf(await effective())).toEqual(both);
    fixture.verifier.clock.set(fixture.verifier.clock.now() + 91_000);
    expect(namesOf(await effective())).toEqual(ofVerifier);
  });

  it('that reports no such service leaves a rule for it as not offered', async () => {
    await set(inOrg, { app_id: 'assay', server: 'toxicity', name: 'analyze_text' }, 'required');
    const item = (await effective()).find(({ tool }) => tool.server === 'toxicity');
    expect(item).toMatchObject({ mode: 'required', callable: false, reason: 'not_offered' });
  });
});

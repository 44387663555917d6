/** Tools of the verifier: they have the rights, the texts and the audit log of the endpoints that answer them. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../../contract/audit-log.ts';
import { verifierTools } from '../../../contract/own-tools.ts';
import { aCaller, agentId, createTestCallers, editors, owners } from '../../base/access/rights.fixture.ts';
import { type RightsColumn, readRights, rightsColumns } from '../../base/access/rights-table.ts';
import { agentsTable } from '../../configuration/agents/tables.ts';
import { aGateway, openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { callTool, refusalOf } from './mcp.fixture.ts';

let verifier: TestVerifier;
let evidenceId: string;
let passportId: string;
const { identify, as } = createTestCallers();
const env = { ASSAY_AUTHENTICATION: 'required', VERIFIER_PUBLIC_RECEIPTS: 'false' };
const rights = new Map(readRights().map((row) => [row.endpoint, row]));
const tool = (headers: Record<string, string>, name: string, args: object) => callTool(verifier, headers, name, args);
const asColumn = (column: RightsColumn) => as(aCaller(column));
const here = { auditor_id: 'injection', level: 'workspace', scope_id: 'default' };
const setting = { ...here, action: 'set', name: 'injection_risk.threshold', value: 0.7 };

beforeAll(async () => {
  verifier = await openTestVerifier(env, undefined, { identify });
  await verifier.admin('POST', '/v1/agents', { id: agentId });
  const { db } = verifier.testDb.database();
  await db.update(agentsTable).set({ owners, editors }).where(eq(agentsTable.id, agentId));
  const gateway = await aGateway();
  await verifier.admin('POST', '/v1/attestations', { key_attestation: gateway.attestation });
  const { evidence, jws } = gateway.evidence({ agent_id: agentId });
  await verifier.admin('POST', '/v1/evidence', { jws });
  evidenceId = evidence.evidence_id;
  const { body } = await verifier.admin('GET', `/v1/passports?agent_id=${agentId}`);
  passportId = String(Reflect.get(Object(Object(body)['items'])[0], 'passport_id'));
}, 60_000);
afterAll(() => verifier?.close());

describe('a tool', () => {
  const cases: readonly [string, string, () => object][] = [
    ['get_passport', 'GET /v1/passports/:id', () => ({ passport_id: passportId })],
    ['get_passport', 'GET /v1/passports', () => ({ agent_id: agentId })],
    ['get_evidence', 'GET /v1/evidence/:id', () => ({ evidence_id: evidenceId })],
    ['verify_evidence', 'GET /v1/receipts/:id', () => ({ evidence_id: evidenceId })],
    ['list_agent_tools', 'GET /v1/scoped-tools/effective', () => ({ agent_id: agentId })],
    ['auditor_settings', 'GET /v1/auditors/settings', () => ({ ...here, action: 'get' })],
    [
      ...(['auditor_settings', 'GET /v1/auditors/settings/effective'] as const),
      () => ({ action: 'effective', auditor_id: 'injection', scope_id: agentId }),
    ],
    ['auditor_settings', 'GET /v1/auditors/schema/:id', () => ({ action: 'schema', auditor_id: 'injection' })],
    ['auditor_settings', 'POST /v1/auditors/settings', () => setting],
    ['auditor_settings', 'PATCH /v1/auditors/settings/:id', () => setting],
    ['auditor_settings', 'DELETE /v1/auditors/settings/:id', () => ({ ...here, action: 'delete' })],
  ];
  it.each(cases)('%s admits the roles of the table to %s', async (name, endpoint, args) => {
    const row = rights.get(endpoint);
    if (row === undefined) throw new Error(`${endpoint} is no endpoint`);
    for (const column of rightsColumns) {
      const answer = await tool(asColumn(column), name, args());
      if (column === 'anonymous') {
        expect(answer.status).toBe(401);
        continue;
      }
      const isIn = refusalOf(answer)?.['code'] !== 'forbidden';
      expect({ column, isIn }, JSON.stringify(answer.body)).toEqual({ column, isIn: row.may[column] });
    }
  });

  it.each(cases)('%s requires the scope of %s from a limited credential', async (name, endpoint, args) => {
    const scope = rights.get(endpoint)?.scope ?? '';
    const asked = [scope, ...(scope === 'settings:write' ? ['auditor-settings:write'] : [])];
    const codeWith = async (scopes: readonly string[]) =>
      refusalOf(await tool(as({ ...aCaller('deployment'), scopes }), name, args()))?.['code'];
    expect(await codeWith(asked)).not.toBe('forbidden');
    for (const left of asked) expect(await codeWith(asked.filter((each) => each !== left))).toBe('forbidden');
  });

  it.each(cases)('%s shows and changes nothing of another organisation (%s)', async (name, endpoint, args) => {
    await verifier.admin('POST', '/v1/organizations', { id: 'beta' });
    const stored = async () => (await verifier.admin('GET', '/v1/auditors/settings')).raw.toString('utf8');
    const before = await stored();
    const answer = await tool(as(aCaller('admin', 'beta')), name, args());
    expect(await stored()).toBe(before);
    const { items } = answer.structured;
    const isOwn = JSON.stringify(items) === '[]' || /(?:schema|settings)(?:\/:id)?$/.test(endpoint);
    if (!isOwn) expect(refusalOf(answer)?.['code']).toBe('not_found');
  });
});

describe("a tool's answer", () => {
  it("is its endpoint's", async () => {
    const headers = asColumn('viewer');
    const { body: evidence } = await verifier.call('GET', `/v1/evidence/${evidenceId}`, headers);
    expect((await tool(headers, 'get_evidence', { evidence_id: evidenceId })).structured).toEqual(evidence);
    const { body: passport } = await verifier.call('GET', `/v1/passports/${passportId}`, headers);
    expect((await tool(headers, 'get_passport', { agent_id: agentId })).structured).toEqual(passport);
  });

  it.each([
    ['a record that is not there', 'get_evidence', { evidence_id: 'ev_nothing' }, 'GET /v1/evidence/ev_nothing'],
    [
      ...(['a schema that is not there', 'auditor_settings', { action: 'schema', auditor_id: 'nothing' }] as const),
      'GET /v1/auditors/schema/nothing',
    ],
  ])("for %s is the endpoint's problem", async (_words, name, args, endpoint) => {
    const headers = asColumn('operator');
    const [, url = ''] = endpoint.split(' ');
    const { code, detail, title, status } = (await verifier.call('GET', url, headers)).body;
    const refusal = refusalOf(await tool(headers, name, args));
    expect(refusal).toMatchObject({ code, message: detail ?? title, data: { status } });
  });

  it.each(['.', '..', '../../configuration/agents', 'a/b', 'a?b', ''])(
    'for the id %j says that it is invalid',
    async (id) => {
      const answer = await tool(asColumn('operator'), 'get_evidence', { evidence_id: id });
      expect(refusalOf(answer)?.['code']).toBe('invalid_arguments');
    },
  );
});

describe('auditor_settings', () => {
  const headers = asColumn('operator');
  const act = (args: object) => tool(headers, 'auditor_settings', { ...here, ...args });
  const threshold = { name: 'injection_risk.threshold' };
  const stored = async () => {
    const { structured } = await act({ action: 'get' });
    return Object(structured['items']).map((item: object) => Reflect.get(item, 'settings'));
  };

  it('sets, changes and removes one name, and leaves the others', async () => {
    await act({ action: 'delete' });
    expect((await act({ action: 'set', ...threshold, value: 0.7 })).isError).toBe(false);
    await act({ action: 'set', name: 'token_limit_exceeded.max_token_limit', value: 2_048, enforced: true });
    await act({ action: 'set', ...threshold, value: 0.6 });
    const limit = { 'token_limit_exceeded.max_token_limit': { value: 2_048, enforced: true } };
    expect(await stored()).toEqual([{ 'injection_risk.threshold': { value: 0.6 }, ...limit }]);
    await act({ action: 'delete', ...threshold });
    expect(await stored()).toEqual([limit]);
    expect((await act({ action: 'delete' })).structured).toMatchObject({ deleted: true });
    expect(await stored()).toEqual([]);
    expect(refusalOf(await act({ action: 'delete' }))).toMatchObject({ code: 'not_found' });
  });

  it("gives an agent's effective values, and the deciding scopes", async () => {
    await act({ action: 'set', ...threshold, value: 0.55 });
    const effective = await act({ action: 'effective', level: 'agent', scope_id: agentId });
    expect(effective.structured).toMatchObject({
      settings: { 'injection_risk.threshold': { value: 0.55, decided_by: { level: 'workspace', id: 'default' } } },
    });
  });

  it('refuses values and names like the endpoint, with pointers', async () => {
    const wrong = await act({ action: 'set', ...threshold, value: 7 });
    expect(refusalOf(wrong)).toMatchObject({ code: 'unprocessable', data: { status: 422 } });
    expect(JSON.stringify(refusalOf(wrong))).toContain('pointer');
  });

  it('of a value enforced further out is refused, with the deciding scope', async () => {
    const admin = asColumn('admin');
    const outer = { ...here, level: 'org', scope_id: 'default', action: 'set', ...threshold };
    await tool(admin, 'auditor_settings', { ...outer, value: 0.9, enforced: true });
    const refusal = refusalOf(await act({ action: 'set', ...threshold, value: 0.5 }));
    expect(refusal).toMatchObject({ code: 'conflict', data: { reason: 'setting_enforced' } });
    await tool(admin, 'auditor_settings', { ...outer, action: 'delete', name: undefined });
  });

  it.each([
    ['set without a place', { action: 'set', level: undefined, ...threshold, value: 1 }],
    ['set without a value', { action: 'set', ...threshold }],
    ['effective of a workspace', { action: 'effective' }],
    ['an action that is none', { action: 'drop' }],
    ['an argument that is none', { action: 'get', revision: 1 }],
  ])('%s is not run', async (_words, args) => {
    expect(refusalOf(await act(args))?.['code']).toBe('invalid_arguments');
  });

  it("of ten concurrent clients stores each one's value", async () => {
    await act({ action: 'delete' });
    const values = Array.from({ length: 10 }, (_, index) => 0.3 + index / 100);
    const answers = await Promise.all(values.map((value) => act({ action: 'set', ...threshold, value })));
    expect(answers.map(({ isError }) => isError)).toEqual(values.map(() => false));
    expect(values).toContain(Object((await stored())[0])['injection_risk.threshold'].value);
  });

  it('is in the audit log under its caller, with the origin', async () => {
    const person = { ...aCaller('operator'), credentialId: 'key_1' };
    await tool({ ...as(person), 'user-agent': 'an-agent' }, 'auditor_settings', { ...setting, value: 0.61 });
    const log = await verifier.admin('GET', '/v1/audit-logs?limit=1');
    const [entry] = log.body['items'] as AuditEntry[];
    expect(entry).toMatchObject({ actor: { id: person.user }, user_agent: 'an-agent' });
  });

  it('without the right is there as refused', async () => {
    await act({ action: 'delete' });
    await tool(asColumn('reviewer'), 'auditor_settings', setting);
    const log = await verifier.admin('GET', `/v1/audit-logs?action=access.refused&actor=usr_reviewer&limit=1`);
    expect(JSON.stringify(log.body['items'])).toContain('POST /v1/auditors/settings');
  });
});

describe('an agent', () => {
  const path = '/v1/scoped-tools';
  const all = { scope: { level: 'org', id: 'default' }, tool: { app_id: 'assay', name: '*' } };
  const agent = () =>
    as({ ...aCaller('agent'), user: agentId, agentId, kind: 'agent', owners: [{ user: 'o', role: 'admin' }] });
  const list = async (headers: Record<string, string>) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const accept = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' };
    const { raw } = await verifier.call('POST', '/mcp', { ...accept, ...headers }, body);
    const text = raw.toString('utf8');
    return verifierTools.filter((name) => text.includes(`"name":"${name}"`));
  };
  const removeRules = async () => {
    const { items } = (await verifier.admin('GET', path)).body as { items: { id: string; revision: number }[] };
    for (const { id, revision } of items) {
      await verifier.admin('DELETE', `${path}/${id}`, undefined, { 'if-match': `"${revision}"` });
    }
  };

  it('has the tools that rules allow: others are not listed and not run, and people keep theirs', async () => {
    expect(await list(agent())).toEqual([...verifierTools]);
    const call = () => tool(agent(), 'list_agent_tools', {});
    expect((await call()).isError).toBe(false);
    await verifier.admin('POST', path, {
      ...all,
      tool: { ...all.tool, server: 'verifier', name: 'list_agent_tools' },
      mode: 'blocked',
    });
    expect(await list(agent())).toEqual(verifierTools.filter((name) => name !== 'list_agent_tools'));
    expect(Object((await call()).body['error'])).toMatchObject({ code: -32_602 });
    await removeRules();
    expect(await list(agent())).toEqual([]);
    expect(await list(asColumn('viewer'))).toEqual([...verifierTools]);
    await verifier.admin('POST', path, { ...all, mode: 'available' });
    expect(await list(agent())).toEqual([...verifierTools]);
  });
});

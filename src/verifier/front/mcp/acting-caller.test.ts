/** A caller for an agent is that agent, with no further rights. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCaller, agentId, createTestCallers, editors, owners } from '../../base/access/rights.fixture.ts';
import { agentsTable } from '../../configuration/agents/tables.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { callTool, refusalOf } from './mcp.fixture.ts';

let verifier: TestVerifier;
const { identify, as } = createTestCallers();
const named = (id: string) => ({ 'x-assay-agent-id': id });
const ownTools = (headers: Record<string, string>, args = {}) => callTool(verifier, headers, 'list_agent_tools', args);
const gateway = as(aCaller('gateway'));
const owned = 'of-the-operator';

beforeAll(async () => {
  verifier = await openTestVerifier({ ASSAY_AUTHENTICATION: 'required' }, undefined, { identify });
  // The registering user owns one of them; the other one loses its owner.
  for (const id of [owned, agentId]) await verifier.admin('POST', '/v1/agents', { id });
  const { db } = verifier.testDb.database();
  await db.update(agentsTable).set({ owners, editors }).where(eq(agentsTable.id, agentId));
}, 60_000);
afterAll(() => verifier?.close());

describe('a gateway that names an agent', () => {
  it('is answered as that agent, which it need not name', async () => {
    const { isError, structured } = await ownTools({ ...gateway, ...named(owned) });
    expect([isError, structured['agent_id']]).toEqual([false, owned]);
  });

  it('learns nothing of another agent', async () => {
    const answer = await ownTools({ ...gateway, ...named(owned) }, { agent_id: agentId });
    expect(refusalOf(answer)).toMatchObject({ code: 'forbidden', data: { reason: 'own_agent' } });
  });

  it.each([
    ['reads Evidence', 'get_evidence', { evidence_id: 'ev_1' }],
    ['reads passports', 'get_passport', { passport_id: 'pp_1' }],
    ['reads settings', 'auditor_settings', { action: 'schema', auditor_id: 'injection' }],
    [
      ...(['writes settings', 'auditor_settings'] as const),
      { action: 'set', auditor_id: 'injection', level: 'agent', scope_id: owned, name: 'x.y', value: 1 },
    ],
  ])("gets none of the rights of the agent's owner: it never %s", async (_words, name, args) => {
    // An operator speaks for no agent: the whole call is refused.
    const asOperator = { ...as(aCaller('operator')), ...named(owned) };
    expect((await callTool(verifier, asOperator, name, args)).status).toBe(403);
    for (const headers of [gateway, as(aCaller('deployment'))]) {
      const answer = await callTool(verifier, { ...headers, ...named(owned) }, name, args);
      expect(refusalOf(answer)).toMatchObject({ code: 'forbidden' });
    }
  });

  it.each([
    ['of another organisation', () => ({ ...as(aCaller('gateway', 'beta')), ...named(owned) })],
    ['that is not there', () => ({ ...gateway, ...named('nobody') })],
    ['without an owner', () => ({ ...gateway, ...named(agentId) })],
    ['without a name', () => ({ ...gateway, ...named('') })],
  ])('is refused one %s, with equal answers', async (_words, headersOf) => {
    await verifier.admin('POST', '/v1/organizations', { id: 'beta' });
    const { status, body } = await ownTools(headersOf());
    expect([status, body['reason'], body['detail']]).toEqual([
      ...[403, 'agent_inactive', 'The agent does not exist, or it may not run.'],
    ]);
  });

  it('is refused one suspended since', async () => {
    await verifier.admin('POST', '/v1/agents', { id: 'stopped' });
    const headers = { ...gateway, ...named('stopped') };
    expect((await ownTools(headers)).isError).toBe(false);
    await verifier.admin('POST', '/v1/agents/stopped/suspend', { reason: 'x' });
    expect((await ownTools(headers)).status).toBe(403);
  });
});

it('a gateway without an agent has no tool', async () => {
  expect(refusalOf(await ownTools(gateway, { agent_id: owned }))).toMatchObject({ code: 'forbidden' });
});

it.each(['viewer', 'reviewer', 'owner', 'editor', 'agent', 'delegated'] as const)(
  '%s names no agent but itself',
  async (column) => {
    expect((await ownTools({ ...as(aCaller(column)), ...named(owned) })).status).toBe(403);
  },
);

it('an agent that names itself keeps the rights of its own credential', async () => {
  const agent = { ...aCaller('agent'), user: owned, scopes: ['agents:read'] };
  const answer = await ownTools({ ...as(agent), ...named(owned) });
  expect(refusalOf(answer)).toMatchObject({ code: 'forbidden', data: { scope: 'tools:read' } });
});

/** A gateway's key that is limited to workspaces serves only agents of those, at every endpoint that names an agent. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { escalationExample } from '../../../contract/escalation-example.ts';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import { type KeysFixture, openKeys, type TestPerson } from '../../identity/api-keys/keys.fixture.ts';
import { type Answer, aGateway, type Method, type TestGateway } from '../../test-verifier.ts';

const iss = 'spiffe://assay.local/gateway/edge-1';
let fixture: KeysFixture;
let admin: TestPerson;
let gateway: TestGateway;
/** A key for workspace `a` only, and a key for all. */
let limited = '';
let whole = '';

beforeAll(async () => {
  fixture = await openKeys(testDatabaseKind);
  admin = await fixture.person('admin');
  for (const id of ['a', 'b']) {
    expect((await fixture.verifier.admin('POST', '/v1/workspaces', { id, name: id })).status).toBe(201);
    const agent = { id: `clerk-${id}`, name: 'Clerk', workspace_id: id };
    expect((await fixture.verifier.admin('POST', '/v1/agents', agent)).status).toBe(201);
    expect((await fixture.verifier.admin('POST', `/v1/agents/clerk-${id}/activate`, {})).status).toBe(200);
  }
  const wanted = { purpose: 'gateway', gateway_id: 'edge-1', scopes: ['gateways:serve'] } as const;
  limited = await admin.key({ ...wanted, scopes: [...wanted.scopes], workspace_ids: ['a'] });
  whole = await admin.key({ ...wanted, scopes: [...wanted.scopes] });
  gateway = await aGateway();
  await fixture.withKey(whole, 'POST', '/v1/attestations', { key_attestation: gateway.attestation });
}, 60_000);
afterAll(() => fixture?.verifier.close());

const bring = async (key: string, workspace: string, agent = `clerk-${workspace}`) => {
  const { jws } = gateway.evidence({ iss, workspace_id: workspace, agent_id: agent });
  const { body } = await fixture.withKey(key, 'POST', '/v1/evidence', { items: [{ jws }] });
  return Object(body['results'])[0];
};

describe('a gateway key limited to workspaces', () => {
  it('submits Evidence of their agents, and of no others', async () => {
    expect(await bring(limited, 'a')).toMatchObject({ status: 'stored' });
    expect(await bring(limited, 'b')).toMatchObject({ status: 'refused', reason: 'workspace_not_served' });
    expect(await bring(whole, 'b')).toMatchObject({ status: 'stored' });
  });

  it('states why the only Evidence of a call is refused', async () => {
    const { jws } = gateway.evidence({ iss, workspace_id: 'b', agent_id: 'clerk-b' });
    const { status, body } = await fixture.withKey(limited, 'POST', '/v1/evidence', { jws });
    expect([status, body['reason']]).toEqual([403, 'workspace_not_served']);
    expect(body['detail']).toContain('serves agents of a only, but the agent belongs to workspace b');
  });

  it('cannot submit Evidence of another workspace’s agent under its own name, and registers nobody elsewhere', async () => {
    expect(await bring(limited, 'a', 'clerk-b')).toMatchObject({ status: 'refused', reason: 'workspace_mismatch' });
    expect(await bring(limited, 'b', 'made-up')).toMatchObject({ status: 'refused', reason: 'workspace_not_served' });
    expect((await admin.call('GET', '/v1/agents/made-up')).status).toBe(404);
  });

  const asked: readonly [string, Method, string, (agent: string) => unknown][] = [
    [
      'secrets for calls of tools',
      'POST',
      '/v1/gateways/edge-1/credentials',
      (id) => ({ agent_id: id, service: 'crm' }),
    ],
    ['tools', 'GET', '/v1/gateways/edge-1/agents/AGENT/tools', () => undefined],
    [
      'approvals',
      'POST',
      '/v1/gateways/edge-1/escalations',
      (id) => ({ ...escalationExample, binding: { ...escalationExample.binding, agent_id: id } }),
    ],
  ];
  it.each(asked)('gets no %s of other agents', async (_what, method, path, toBody) => {
    const ask = (key: string, agent: string): Promise<Answer> =>
      fixture.withKey(key, method, path.replace('AGENT', agent), toBody(agent));
    const refused = await ask(limited, 'clerk-b');
    expect([refused.status, refused.body['reason']]).toEqual([403, 'workspace_not_served']);
    // Other reasons may refuse the call, but not this one.
    expect((await ask(limited, 'clerk-a')).body['reason']).not.toBe('workspace_not_served');
    expect((await ask(whole, 'clerk-b')).body['reason']).not.toBe('workspace_not_served');
  });

  it('reports no events of other agents', async () => {
    const event = (agent: string, last: string) => ({
      id: `lev_01890a5d-ac96-774b-bcce-00000000000${last}`,
      type: 'agent.log',
      time: '2026-01-01T00:00:00.000Z',
      agent_id: agent,
      trace_id: 't',
      session_id: 's',
      data: { level: 'info', message: 'm' },
    });
    const { status, body } = await fixture.withKey(limited, 'POST', '/v1/events', {
      events: [event('clerk-a', '1'), event('clerk-b', '2')],
    });
    expect([status, body]).toEqual([200, { stored: 1, known: 0, refused: 1 }]);
  });

  it('gets no certificate, which would lift the limit', async () => {
    const ask = (key: string) =>
      fixture.withKey(key, 'POST', '/v1/spiffe/x509-svid', { csr: 'x'.repeat(100), service: 'gateway/edge-1' });
    const refused = await ask(limited);
    expect([refused.status, String(refused.body['detail'])]).toEqual([403, expect.stringContaining('limited')]);
    expect((await ask(whole)).status).toBe(400);
  });

  it('stays limited when it is rotated', async () => {
    const { body } = await admin.call('GET', '/v1/api-keys');
    const row = Object(body['items']).find((key: Record<string, unknown>) => key['workspace_ids'] !== null);
    const rotated = await admin.call('POST', `/v1/api-keys/${row.id}/rotate`, {});
    expect(rotated.body).toMatchObject({ workspace_ids: ['a'] });
    expect(await bring(String(rotated.body['key']), 'b')).toMatchObject({ reason: 'workspace_not_served' });
  });
});

describe('the workspaces of a key', () => {
  const make = (change: Record<string, unknown>) =>
    admin.call('POST', '/v1/api-keys', { ...fixture.wanted(), scopes: ['gateways:serve'], ...change });

  it('are only for purpose gateway, and must exist', async () => {
    const wanted = { purpose: 'gateway', gateway_id: 'edge-2' };
    expect((await make({ purpose: 'ci', workspace_ids: ['a'] })).body['reason']).toBe('workspaces_and_purpose');
    expect((await make({ ...wanted, workspace_ids: ['a', 'nowhere'] })).body['reason']).toBe('workspace_unknown');
    expect((await make({ ...wanted, workspace_ids: [] })).status).toBe(400);
    expect((await make({ ...wanted, workspace_ids: ['b', 'a'] })).body).toMatchObject({ workspace_ids: ['a', 'b'] });
    expect((await make(wanted)).body).toMatchObject({ workspace_ids: null });
  });
});

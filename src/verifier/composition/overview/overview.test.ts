import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { type ApprovalsFixture, openApprovals } from '../../delegation/approvals/approvals.fixture.ts';
import { aGateway } from '../../test-verifier.ts';
import { installationsTable } from '../../tools/installations/tables.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);

describe.each(kinds)('the overview on %s', (kind) => {
  let fixture: ApprovalsFixture;
  let admin: Caller;
  let viewer: Caller;
  let other: Caller;

  beforeAll(async () => {
    fixture = await openApprovals(kind);
    admin = await fixture.person('admin');
    viewer = await fixture.person('viewer');
    other = await fixture.person('viewer');
  });
  afterAll(() => fixture?.verifier.close());

  const read = async (caller: Caller) => {
    const { status, body } = await fixture.as(caller, 'GET', '/v1/statistics/overview');
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  };

  it('of a new organisation counts nothing', async () => {
    expect(await read(admin)).toMatchObject({
      passports: { valid: { affirming: 0, warning: 0, contraindicated: 0, none: 0 }, expired: 0, revoked: 0 },
      waiting: { approvals: 0, delegations: 0, quarantined_apps: 0, access_reviews: 0, invitations: 0 },
      gateways: { total: 0, withheld: null, items: [] },
      auditors: [],
    });
  });

  it('counts the requests that the caller sees, and those for consent by themselves', async () => {
    const agent = await fixture.agent('asking', [viewer]);
    await fixture.ask(agent);
    expect((await read(admin))['waiting']).toMatchObject({ approvals: 1, delegations: 0 });
    expect((await read(viewer))['waiting']).toMatchObject({ approvals: 1 });
    expect((await read(other))['waiting']).toMatchObject({ approvals: 0 });
  });

  it('counts invitations and access reviews until they end', async () => {
    const invited = await fixture.as(admin, 'POST', '/v1/invitations', { email: 'new@example.org', role: 'viewer' });
    const review = { name: 'Quarterly', scope: 'agents', reviewers: [admin.user] };
    const made = await fixture.as(admin, 'POST', '/v1/access-reviews', review);
    expect([invited.status, made.status]).toEqual([201, 201]);
    expect((await read(viewer))['waiting']).toMatchObject({ invitations: 1, access_reviews: 1 });
    await fixture.as(admin, 'DELETE', `/v1/invitations/${String(invited.body['id'])}`);
    await fixture.as(admin, 'POST', `/v1/access-reviews/${String(made.body['id'])}/end`);
    expect((await read(viewer))['waiting']).toMatchObject({ invitations: 0 });
  });

  it('counts installed apps in quarantine, for an acting agent only its own', async () => {
    await fixture.db().insert(installationsTable).values(anInstallation('default'));
    const agent = await fixture.agent('acting', [viewer]);
    expect((await read(viewer))['waiting']).toMatchObject({ quarantined_apps: 1 });
    expect((await read(fixture.delegated(agent, viewer)))['waiting']).toMatchObject({ quarantined_apps: 0 });
  });

  it('shows passports by status, and auditors by the Evidence of the last hours', async () => {
    const gateway = await aGateway(fixture.verifier);
    const submit = (jws: string) => fixture.as(fixture.operator, 'POST', '/v1/evidence', { jws });
    expect((await submit(gateway.evidence().jws)).status).toBe(200);
    const body = await read(viewer);
    expect(body['passports']).toMatchObject({ valid: { warning: 1 }, expired: 0, revoked: 0 });
    expect(body['auditors']).toEqual([
      { name: 'injection', exchanges: 1, failed: 0, late: 0, mean_ms: 1 },
      { name: 'pii', exchanges: 1, failed: 0, late: 0, mean_ms: 1 },
    ]);
  });

  it('shows which gateways are ready, and why others are not', async () => {
    const poll = (id: string) => fixture.as(fixture.operator, 'GET', `/v1/gateways/${id}/bundle`);
    const etag = String((await poll('gw-1')).headers['etag']);
    const running = etag.replaceAll('"', '');
    const report = (id: string, problems: object[]) =>
      fixture.as(fixture.operator, 'POST', `/v1/gateways/${id}/status`, { running, source: 'verifier', problems });
    const problem = { reason: 'auditor_unreachable', message: 'pii does not answer' };
    expect([(await report('gw-1', [])).status, (await report('gw-2', [problem])).status]).toEqual([204, 204]);
    const { gateways } = (await read(viewer)) as { gateways: { items: { id: string }[] } };
    expect(gateways).toMatchObject({ total: 2, newest: { revision: Number(running.split('.')[1]) } });
    expect(Object.fromEntries(gateways.items.map((item) => [item.id, item]))).toMatchObject({
      'gw-1': { ready: true, problems: [] },
      'gw-2': { ready: false, problems: [problem] },
    });
  });

  it('of another organisation stays separate', async () => {
    const { body } = await fixture.as(fixture.operator, 'POST', '/v1/organizations', { id: 'acme' });
    expect(body['id']).toBe('acme');
    const acme = await fixture.as({ ...fixture.operator, organisation: 'acme' }, 'GET', '/v1/statistics/overview');
    expect(acme.body).toMatchObject({ gateways: { total: 0 }, auditors: [], passports: { valid: { warning: 0 } } });
    const counts = await fixture.as({ ...fixture.operator, organisation: 'acme' }, 'GET', '/v1/statistics/exchanges');
    expect(counts.body).toMatchObject({ total: { exchanges: 0 } });
  });
});

function anInstallation(agentId: string): Omit<typeof installationsTable.$inferInsert, 'seq'> {
  return {
    org_id: 'default',
    id: 'ins_1',
    app_id: 'app_1',
    name: 'mail',
    title: 'Mail',
    version: '1.0.0',
    service: 'mail',
    agent_id: agentId,
    workspace_id: 'default',
    status: 'installed',
    config: {},
    auth: {
      required: false,
      type: null,
      resource: null,
      issuer: null,
      registration: null,
      client_id: null,
      foreign_client_id: null,
      scopes: [],
      credential_id: null,
      credential_source: null,
    },
    tools: [],
    is_quarantined: true,
    quarantined_at: 1,
    quarantine_reason: 'tools_changed',
    asked_by: 'operator',
    attempts: 0,
    revision: 1,
    created_at: 1,
    created_by: 'operator',
    updated_at: 1,
  };
}

/** An agent that acts for a person, at the running API: it makes nothing that outlives its grant, and the log names it. */
import { count } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runFake } from '../../../cli/cli.fake.ts';
import type { AuditEntry } from '../../../contract/audit-log.ts';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { telemetryExportsTable } from '../../composition/telemetry-exports/tables.ts';
import { webhooksTable } from '../../composition/webhooks/tables.ts';
import { agentsTable } from '../../configuration/agents/tables.ts';
import { apiKeysTable } from '../../identity/api-keys/tables.ts';
import { oauthClientsTable } from '../../identity/issuer/tables.ts';
import { invitationsTable } from '../../identity/members/tables.ts';
import { type Method, openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { createTestCallers } from './rights.fixture.ts';

const actor = { agentId: 'helper', spiffeId: 'spiffe://localhost/agent/helper', grantId: 'dgr_1' };
/** The strongest delegated caller: an admin, through an agent of an admin, with every scope. */
const delegated: Caller = {
  user: 'usr_ada',
  kind: 'person',
  role: 'admin',
  organisation: 'default',
  authentication: 'oauth',
  scopes: 'all',
  isDeployment: false,
  owners: [{ user: 'usr_ada', role: 'admin' }],
  actor,
};

let verifier: TestVerifier;
const { identify, as } = createTestCallers();
const headers = as(delegated);
const call = (method: Method, url: string, body?: unknown) => verifier.call(method, url, headers, body);

let before: (number | undefined)[];
const countMade = () => {
  const { db } = verifier.testDb.database();
  const tables = [apiKeysTable, invitationsTable, agentsTable, oauthClientsTable, webhooksTable, telemetryExportsTable];
  return Promise.all(tables.map(async (table) => (await db.select({ is: count() }).from(table))[0]?.is));
};

beforeAll(async () => {
  verifier = await openTestVerifier({ VERIFIER_CLIENT_REGISTRATION: 'token' }, testDatabaseKind, { identify });
  for (const id of ['helper', 'bot']) expect((await verifier.admin('POST', '/v1/agents', { id })).status).toBe(201);
  before = await countMade();
}, 60_000);
afterAll(() => verifier.close());

describe('an agent that acts for an admin', () => {
  const expiresAt = () => new Date(verifier.clock.now() + 86_400_000).toISOString();

  it.each<[string, Method, string, () => unknown]>([
    ['an API key', 'POST', '/v1/api-keys', () => ({ alias: 'k', purpose: 'ci', scopes: [], expires_at: expiresAt() })],
    ['an invitation', 'POST', '/v1/invitations', () => ({ email: 'eve@example.com', role: 'admin' })],
    ['an agent with a secret', 'POST', '/v1/agents', () => ({ id: 'mine' })],
    ['another secret of an agent', 'POST', '/v1/agents/helper/rotate-credentials', () => ({})],
    ['an identity document', 'POST', '/v1/agents/helper/identity-document', () => ({ audience: 'https://x.example' })],
    ['a certificate', 'POST', '/v1/spiffe/x509-svid', () => ({ csr: 'x', service: 'gateway/gw-1' })],
    ['a consent', 'POST', '/v1/agents/helper/delegations', () => ({ consent_request_id: 'apr_1' })],
    ['a request in the name of the person', 'POST', '/v1/approvals', () => ({})],
    ['an approval', 'POST', '/v1/approvals/apr_1/approve', () => ({})],
    ['a wider manifest', 'PATCH', '/v1/agents/helper', () => ({ access_manifest: { scopes: ['keys:write'] } })],
    ['a policy', 'POST', '/v1/policies', () => ({})],
    ['a credential of the person', 'POST', '/v1/scoped-credentials', () => ({})],
    ['another secret of one', 'POST', '/v1/scoped-credentials/scr_1/rotate', () => ({})],
    ['a link to connect one', 'POST', '/v1/scoped-credentials/scr_1/connect', () => ({})],
    ['a rule on tools', 'POST', '/v1/scoped-tools', () => ({})],
    ['an entry of the catalog', 'POST', '/v1/app-catalog', () => ({})],
    ['an installed app', 'POST', '/v1/app-catalog/app_1/install', () => ({})],
    ['a yes to changed tools', 'POST', '/v1/app-catalog/installations/ins_1/approve-tools', () => ({})],
    ['a client at another side', 'POST', '/v1/foreign-clients', () => ({})],
    ['a webhook', 'POST', '/v1/webhooks', () => ({})],
    ['another secret of one', 'POST', '/v1/webhooks/whk_1/rotate-secret', () => ({})],
    ['a telemetry export', 'POST', '/v1/telemetry-exports', () => ({})],
    ['a publisher whose word counts', 'POST', '/v1/registry/publishers', () => ({})],
    ['a registered auditor', 'POST', '/v1/registry/auditors', () => ({})],
    ['a registered model', 'POST', '/v1/registry/models', () => ({})],
    ['an approved model', 'POST', '/v1/registry/models/mdl_1/versions/1/approve', () => ({})],
    ['an alias', 'PUT', '/v1/registry/models/mdl_1/aliases/served', () => ({ version: 1 })],
    ['a workflow', 'POST', '/api/v1/workflows', () => ({})],
    ['a workflow that runs', 'POST', '/api/v1/workflows/wfl_1/deploy', () => ({})],
    ['a run', 'POST', '/api/v1/workflows/wfl_1/runs', () => ({ input: 1 })],
    ['the end of a step', 'POST', '/api/v1/workflows/wfl_1/runs/wfr_1/steps/wfs_1/resolve', () => ({})],
    ['a call with a secret in it', 'POST', '/v1/gateways/gw-1/credentials', () => ({})],
  ])('never makes %s', async (_words, method, url, body) => {
    const { status, body: answer } = await call(method, url, body());
    expect({ status, reason: answer['reason'] }).toEqual({ status: 403, reason: 'takes_the_person' });
  });

  it('makes no OAuth client', async () => {
    const { status, body } = await call('POST', '/oauth/register', { redirect_uris: ['https://x.example/callback'] });
    expect([status, body['error_description']]).toEqual([403, expect.stringContaining('needs the person')]);
  });

  it('leaves nothing behind after an attempt', async () => {
    expect(await countMade()).toEqual(before);
  });

  it('is told at /v1/me that it acts, for whom and under which grant', async () => {
    expect((await call('GET', '/v1/me')).body).toMatchObject({
      user_id: 'usr_ada',
      kind: 'person',
      role: 'admin',
      acting_agent: { id: 'helper', spiffe_id: actor.spiffeId, grant_id: 'dgr_1' },
    });
    expect((await verifier.admin('GET', '/v1/me')).body['acting_agent']).toBeNull();
  });

  it('stops an agent, and the audit log names person and agent, also for refusals', async () => {
    expect((await call('POST', '/v1/agents/bot/suspend', { reason: 'spends too much' })).status).toBe(200);
    const started = await call('POST', '/v1/agents/bot/reactivate', { reason: 'x' });
    expect([started.status, started.body['reason']]).toEqual([403, 'takes_the_person']);
    const { body } = await verifier.admin('GET', '/v1/audit-logs?limit=100&actor=helper');
    const entries = body['items'] as AuditEntry[];
    expect(entries.find(({ action }) => action === 'agent.suspended')).toMatchObject({
      actor: { type: 'person', id: 'usr_ada' },
      acting_agent: { id: 'helper', grant_id: 'dgr_1' },
    });
    expect(entries.filter(({ action }) => action === 'access.refused').length).toBeGreaterThan(5);
    expect((await verifier.admin('GET', '/v1/audit-logs/verify')).body).toMatchObject({ intact: true });
  });

  it("uses none of the person's quota of entries about refusals", async () => {
    const { actor: _actor, owners: _owners, ...person } = delegated;
    const own = await verifier.call('POST', '/v1/people/usr_x/reset-password', as(person), {});
    expect(own.status).toBe(403);
    const { body } = await verifier.admin('GET', '/v1/audit-logs?limit=1&actor=usr_ada');
    const [last] = body['items'] as AuditEntry[];
    expect(last).toMatchObject({ action: 'access.refused', resource_id: 'POST /v1/people/:id/reset-password' });
    expect(last).not.toHaveProperty('acting_agent');
  });

  it('reads only what both the person and its owners may read', async () => {
    expect((await call('GET', '/v1/audit-logs')).status).toBe(200);
    const ofOperator = as({ ...delegated, owners: [{ user: 'usr_bob', role: 'operator' }] });
    const refused = await verifier.call('GET', '/v1/audit-logs', ofOperator);
    expect([refused.status, refused.body['reason']]).toEqual([403, 'owner_may_not']);
    const ofNobody = as({ ...delegated, owners: [] });
    expect((await verifier.call('GET', '/v1/agents', ofNobody)).status).toBe(403);
  });

  it('is shown by assay whoami and assay audit list', async () => {
    const url = await verifier.verifier().app.listen({ host: '127.0.0.1', port: 0 });
    const env = { ASSAY_API_KEY: headers['x-assay-key'] ?? '', ASSAY_DATA_DIR: verifier.testDb.dataDir };
    const { out } = await runFake(['whoami', '--verifier', url], { env });
    expect(out).toMatch(/^through +helper \(spiffe:\/\/localhost\/agent\/helper\)\nunder +dgr_1$/m);
    const list = await runFake(['audit', 'list', '--verifier', url, '--action', 'agent.suspended'], {
      env: { ASSAY_DATA_DIR: verifier.testDb.dataDir },
    });
    expect(list.out).toContain('usr_ada via helper');
  });
});

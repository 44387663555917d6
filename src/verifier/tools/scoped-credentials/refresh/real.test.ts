/** Tests refreshing and injecting against a real authorization server that rotates refresh tokens and detects their reuse. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLocalVerifierClient } from '../../../../clients/verifier/local.ts';
import { injectInto } from '../../../../mcp-gateway/credentials/injected-credential.ts';
import { createInjector, type Injector } from '../../../../mcp-gateway/credentials/injector.ts';
import { testDatabaseUrl } from '../../../../platform/db/test-db.ts';
import { operatorTokenFile } from '../../../../platform/http/operator-token.ts';
import { clickThrough } from '../../foreign-oauth/foreign-interaction.fixture.ts';
import { type ForeignServer, openForeignServer } from '../../foreign-oauth/foreign-server.fixture.ts';
import type { ScopedCredentialRow } from '../tables.ts';
import type { RefreshServices } from './create.ts';
import { openRefreshFixture, type RefreshFixture } from './refresh.fixture.ts';

const org = 'default';
const clientSecret = 'secret-of-the-known-client-0123456789';
let fixture: RefreshFixture;
let foreign: ForeignServer;
let processes: readonly [RefreshServices, RefreshServices];
/** Token of a gateway: secrets are only given to authenticated callers. */
let token: string;

beforeAll(async () => {
  fixture = await openRefreshFixture(testDatabaseUrl === undefined ? 'pglite' : 'postgres');
  token = await readFile(join(fixture.verifier.testDb.dataDir, operatorTokenFile), 'utf8');
  fixture.verifier.clock.set(Date.now());
  const known = { client_id: 'known', client_secret: clientSecret, redirect_uris: [], response_types: [] };
  foreign = await openForeignServer({ clients: [{ ...known, grant_types: ['client_credentials'] }] });
  const { services } = fixture.verifier.verifier();
  processes = [services, fixture.process({ foreignOAuth: services.foreignOAuth })];
  await fixture.actingAgent('bot', await fixture.person('admin'));
}, 60_000);
afterAll(async () => {
  await foreign.close();
  await fixture.close();
});

/** Connects like a person, by the code flow. */
async function connect(): Promise<ScopedCredentialRow> {
  const { foreignOAuth } = fixture.verifier.verifier().services;
  const { resource, issuer, scopesSupported: scopes } = await foreignOAuth.discover(org, foreign.resource);
  if (issuer === null) throw new Error('it is protected');
  const { id: clientRowId } = await foreignOAuth.ensureClient(org, issuer, resource);
  const ask = { issuer, clientRowId, resource };
  const { url, state, verifier } = await foreignOAuth.begin(org, { ...ask, scopes });
  const callback = new URL(await clickThrough(url, 'https://assay.example/v1/scoped-credentials/callback'))
    .searchParams;
  const answer = await foreignOAuth.finish(org, { ...ask, state, verifier, callback });
  if (answer.kind !== 'tokens') throw new Error(`not connected: ${JSON.stringify(answer)}`);
  const { accessToken, refreshToken } = answer.tokens;
  const place = { issuer, resource, foreign_client_id: clientRowId };
  return fixture.connected(place, { access: accessToken.reveal(), refresh: refreshToken?.reveal() ?? '' });
}

const aGateway = (): Injector => {
  const client = createLocalVerifierClient(fixture.verifier.verifier().app, { token });
  const ask = (question: Parameters<typeof client.injection>[1]) => client.injection('edge', question);
  return createInjector({ ask, clock: fixture.verifier.clock, bundleVersion: () => '1' });
};
const callBy = (gateway: Injector, row: ScopedCredentialRow) =>
  gateway.callWithCredential({ agentId: 'bot', service: row.service, resource: foreign.resource }, async (held) => {
    const headers = new Headers(Object.entries(injectInto({}, held)).map(([name, value]) => [name, String(value)]));
    return { status: (await fetch(foreign.resource, { method: 'POST', headers })).status };
  });

it('is one call of the token endpoint for two processes at once, repeatedly, and the family survives', async () => {
  const row = await connect();
  for (const version of [1, 2, 3]) {
    // A sooner refusal has another reason than the token's age (refresh.ts).
    fixture.pass(10 * 2 ** version);
    const before = foreign.counts.refreshes;
    const got = await Promise.all(
      [...processes, ...processes].map(({ credentialLifecycle }) => credentialLifecycle.refresh(org, row.id, version)),
    );
    expect(foreign.counts.refreshes - before).toBe(1);
    expect(got.map((one) => [one.version, one.status])).toEqual(got.map(() => [version + 1, 'active']));
  }
  expect(await callBy(aGateway(), row)).toMatchObject({ kind: 'answered', answer: { status: 200 } });
});

it('is one refresh and one retry for two gateways with refused calls', async () => {
  const row = await connect();
  const gateways = [aGateway(), aGateway()];
  for (const gateway of gateways) await callBy(gateway, row);
  foreign.refuseToken((await fixture.secret(row, 'access_token')) ?? '');
  const { refreshes, calls, challenges } = foreign.counts;
  const outcomes = await Promise.all([...gateways, ...gateways].map((gateway) => callBy(gateway, row)));
  expect(outcomes).toMatchObject(
    outcomes.map(() => ({ kind: 'answered', answer: { status: 200 }, held: { version: 2 } })),
  );
  expect(foreign.counts.refreshes - refreshes).toBe(1);
  expect(foreign.counts.calls - calls).toBe(8);
  expect(foreign.counts.challenges - challenges).toBe(4);
  expect(inspect(outcomes, { depth: 9 })).not.toContain(
    (await fixture.secret(await fixture.row(row.id), 'access_token')) ?? '',
  );
});

it('requires a new connection when the answer was lost after the rotation, and then never again', async () => {
  const row = await connect();
  foreign.behaviour.token = { grant: 'refresh_token', fault: 'lost' };
  const [{ credentialLifecycle }] = processes;
  expect(await credentialLifecycle.refresh(org, row.id, 1)).toMatchObject({ version: 1, refresh_failures: 1 });
  foreign.behaviour.token = undefined;
  fixture.pass(10);
  expect(await credentialLifecycle.refresh(org, row.id, 1)).toMatchObject({
    status: 'reauth_required',
    status_reason: 'invalid_grant',
  });
  const before = foreign.counts.refreshes;
  expect(await callBy(aGateway(), row)).toMatchObject({
    kind: 'not_ready',
    status: 'reauth_required',
    connectUrl: 'https://assay.example/account/connections',
  });
  expect(foreign.counts.refreshes).toBe(before);
  expect(await fixture.reported(row.id)).toEqual(['credential.reauth_required']);
});

it('is requested by hand over HTTP, and recorded', async () => {
  const row = await connect();
  const admin = await fixture.person('admin');
  const refresh = () => fixture.as(admin, 'POST', `/v1/scoped-credentials/${row.id}/refresh`);
  const done = await refresh();
  expect(done).toMatchObject({ status: 200, body: { version: 2, status: 'active', revision: 1 } });
  expect(done.raw.toString()).not.toMatch(/lease|refresh_token|access_token/);
  foreign.behaviour.token = { grant: 'refresh_token', fault: 'error' };
  expect(await refresh()).toMatchObject({ status: 502, body: { code: 'upstream_unavailable' } });
  foreign.behaviour.token = { grant: 'refresh_token', fault: 'invalid_grant' };
  const refused = await refresh();
  expect(refused).toMatchObject({ status: 200, body: { status: 'reauth_required', status_reason: 'invalid_grant' } });
  expect(refused.raw.toString()).not.toContain('canary');
  foreign.behaviour.token = undefined;
  expect(await refresh()).toMatchObject({ status: 409, body: { reason: 'credential_ended' } });
  const log = await fixture.verifier.admin('GET', '/v1/audit-logs?limit=50');
  const acts = log.raw.toString().match(/credential\.(?:refreshed|reauth_required)/g) ?? [];
  expect(acts).toEqual(expect.arrayContaining(['credential.reauth_required', 'credential.refreshed']));
});

const gateway = {
  orgId: org,
  user: 'edge',
  kind: 'gateway',
  role: 'gateway',
  scopes: 'all',
  isDeployment: false,
} as const;
const withClient = (resource: string | null) =>
  fixture.connected(
    {
      auth_type: 'client_credentials',
      issuer: foreign.issuer,
      resource,
      expires_at: null,
      config: { client_id: 'known', client_auth: 'client_secret_basic' },
      last_refreshed_at: null,
      granted_scopes: [],
      foreign_client_id: null,
    },
    { access: clientSecret },
  );

it('fetches a token with its own client, once for two processes', async () => {
  const row = await withClient(foreign.resource);
  const before = foreign.counts.clientCredentials;
  const question = { agent_id: 'bot', service: row.service, resource: foreign.resource };
  const answers = await Promise.all(processes.map(({ injections }) => injections.give(gateway, question)));
  expect(answers).toMatchObject(answers.map(() => ({ status: 'ready', version: 2, method: 'client_credentials' })));
  expect(foreign.counts.clientCredentials - before).toBe(1);
  expect(await callBy(aGateway(), row)).toMatchObject({ kind: 'answered', answer: { status: 200 } });
});

it('names no resource for a credential without one, and reports when the other side requires one', async () => {
  const row = await withClient(null);
  const answer = await processes[0].injections.give(gateway, { agent_id: 'bot', service: row.service });
  expect(foreign.tokenRequests.at(-1)?.form.has('resource')).toBe(false);
  expect(answer.status).toBe('reauth_required');
  expect((await fixture.row(row.id)).status_reason).toBe('invalid_target');
});

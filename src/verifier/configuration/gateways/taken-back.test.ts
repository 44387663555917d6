/** Tests what gateways get about revoked tokens and ended consents, over a running verifier. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessTokenSkewMs, maxRevokedTokens } from '../../../contract/control/config-bundle.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { delegationGrantsTable } from '../../delegation/delegations/tables.ts';
import { delegatedTokensTable } from '../../identity/issuer/delegated-tokens-table.ts';
import { basic, claimsOf, openTestIssuer, type TestAgent } from '../../identity/issuer/issuer.fixture.ts';
import { revokedTokensTable } from '../../identity/issuer/tables.ts';
import { openBundle } from './test-bundle.ts';

let issuer: Awaited<ReturnType<typeof openTestIssuer>>;
let agent: TestAgent;
const acme = { 'x-assay-organization': 'acme' };

beforeAll(async () => {
  issuer = await openTestIssuer(testDatabaseUrl === undefined ? 'pglite' : 'postgres');
  agent = await issuer.agent('clerk');
  await issuer.verifier.admin('POST', '/v1/organizations', { id: 'acme' });
});
afterAll(() => issuer?.close());

const bundle = async (headers: Record<string, string> = {}) =>
  openBundle((await issuer.verifier.admin('GET', '/v1/gateways/gw/bundle', undefined, headers)).raw.toString('latin1'));
const listed = async (headers: Record<string, string> = {}) =>
  ((await bundle(headers)).revoked_tokens ?? []).map(({ jti }) => jti);
const db = () => issuer.verifier.verifier().services.db;
const now = () => issuer.verifier.clock.now();
/** Raises the revision by another change. */
const change = (id: string, headers: Record<string, string> = {}) =>
  issuer.verifier.admin('POST', '/v1/agents', { id }, headers);

async function aToken(resource: string): Promise<{ token: string; jti: string; exp: number }> {
  const answer = await issuer.form('/oauth/token', { grant_type: 'client_credentials', resource }, basic(agent));
  const token = String(answer.body['access_token']);
  const { jti, exp } = claimsOf(token);
  return { token, jti: String(jti), exp: Number(exp) };
}
const revoke = (token: string) => issuer.form('/oauth/revoke', { token }, basic(agent));
const gateways = () => `${issuer.url}/gateway`;

async function aDelegated(jti: string, change: Partial<typeof delegatedTokensTable.$inferInsert> = {}) {
  await db()
    .insert(delegatedTokensTable)
    .values({
      jti,
      org_id: 'default',
      grant_id: 'dgr_1',
      parent_grants: [],
      ancestors: [],
      agent_id: 'clerk',
      agent_epoch: 1,
      subject_id: 'usr_ada',
      client_id: agent.clientId,
      resource: gateways(),
      format: 'jwt',
      claims: {},
      issued_at: now(),
      expires_at: now() + 300_000,
      ...change,
    });
}
const takeBack = (jti: string, expires_at = now() + 300_000) =>
  db().insert(revokedTokensTable).values({ jti, expires_at });

describe('a revoked agent token', () => {
  it('is in a bundle with its own revision, and in the audit log', async () => {
    const { token, jti, exp } = await aToken(gateways());
    const before = await bundle();
    expect((await revoke(token)).status).toBe(200);
    const after = await bundle();
    expect(after.revision).toBeGreaterThan(before.revision);
    expect(after.revoked_tokens).toEqual([{ jti, until: exp * 1000 + accessTokenSkewMs }]);
    expect(await listed(acme)).toEqual([]);
    const { body } = await issuer.verifier.admin('GET', `/v1/audit-logs?action=token.revoked&resource=token/${jti}`);
    expect(body).toMatchObject({ items: [{ actor: { type: 'agent', id: 'clerk' }, credential_id: agent.clientId }] });
    expect((await revoke(token)).status).toBe(200);
    expect((await bundle()).revision).toBe(after.revision);
  });

  it('for our API wakes no gateway', async () => {
    const { token } = await aToken(`${issuer.url}/v1`);
    const before = await bundle();
    expect((await revoke(token)).status).toBe(200);
    expect(await bundle()).toEqual(before);
  });

  it('wakes gateways when tokens exchanged from it are for them', async () => {
    const { token, jti } = await aToken(`${issuer.url}/v1`);
    await aDelegated('dtk_child', { ancestors: [jti] });
    expect((await revoke(token)).status).toBe(200);
    expect(await listed()).toContain('dtk_child');
  });

  it('cannot be used by one client to wake all gateways endlessly', async () => {
    const tokens = await Promise.all(Array.from({ length: 130 }, () => aToken(gateways())));
    const statuses: number[] = [];
    for (const { token } of tokens) statuses.push((await revoke(token)).status);
    expect(statuses.slice(0, 100).every((status) => status === 200)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('a revoked delegated token', () => {
  it('is in the next bundle with tokens exchanged from it, if for gateways, and no longer than it lives', async () => {
    await aDelegated('dtk_one');
    await aDelegated('dtk_of_one', { ancestors: ['dtk_one', 'dtk_other'] });
    await aDelegated('dtk_elsewhere', { resource: 'https://crm.test' });
    await aDelegated('dtk_of_acme', { org_id: 'acme' });
    await aDelegated('dtk_alive');
    for (const jti of ['dtk_one', 'dtk_elsewhere', 'dtk_of_acme']) await takeBack(jti);
    await change('one');
    await change('one', acme);
    const there = await listed();
    expect(there).toEqual(expect.arrayContaining(['dtk_one', 'dtk_of_one']));
    for (const jti of ['dtk_elsewhere', 'dtk_of_acme', 'dtk_alive']) expect(there).not.toContain(jti);
    expect(await listed(acme)).toEqual(['dtk_of_acme']);
    issuer.verifier.clock.set(now() + 300_000 + accessTokenSkewMs);
    await change('two', acme);
    expect(await listed(acme)).toEqual([]);
  });

  it('is kept only among the newest', async () => {
    const rows = Array.from({ length: maxRevokedTokens + 5 }, (_, index) => {
      return { jti: `at_${index}`, expires_at: now() + 1_000 + index, gateways_of: 'default' };
    });
    await db().insert(revokedTokensTable).values(rows);
    await change('three');
    const there = new Set(await listed());
    expect(there.size).toBe(maxRevokedTokens);
    expect([there.has('at_4'), there.has('at_5'), there.has(`at_${maxRevokedTokens + 4}`)]).toEqual([
      ...[false, true, true],
    ]);
    // Unlisted tokens have ended by then.
    expect((await bundle()).revoked_tokens_cut).toBe(now() + 1_000 + 4 + accessTokenSkewMs);
  });
});

describe('an ended consent', () => {
  const aGrant = (id: string, revoke_reason: 'user' | 'expired', revoked_at: number, org_id = 'default') => ({
    org_id,
    id,
    agent_id: 'clerk',
    subject_id: 'usr_ada',
    subject_issuer: issuer.url,
    account_domain: 'test',
    resources: [gateways()],
    scopes: ['gateway:call'],
    purpose: '',
    constraints: {},
    consent_request_id: id,
    status: 'revoked' as const,
    granted_at: 1,
    granted_by: 'usr_ada',
    expires_at: revoked_at + 1,
    revoked_at,
    revoked_by: 'usr_ada',
    revoke_reason,
    use_count: 0,
    policy_version: '1',
    revision: 1,
    created_at: 1,
    created_by: 'usr_ada',
    updated_at: 1,
  });
  const ended = async (headers: Record<string, string> = {}) => (await bundle(headers)).ended_grants ?? [];

  it('is in the bundle until no token under it can be valid, unless it expired', async () => {
    const at = now();
    await db()
      .insert(delegationGrantsTable)
      .values([
        ...[aGrant('dgr_b', 'user', at), aGrant('dgr_a', 'user', at - 1_000), aGrant('dgr_over', 'expired', at)],
        ...[aGrant('dgr_old', 'user', at - 700_000), aGrant('dgr_acme', 'user', at, 'acme')],
      ]);
    await change('four');
    const there = await ended();
    expect(there.map(({ id }) => id)).toEqual(['dgr_a', 'dgr_b']);
    for (const { until } of there) expect(until).toBeGreaterThanOrEqual(at - 1_000 + 300_000 + accessTokenSkewMs);
    issuer.verifier.clock.set(at + 700_000);
    // From the stored state alone: the same content at another time.
    expect(await ended()).toEqual(there);
    await change('five');
    expect(await ended()).toEqual([]);
  });
});

/** Identity documents of a running verifier, read by another library. */
import { createLocalJWKSet, decodeProtectedHeader, type JWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TrustBundle } from '../../../contract/api/spiffe.ts';
import { parseSpiffeId } from '../../../contract/spiffe.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { createAuthor } from '../../base/control/author.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const audience = 'https://crm.example';

describe.each(kinds)('identity documents on %s', (kind) => {
  let verifier: TestVerifier;
  beforeAll(async () => {
    verifier = await openTestVerifier({}, kind);
    await verifier.post('/v1/agents', { id: 'clerk' });
  });
  afterAll(() => verifier?.close());

  const ask = (id: string, body: object = { audience }, headers = {}) =>
    verifier.post(`/v1/agents/${id}/identity-document`, body, headers);
  const bundle = async (query = ''): Promise<TrustBundle> => {
    const { app } = verifier.verifier();
    const answer = await app.inject({ method: 'GET', url: `/v1/spiffe/bundle${query}` });
    expect(answer.statusCode).toBe(200);
    return answer.json();
  };
  const read = async (svid: string, { keys }: TrustBundle) => {
    const set = createLocalJWKSet({ keys: keys.map(({ use: _use, ...key }): JWK => key) });
    const currentDate = new Date(verifier.clock.now());
    return jwtVerify(svid, set, { audience, algorithms: ['ES256'], currentDate });
  };

  it("are valid by SPIFFE's rules for any holder of the bundle, and contain only required facts", async () => {
    const { status, body, headers } = await ask('clerk');
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    const svid = String(body['svid']);
    const { payload } = await read(svid, await bundle());
    expect(Object.keys(decodeProtectedHeader(svid)).sort()).toEqual(['alg', 'kid', 'typ']);
    expect(decodeProtectedHeader(svid)).toMatchObject({ alg: 'ES256', typ: 'JWT' });
    expect(Object.keys(payload).sort()).toEqual(['aud', 'exp', 'iat', 'jti', 'sub']);
    expect(payload).toMatchObject({ sub: 'spiffe://assay.local/agent/clerk', aud: audience });
    expect(parseSpiffeId(String(payload.sub))).toBeDefined();
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
    expect(body['spiffe_id']).toBe(payload.sub);
    expect(body['expires_at']).toBe(new Date((payload.exp ?? 0) * 1000).toISOString());
    const own = await verifier.verifier().services.checkJwtSvid(svid, audience);
    expect(own).toMatchObject({ ok: true, svid: { spiffeId: payload.sub } });
    expect(await verifier.verifier().services.checkJwtSvid(svid, 'https://other.example')).toEqual({
      ok: false,
      fault: 'audience',
    });
  });

  it('have a bundle with keys of the two uses only, public, with a change indicator', async () => {
    const first = await bundle();
    expect(first.keys.length).toBeGreaterThan(0);
    for (const key of first.keys) expect(key).toMatchObject({ kty: 'EC', crv: 'P-256' });
    expect(new Set(first.keys.map(({ use }) => use))).toEqual(new Set(['jwt-svid', 'x509-svid']));
    expect(first).toMatchObject({ spiffe_sequence: expect.any(Number), spiffe_refresh_hint: 300 });
    expect(JSON.stringify(first)).not.toContain('"d"');
    expect((await verifier.get('/v1/spiffe/bundle?trust_domain=elsewhere.example')).status).toBe(404);
    expect((await verifier.get('/v1/spiffe/bundle?trust_domain=nobody.assay.local')).status).toBe(404);
  });

  it('have a separate trust domain for each organisation', async () => {
    const org = `acme-${kind}`;
    await verifier.admin('POST', '/v1/organizations', { id: org });
    const headers = { 'x-assay-organization': org };
    await verifier.admin('POST', '/v1/agents', { id: 'clerk' }, headers);
    const { body } = await verifier.admin('POST', '/v1/agents/clerk/identity-document', { audience }, headers);
    expect(body['spiffe_id']).toBe(`spiffe://${org}.assay.local/agent/clerk`);
    await read(String(body['svid']), await bundle(`?trust_domain=${org}.assay.local`));
    const { agents } = verifier.verifier().services;
    expect(await agents.findByIdentity(String(body['spiffe_id']))).toMatchObject({ id: 'clerk', orgId: org });
    const own = String((await ask('clerk')).body['spiffe_id']);
    expect(await agents.findByIdentity(own)).toMatchObject({ id: 'clerk', orgId: 'default' });
  });

  it('are for active agents, and recorded', async () => {
    await verifier.post('/v1/agents', { id: 'stopped' });
    await verifier.post('/v1/agents/stopped/suspend', { reason: 'x' });
    expect(await ask('stopped')).toMatchObject({ status: 403, body: { code: 'agent_suspended' } });
    await verifier.verifier().services.agents.ensureKnown('default', [{ id: 'seen', workspaceId: 'default' }]);
    expect((await verifier.admin('POST', '/v1/agents/seen/identity-document', { audience })).status).toBe(404);
    await ask('clerk', { audience: 'https://written.example' });
    const { body } = await verifier.admin('GET', '/v1/audit-logs?action=agent.identity_issued');
    expect(body['items']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          resource_id: 'clerk',
          details: expect.objectContaining({ audience: 'https://written.example' }),
        }),
      ]),
    );
    expect(JSON.stringify(body)).not.toContain('eyJ');
  });

  it('are for the agent itself, its owners and admins', async () => {
    await verifier.post('/v1/agents', { id: 'owned', owner_id: 'operator' });
    expect((await ask('owned')).status).toBe(403);
    expect((await verifier.admin('POST', '/v1/agents/owned/identity-document', { audience })).status).toBe(200);
    const { identityDocuments } = verifier.verifier().services;
    const agent = (id: string) => ({
      ...createAuthor('default', id, 'agent'),
      ...({ kind: 'agent', owners: [{ user: 'operator', role: 'admin' }] } as const),
    });
    expect(await identityDocuments.issue(agent('owned'), 'owned', audience)).toMatchObject({
      spiffe_id: 'spiffe://assay.local/agent/owned',
    });
    await expect(identityDocuments.issue(agent('clerk'), 'owned', audience)).rejects.toMatchObject({
      code: 'forbidden',
    });
    const orphan = { ...agent('owned'), owners: [] };
    await expect(identityDocuments.issue(orphan, 'owned', audience)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it.each([{}, { audience: '' }, { audience: ['a', 'b'] }, { audience: 'a b' }, { audience, ttl: 1 }])(
    'are refused for %j',
    async (body) => {
      expect((await ask('clerk', body)).status).toBe(400);
    },
  );
});

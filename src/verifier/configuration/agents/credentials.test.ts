/** Credentials of agents: made with the agent, shown once, rotated, and ended with it; and what a removal leaves. */
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { createAuthor } from '../../base/control/author.ts';
import { replaceHooks } from '../../base/hooks.fixture.ts';
import { aGateway, openTestVerifier, type TestVerifier } from '../../test-verifier.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const secretForm = /^assay_secret_[A-Za-z0-9_-]{43}$/;

async function aPublicKey(kid?: string) {
  const { publicKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(publicKey)), ...(kid === undefined ? {} : { kid }) };
}

describe.each(kinds)('credentials of agents on %s', (kind) => {
  let verifier: TestVerifier;
  beforeAll(async () => {
    verifier = await openTestVerifier({}, kind);
  });
  afterAll(() => verifier?.close());

  const services = () => verifier.verifier().services;
  const register = (body: object, headers = {}) => verifier.post('/v1/agents', body, headers);
  const rotate = (id: string, body: object = {}, headers = {}) =>
    verifier.post(`/v1/agents/${id}/rotate-credentials`, body, headers);
  const client = async (id: unknown) => {
    const { body } = await verifier.get(`/v1/agents/${String(id)}`);
    return services().issuer.clients.get('default', String(body['client_id']));
  };

  it('are a client with a secret shown once at registration, not repeated, and stored nowhere', async () => {
    const key = { 'idempotency-key': 'once' };
    const first = await register({ id: 'fresh' }, key);
    expect(first.body).toMatchObject({
      client_id: expect.stringMatching(/^oc_/),
      client_secret: expect.stringMatching(secretForm),
    });
    expect(first.headers['cache-control']).toBe('no-store');
    const { client_secret: secret, ...rest } = first.body;
    const again = await register({ id: 'fresh' }, key);
    expect([again.status, again.body]).toEqual([201, rest]);
    expect((await verifier.get('/v1/agents/fresh')).body).toEqual(rest);
    expect(await client('fresh')).toMatchObject({
      status: 'active',
      token_endpoint_auth_method: 'client_secret_basic',
    });
    const { db } = services();
    const tables = ['agents', 'idempotency_keys', 'control_changes', 'audit_log', 'oauth_clients'];
    for (const table of tables) {
      const rows = JSON.stringify(await db.execute(`select * from ${table}`));
      expect(rows).not.toContain(String(secret));
    }
  });

  it('or public keys sent by the caller, and then there is no secret', async () => {
    const jwks = { keys: [await aPublicKey('a'), await aPublicKey('b')] };
    const { status, body } = await register({ id: 'keyed', jwks });
    expect([status, body['client_secret']]).toEqual([201, undefined]);
    expect(await client('keyed')).toMatchObject({ token_endpoint_auth_method: 'private_key_jwt' });
  });

  it('are refused with invalid public keys, and nothing is registered', async () => {
    const key = await aPublicKey('a');
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const refused = [
      [422, { keys: [await exportJWK(privateKey)] }],
      [422, { keys: [{ ...key, d: 'AAAA' }] }],
      [422, { keys: [{ kty: 'oct', k: 'AAAA' }] }],
      [422, { keys: [{ ...key, x: 'AAAA' }] }],
      [422, { keys: [key, { ...(await aPublicKey()), kid: 'a' }] }],
      [422, { keys: [key, await aPublicKey()] }],
      [422, { keys: [{ ...key, alg: 'HS256' }] }],
      [400, { keys: [] }],
      [400, {}],
    ] as const;
    for (const [status, jwks] of refused) {
      const answer = await register({ id: 'unkeyed', jwks });
      expect([JSON.stringify(jwks), answer.status]).toEqual([JSON.stringify(jwks), status]);
    }
    expect((await verifier.get('/v1/agents/unkeyed')).status).toBe(404);
  });

  it('get another secret at a rotation; the epoch rises only when tokens are revoked', async () => {
    const { body: before } = await register({ id: 'turning' });
    const key = { 'idempotency-key': 'turn' };
    const { body } = await rotate('turning', {}, key);
    expect(body['client_secret']).toMatch(secretForm);
    expect(body['client_secret']).not.toBe(before['client_secret']);
    expect([body['client_id'], body['agent_epoch']]).toEqual([before['client_id'], 1]);
    expect((await rotate('turning', {}, key)).body['client_secret']).toBeUndefined();
    expect((await rotate('turning', { revoke_tokens: true })).body['agent_epoch']).toBe(2);
    const keyed = await rotate('turning', { jwks: { keys: [await aPublicKey()] } });
    expect(keyed.body['client_secret']).toBeUndefined();
    expect(await client('turning')).toMatchObject({ token_endpoint_auth_method: 'private_key_jwt' });
    const { body: log } = await verifier.admin('GET', '/v1/audit-logs?action=agent.credentials_rotated');
    expect(log['items']).toMatchObject([{ resource_id: 'turning' }, {}, {}]);
    expect(JSON.stringify(log)).not.toContain('assay_secret_');
  });

  it('are its certificate for an agent of a file and for the agent default, until a secret or keys are requested', async () => {
    const { agents, db } = services();
    await db.transaction((tx) =>
      agents.put(tx, createAuthor('default', 'local', 'operator'), { id: 'filed', workspace_id: 'default' }),
    );
    for (const id of ['filed', 'default']) {
      const { body } = await verifier.get(`/v1/agents/${id}`);
      expect(body).toMatchObject({ status: 'active', owner_id: 'local', client_id: expect.stringMatching(/^oc_/) });
      expect(await client(id)).toMatchObject({
        status: 'active',
        agent_id: id,
        token_endpoint_auth_method: 'tls_client_auth',
      });
      const rotated = await rotate(id);
      expect(rotated.body).toMatchObject({
        client_id: body['client_id'],
        client_secret: expect.stringMatching(secretForm),
      });
    }
  });

  it('are made for an agent that evidence named when somebody registers it, and not before', async () => {
    await services().agents.ensureKnown('default', [{ id: 'named', workspaceId: 'default' }]);
    const { body } = await verifier.get('/v1/agents/named');
    expect(body).toMatchObject({ implicit: true, client_id: null });
    const etag = { 'if-match': `"${String(body['revision'])}"` };
    expect((await verifier.call('PATCH', '/v1/agents/named', etag, { name: 'N' })).status).toBe(200);
    expect(await client('named')).toMatchObject({ token_endpoint_auth_method: 'tls_client_auth' });
  });

  it('are made at the next start for agents that a former version registered without one', async () => {
    const { db } = services();
    const ids = ['former-1', 'former-2', 'former-3'];
    for (const id of ids) await register({ id });
    await verifier.post('/v1/agents/former-3/decommission');
    await db.execute(`update agents set client_id = null where id like 'former-%'`);
    const before = await services().changes.current(db, 'default');
    await services().agents.ensureClients();
    expect(await client('former-1')).toMatchObject({ agent_id: 'former-1' });
    expect(await client('former-2')).toMatchObject({ agent_id: 'former-2' });
    expect((await verifier.get('/v1/agents/former-3')).body['client_id']).toBeNull();
    const made = (await verifier.get('/v1/agents/former-1')).body;
    await services().agents.ensureClients();
    expect((await verifier.get('/v1/agents/former-1')).body).toEqual(made);
    expect(await services().changes.current(db, 'default')).toEqual(before);
    const { items } = (await verifier.admin('GET', '/v1/audit-logs?action=agent.client_created')).body;
    expect(items).toMatchObject([{ resource_id: 'former-2' }, { resource_id: 'former-1' }]);
  });

  it('do not exist without an issuer; agents can still be registered', async () => {
    const putBack = replaceHooks(services().lifecycleHooks, { clients: undefined });
    expect((await register({ id: 'bare' })).body).toMatchObject({ client_id: null, status: 'active' });
    expect((await register({ id: 'bare2', jwks: { keys: [await aPublicKey()] } })).status).toBe(503);
    expect((await rotate('bare')).status).toBe(503);
    putBack();
  });

  it('end with the agent', async () => {
    await register({ id: 'ending' });
    await verifier.post('/v1/agents/ending/decommission');
    expect(await client('ending')).toMatchObject({ status: 'disabled' });
  });

  it('are kept during a suspension', async () => {
    await register({ id: 'pausing' });
    await verifier.post('/v1/agents/pausing/suspend', { reason: 'x' });
    expect(await client('pausing')).toMatchObject({ status: 'active' });
  });

  describe('a removal', () => {
    const remove = async (id: string) => {
      const etag = String((await verifier.get(`/v1/agents/${id}`)).headers['etag']);
      return verifier.admin('DELETE', `/v1/agents/${id}`, undefined, { 'if-match': etag });
    };

    it('is only possible for an inactive agent', async () => {
      await register({ id: 'busy' });
      expect(await remove('busy')).toMatchObject({ status: 409, body: { reason: 'agent_in_use' } });
      expect((await verifier.admin('DELETE', '/v1/agents/busy')).status).toBe(428);
      expect((await verifier.admin('DELETE', '/v1/agents/busy', undefined, { 'if-match': '"9"' })).status).toBe(412);
      await services().agents.ensureKnown('default', [{ id: 'unseen', workspaceId: 'default' }]);
      expect((await remove('unseen')).status).toBe(409);
    });

    it('removes settings, policies and the client, and leaves the evidence', async () => {
      const gateway = await aGateway(verifier);
      await register({ id: 'gone' });
      const evidence = gateway.evidence({ agent_id: 'gone' });
      await verifier.post('/v1/evidence', { jws: evidence.jws });
      await verifier.post('/v1/auditors/settings', {
        scope: { level: 'agent', id: 'gone' },
        auditor_id: 'injection',
        settings: { 'injection_risk.threshold': { value: 0.5 } },
      });
      const clientId = String((await verifier.get('/v1/agents/gone')).body['client_id']);
      await verifier.post('/v1/agents/gone/suspend', { reason: 'x' });
      expect((await remove('gone')).status).toBe(204);
      expect((await verifier.get('/v1/agents/gone')).status).toBe(404);
      expect((await verifier.get('/v1/agents/gone/access')).status).toBe(404);
      const settings = (await verifier.get('/v1/auditors/settings?level=agent&scope_id=gone')).body['items'];
      expect(settings).toEqual([]);
      await expect(services().issuer.clients.get('default', clientId)).rejects.toMatchObject({ code: 'not_found' });
      expect((await verifier.get(`/v1/evidence/${evidence.evidence.evidence_id}`)).status).toBe(200);
      expect(await services().agents.findForToken('default', 'gone')).toBeUndefined();
      expect(await services().agents.findByIdentity('spiffe://assay.local/agent/gone')).toBeUndefined();
    });

    it('never reuses an epoch or an identity', async () => {
      await verifier.post('/v1/workspaces', { id: 'elsewhere' });
      const { body: first } = await register({ id: 'twice' });
      await verifier.post('/v1/agents/twice/suspend', { reason: 'x' });
      await remove('twice');
      expect(await register({ id: 'twice', workspace_id: 'elsewhere' })).toMatchObject({
        status: 409,
        body: { reason: 'agent_elsewhere' },
      });
      const { status, body } = await register({ id: 'twice' });
      expect([status, body['spiffe_id'], body['status']]).toEqual([201, first['spiffe_id'], 'active']);
      expect(body['agent_epoch']).toBeGreaterThan(2);
      expect(body['client_id']).not.toBe(first['client_id']);
    });

    it('is undone when the agent calls again: it is then unregistered', async () => {
      const gateway = await aGateway(verifier);
      await register({ id: 'back' });
      await verifier.post('/v1/evidence', { jws: gateway.evidence({ agent_id: 'back' }).jws });
      await verifier.post('/v1/agents/back/suspend', { reason: 'x' });
      verifier.clock.set(verifier.clock.now() + 60_000);
      await remove('back');
      verifier.clock.set(verifier.clock.now() + 60_000);
      await verifier.post('/v1/evidence', { jws: gateway.evidence({ agent_id: 'back' }).jws });
      expect((await verifier.get('/v1/agents/back')).status).toBe(404);
      const iat = Math.floor(verifier.clock.now() / 1000);
      await verifier.post('/v1/evidence', { jws: gateway.evidence({ agent_id: 'back', iat }).jws });
      expect((await verifier.get('/v1/agents/back')).body).toMatchObject({
        implicit: true,
        status: 'active',
        owner_id: null,
        client_id: null,
      });
    });

    it('by a file is refused for a stopped agent, and for one of other owners', async () => {
      const { agents, db } = services();
      const operator = createAuthor('default', 'local', 'operator');
      await register({ id: 'halted' });
      await register({ id: 'others', owner_id: 'operator' });
      await verifier.post('/v1/agents/halted/suspend', { reason: 'x' });
      const release = (id: string) => db.transaction((tx) => agents.release(tx, operator, id));
      expect(await release('halted')).toContain('is suspended');
      expect(await release('others')).toContain('other owners');
      expect((await verifier.get('/v1/agents/halted')).body).toMatchObject({ status: 'suspended', implicit: false });
      await register({ id: 'mine' });
      expect(await release('mine')).toBeUndefined();
      expect((await verifier.get('/v1/agents/mine')).body).toMatchObject({
        implicit: true,
        client_id: null,
        agent_epoch: 2,
      });
    });
  });
});

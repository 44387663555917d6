/** Serving as a gateway needs a gateway's credential, which is valid for that gateway only. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import { toGatewayToken } from '../../../platform/http/gateway-token.ts';
import { createSecret } from '../../../platform/secret.ts';
import { type KeysFixture, openKeys, type TestPerson } from '../../identity/api-keys/keys.fixture.ts';
import { apiKeysTable } from '../../identity/api-keys/tables.ts';
import { aGateway, type Method } from '../../test-verifier.ts';
import { endpoints } from './endpoints.ts';

const accessToken = 'an-access-token-of-at-least-32-characters';
const secret = 'a-gateway-secret-of-at-least-32-characters';
const served = Object.entries(endpoints).flatMap(([endpoint, rule]) => (rule === 'gateways.serve' ? [endpoint] : []));
const ofOneGateway = served.filter((endpoint) => endpoint.includes('/v1/gateways/:id'));

let fixture: KeysFixture;
let admin: TestPerson;
const key = (gatewayId: string) => admin.key({ purpose: 'gateway', gateway_id: gatewayId, scopes: ['gateways:serve'] });
const call = (endpoint: string, id: string, headers: Record<string, string>) => {
  const [method = '', path = ''] = endpoint.split(' ');
  const body = method === 'GET' ? undefined : {};
  const url = path.replace(':id', id).replace(':agent_id', 'clerk');
  return fixture.verifier.call(method as Method, url, headers, body);
};

beforeAll(async () => {
  fixture = await openKeys(testDatabaseKind, { ASSAY_ACCESS_TOKEN: accessToken, ASSAY_GATEWAY_SECRET: secret });
  admin = await fixture.person('admin');
}, 60_000);
afterAll(() => fixture?.verifier.close());

describe('serving as a gateway', () => {
  it.each(served)('is refused to people of every role, and to the access token: %s', async (endpoint) => {
    const [method = '', path = ''] = endpoint.split(' ');
    const url = path.replace(/:\w+/g, 'edge');
    const body = method === 'GET' ? undefined : {};
    for (const person of [admin, await fixture.person('operator')]) {
      const { status, body: problem } = await person.call(method as Method, url, body);
      expect([status, problem['action']]).toEqual([403, 'gateways.serve']);
    }
    const token = { authorization: `Bearer ${accessToken}` };
    expect((await fixture.verifier.call(method as Method, url, token, body)).status).toBe(403);
  });

  it.each(ofOneGateway)('is good for the own gateway alone, and leaves no trace of another: %s', async (endpoint) => {
    const token = toGatewayToken(createSecret(secret), { organisation: 'default', gatewayId: 'edge-1' }).reveal();
    for (const credential of [await key('edge-1'), token]) {
      const foreign = await call(endpoint, 'edge-2', { 'x-assay-key': credential });
      expect([foreign.status, String(foreign.body['detail'])]).toEqual([403, expect.stringContaining('edge-1')]);
    }
    expect((await admin.call('GET', '/v1/gateways/edge-2')).status).toBe(404);
  });

  it('takes a token that was made with the secret of this deployment', async () => {
    const name = { organisation: 'default', gatewayId: 'edge-1' };
    const own = toGatewayToken(createSecret(secret), name).reveal();
    const forged = toGatewayToken(createSecret(`${secret}x`), name).reveal();
    expect((await call('GET /v1/gateways/:id/bundle', 'edge-1', { 'x-assay-key': own })).status).toBe(200);
    expect((await call('GET /v1/gateways/:id/bundle', 'edge-1', { 'x-assay-key': forged })).status).toBe(401);
  });
});

describe('a key of a gateway', () => {
  const make = (person: TestPerson, change: Record<string, unknown>) =>
    person.call('POST', '/v1/api-keys', { ...fixture.wanted(), scopes: ['gateways:serve'], ...change });

  it('is made by admins alone, and names its gateway', async () => {
    const wanted = { purpose: 'gateway', gateway_id: 'edge-1' };
    expect((await make(await fixture.person('operator'), wanted)).status).toBe(403);
    expect((await make(admin, { purpose: 'gateway' })).body['reason']).toBe('gateway_and_purpose');
    expect((await make(admin, { purpose: 'ci', gateway_id: 'edge-1' })).body['reason']).toBe('gateway_and_purpose');
    expect((await make(admin, wanted)).body).toMatchObject({ gateway_id: 'edge-1' });
  });

  it('that names none, from an older release, is dead', async () => {
    const text = await key('edge-1');
    const { db } = fixture.verifier.verifier().services;
    await db.update(apiKeysTable).set({ gateway_id: null }).where(eq(apiKeysTable.purpose, 'gateway'));
    const answer = await call('GET /v1/gateways/:id/bundle', 'edge-1', { 'x-assay-key': text });
    expect([answer.status, answer.body['reason']]).toEqual([401, 'key_names_no_gateway']);
  });

  it('is dead when its maker is no admin any more', async () => {
    const other = await fixture.person('admin');
    const text = await other.key({ purpose: 'gateway', gateway_id: 'edge-1', scopes: ['gateways:serve'] });
    expect(
      (await admin.call('PATCH', `/v1/members/${other.id}`, { role: 'operator' }, { 'if-match': '"1"' })).status,
    ).toBe(200);
    const answer = await call('GET /v1/gateways/:id/bundle', 'edge-1', { 'x-assay-key': text });
    expect([answer.status, answer.body['reason']]).toEqual([401, 'key_orphaned']);
  });

  it('asks for the certificate of its own gateway, and of no other', async () => {
    const text = await key('edge-1');
    const ask = (service: string) =>
      fixture.withKey(text, 'POST', '/v1/spiffe/x509-svid', { csr: 'x'.repeat(100), service });
    expect((await ask('gateway/edge-2')).status).toBe(403);
    expect((await ask('attestor/edge-2')).status).toBe(403);
    // The name is accepted; the request itself is wrong.
    expect((await ask('gateway/edge-1')).status).toBe(400);
  });
});

describe('Evidence', () => {
  const bring = async (gatewayId: string, iss: string, policySet: string) => {
    const text = await key(gatewayId);
    const gateway = await aGateway();
    const attested = await fixture.withKey(text, 'POST', '/v1/attestations', { key_attestation: gateway.attestation });
    expect(attested.status).toBeLessThan(300);
    const { evidence, jws } = gateway.evidence({ iss });
    const decision = { ...evidence.decision, policy_set_hash: `sha256:${policySet.repeat(64)}` };
    const signed = policySet === '' ? jws : gateway.evidence({ iss, decision }).jws;
    const answer = await fixture.withKey(text, 'POST', '/v1/evidence', { items: [{ jws: signed }] });
    return Object(answer.body['results'])[0];
  };

  it('of another gateway is refused, and says of which', async () => {
    const iss = 'spiffe://assay.local/gateway/edge-1';
    expect(await bring('edge-2', iss, '')).toMatchObject({ status: 'refused', reason: 'gateway_mismatch' });
    expect(await bring('edge-1', iss, '')).toMatchObject({ status: 'stored' });
  });

  it('of a gateway that decides by another policy set replaces no passport: both are shown, each with what it rests on', async () => {
    expect(await bring('edge-1', 'spiffe://assay.local/gateway/edge-1', 'a')).toMatchObject({ status: 'stored' });
    expect(await bring('edge-2', 'spiffe://assay.local/gateway/edge-2', 'b')).toMatchObject({ status: 'stored' });
    const { body } = await admin.call('GET', '/v1/passports?latest=true');
    const shown = Object(body['items']).map(({ gateway_id, policy_set_hash }: Record<string, string>) => [
      gateway_id,
      policy_set_hash?.slice(0, 8),
    ]);
    expect(shown).toEqual([
      ['edge-2', 'sha256:b'],
      ['edge-1', 'sha256:a'],
    ]);
  });
});

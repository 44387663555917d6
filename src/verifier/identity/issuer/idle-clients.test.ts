/** Clients that register themselves: their acts are in the audit log, and unused ones are removed. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { idleClientMs, removeIdleClients } from './idle-clients.ts';
import { oauthClientsTable, oauthRecordsTable } from './tables.ts';

let verifier: TestVerifier;
beforeAll(async () => {
  verifier = await openTestVerifier({
    VERIFIER_CLIENT_REGISTRATION: 'open',
    ASSAY_PUBLIC_URL: 'http://127.0.0.1:8200',
  });
}, 60_000);
afterAll(() => verifier.close());

const good = { redirect_uris: ['https://app.example/callback'], client_name: 'App' };
const register = async () => {
  const { status, body } = await verifier.post('/oauth/register', good);
  expect(status).toBe(201);
  return { id: String(body['client_id']), token: String(body['registration_access_token']) };
};
const entriesOf = async (id: string) => {
  const { body } = await verifier.admin('GET', '/v1/audit-logs?limit=100');
  return (body['items'] as Record<string, unknown>[]).filter((entry) => JSON.stringify(entry).includes(id));
};
const isThere = async (id: string) => {
  const { db } = verifier.testDb.database();
  return (await db.select().from(oauthClientsTable).where(eq(oauthClientsTable.client_id, id))).length === 1;
};
const run = () => removeIdleClients({ ...verifier.verifier().services, clock: verifier.clock });

it('a client that registers, changes and removes itself is the actor of three entries, without its token', async () => {
  const { id, token } = await register();
  const headers = { authorization: `Bearer ${token}` };
  const path = `/oauth/register/${id}`;
  expect((await verifier.call('PUT', path, headers, { ...good, client_id: id, client_name: 'B' })).status).toBe(200);
  const wider = { ...good, client_id: id, grant_types: ['client_credentials'] };
  expect((await verifier.call('PUT', path, headers, wider)).status).toBe(400);
  expect((await verifier.call('DELETE', path, headers)).status).toBe(204);
  const entries = await entriesOf(id);
  expect(entries.map(({ action }) => action)).toEqual([
    ...['oauth_client.removed', 'oauth_client.updated', 'oauth_client.registered'],
  ]);
  for (const entry of entries) expect(entry).toMatchObject({ actor: { type: 'anonymous', id } });
  expect(JSON.stringify(entries)).not.toContain(token.slice(-43));
});

it('a client unused for 30 days is removed, and one with a grant or a recent change stays', async () => {
  const [idle, used, changed] = [await register(), await register(), await register()];
  const { db } = verifier.testDb.database();
  const start = verifier.clock.now();
  await db.insert(oauthRecordsTable).values({
    model: 'Grant',
    id_sha256: 'a'.repeat(64),
    payload: {},
    grant_id: 'g',
    client_id: used.id,
    created_at: start,
    expires_at: start + 2 * idleClientMs,
  });
  expect(await run()).toBe(0);
  verifier.clock.set(start + idleClientMs + 1);
  const headers = { authorization: `Bearer ${changed.token}` };
  const renewed = await verifier.call('PUT', `/oauth/register/${changed.id}`, headers, {
    ...good,
    client_id: changed.id,
  });
  expect(renewed.status).toBe(200);
  expect(await run()).toBe(1);
  expect(await Promise.all([idle, used, changed].map(({ id }) => isThere(id)))).toEqual([false, true, true]);
  expect((await entriesOf(idle.id))[0]).toMatchObject({
    action: 'oauth_client.removed',
    actor: { id: 'oauth-clients' },
  });
});

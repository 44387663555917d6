import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../../platform/db/db.ts';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import { aGateway, openTestVerifier, type TestVerifier } from '../../test-verifier.ts';

describe('a link to a passport', () => {
  let verifier: TestVerifier;
  let path = '';
  let passportId = '';

  beforeAll(async () => {
    verifier = await openTestVerifier({}, testDatabaseKind);
    const gateway = await aGateway(verifier);
    await verifier.post('/v1/evidence', { jws: gateway.evidence().jws });
    const { items } = (await verifier.get('/v1/passports')).body;
    passportId = String((items as { passport_id: string }[])[0]?.passport_id);
    path = `/v1/passports/${passportId}/links`;
  });
  afterAll(() => verifier?.close());

  const create = async (body: unknown = {}) => {
    const answer = await verifier.admin('POST', path, body);
    expect(answer.status).toBe(201);
    return answer.body as { id: string; token: string; url: string };
  };
  const read = (token: string) => verifier.call('POST', '/v1/public/passport-links', {}, { token });

  it('gives anybody the public passport and the bundle that proves it, though the agent is not public', async () => {
    expect((await verifier.get(`/v1/public/passports/${passportId}`)).status).toBe(404);
    const { token, url } = await create({ label: 'for the auditors' });
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(url).toMatch(new RegExp(`/console/verify#link=${token}$`));
    const { status, body, headers } = await read(token);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    const bundle = (await verifier.get(`/v1/passports/${passportId}/evidence`)).body;
    expect(body['passport']).toMatchObject({ passport_id: passportId, jwt: bundle['passport'] });
    expect(body['bundle']).toMatchObject({ evidence: bundle['evidence'], passport: bundle['passport'] });
  });

  it('is kept as a hash and is in no later answer, nor in the audit log', async () => {
    const { token } = await create();
    const { db } = verifier.testDb.database();
    const stored = JSON.stringify(await query(db, sql`select * from passport_links`));
    expect(stored).not.toContain(token);
    expect((await verifier.get(path)).raw.toString()).not.toContain(token);
    const log = await verifier.admin('GET', '/v1/audit-logs?limit=100');
    expect(log.raw.toString()).toContain('passport.link_created');
    expect(log.raw.toString()).not.toContain(token);
  });

  it('stops working at once when it is taken back, and shows so in the list', async () => {
    const { id, token } = await create();
    const other = await create();
    expect((await verifier.admin('DELETE', `${path}/${id}`)).status).toBe(204);
    expect((await verifier.admin('DELETE', `${path}/${id}`)).status).toBe(204);
    expect((await read(token)).status).toBe(404);
    expect((await read(other.token)).status).toBe(200);
    const { items } = (await verifier.get(`${path}?limit=2`)).body;
    expect(items).toMatchObject([
      { id: other.id, state: 'active' },
      { id, state: 'revoked' },
    ]);
    const log = await verifier.admin('GET', '/v1/audit-logs?limit=100');
    expect(log.raw.toString().split('passport.link_revoked')).toHaveLength(2);
    expect((await verifier.admin('DELETE', `${path}/pl_unknown`)).status).toBe(404);
  });

  it('ends at its time, and cannot be made for the past', async () => {
    const now = verifier.clock.now();
    const { token } = await create({ expires_at: new Date(now + 60_000).toISOString() });
    expect((await read(token)).status).toBe(200);
    verifier.clock.set(now + 60_000);
    const unknown = await read('A'.repeat(43));
    const expired = await read(token);
    expect(expired.status).toBe(404);
    expect(expired.body['detail']).toBe(unknown.body['detail']);
    const answer = await verifier.admin('POST', path, { expires_at: new Date(now).toISOString() });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: '/expires_at' }] } });
  });

  it('takes an admin to make and to take back', async () => {
    expect((await verifier.post(path, {})).status).toBe(403);
    expect((await verifier.call('DELETE', `${path}/pl_1`, {})).status).toBe(403);
    expect((await verifier.admin('POST', '/v1/passports/pp_unknown/links', {})).status).toBe(404);
  });
});

/** Members and invitations through the API of a running verifier. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLogTable } from '../../base/audit-log/tables.ts';
import { idempotencyTable } from '../../base/idempotency/tables.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';

let verifier: TestVerifier;
const password = 'nine violet engines';
const inOther = { 'x-assay-organization': 'other' };

beforeAll(async () => {
  verifier = await openTestVerifier({ ASSAY_PUBLIC_URL: 'https://assay.example' });
  await verifier.admin('POST', '/v1/organizations', { id: 'other' });
}, 60_000);

afterAll(() => verifier.close());

const invite = (body: unknown, headers: Record<string, string> = {}) =>
  verifier.admin('POST', '/v1/invitations', body, headers);

/** Adds a member by an invitation, as the API shows them. */
async function join(email: string, role: string, headers: Record<string, string> = {}) {
  const { body } = await invite({ email, role }, headers);
  return verifier.post(`/v1/invitations/${body['id']}/accept`, { token: body['token'], name: 'Somebody', password });
}

describe('invitations', () => {
  it('are made by an admin, with a link and a token only in this answer', async () => {
    const made = await invite({ email: 'Ada@Example.com' });
    expect(made).toMatchObject({
      status: 201,
      body: { email: 'ada@example.com', role: 'viewer', status: 'pending', invited_by: 'operator', org_id: 'default' },
    });
    const token = String(made.body['token']);
    expect(made.body['url']).toBe(`https://assay.example/invite/${token}`);
    expect(made.headers).toMatchObject({ 'cache-control': 'no-store', location: `/v1/invitations/${made.body['id']}` });
    const listed = await verifier.admin('GET', '/v1/invitations');
    expect(listed.body['items']).toMatchObject([{ id: made.body['id'] }]);
    expect(listed.raw.toString()).not.toContain('assay_invite_');
  });

  it('repeated with the same key are the same without the token, and the cache contains none', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await invite({ email: 'repeat@example.com' }, headers);
    const second = await invite({ email: 'repeat@example.com' }, headers);
    expect(second.status).toBe(201);
    const { token, url, ...shown } = first.body;
    expect([String(token).slice(0, 13), url]).toEqual(['assay_invite_', expect.any(String)]);
    expect(second.body).toEqual(shown);
    const { db } = verifier.testDb.database();
    const memory = await db.select().from(idempotencyTable).where(eq(idempotencyTable.idempotency_key, 'once'));
    expect(memory).toHaveLength(1);
    expect(JSON.stringify(memory)).not.toContain('assay_invite_');
    expect(await invite({ email: 'elsewise@example.com' }, headers)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_mismatch' },
    });
  });

  it('need an admin, which a local caller without a token is not', async () => {
    const body = { email: 'x@example.com' };
    expect(await verifier.post('/v1/invitations', body)).toMatchObject({ status: 403 });
    expect(await invite({ email: 'not an address' })).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(await invite({ email: 'x@example.com', role: 'agent' })).toMatchObject({ status: 400 });
  });

  it('are accepted without an account, once, and never through another organisation', async () => {
    const { body } = await invite({ email: 'bob@example.com', role: 'operator' }, inOther);
    const accept = (id: unknown, token = body['token']) =>
      verifier.post(`/v1/invitations/${id}/accept`, { token, name: 'Bob', password });
    expect(await accept(body['id'], `assay_invite_${'A'.repeat(43)}`)).toMatchObject({ status: 404 });
    expect(await accept(body['id'])).toMatchObject({
      status: 200,
      body: { org_id: 'other', email: 'bob@example.com', name: 'Bob', role: 'operator' },
    });
    expect(await accept(body['id'])).toMatchObject({ status: 409, body: { reason: 'invitation_accepted' } });
    expect(await verifier.admin('DELETE', `/v1/invitations/${body['id']}`)).toMatchObject({ status: 404 });
    expect(await verifier.admin('DELETE', `/v1/invitations/${body['id']}`, undefined, inOther)).toMatchObject({
      status: 409,
      body: { reason: 'invitation_accepted' },
    });
  });

  it('bound strangers who guess tokens', async () => {
    const token = `assay_invite_${'B'.repeat(43)}`;
    const answers = [];
    for (let index = 0; index < 301; index += 1) {
      answers.push((await verifier.post('/v1/invitations/inv_x/accept', { token, password })).status);
    }
    expect(new Set(answers)).toEqual(new Set([404, 429]));
    verifier.clock.set(verifier.clock.now() + 60_000);
  });

  it('open nothing when withdrawn', async () => {
    const { body } = await invite({ email: 'gone@example.com' });
    const path = `/v1/invitations/${body['id']}`;
    expect((await verifier.admin('DELETE', path)).status).toBe(204);
    expect(await verifier.post(`${path}/accept`, { token: body['token'], password })).toMatchObject({
      status: 409,
      body: { reason: 'invitation_revoked' },
    });
  });

  it('do not repeat a refused password', async () => {
    const { body } = await invite({ email: 'weak@example.com' });
    const refused = await verifier.post(`/v1/invitations/${body['id']}/accept`, {
      token: body['token'],
      password: 'password1234',
    });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/password' }] } });
    expect(refused.raw.toString()).not.toMatch(/password1234|assay_invite_/);
  });
});

describe('members', () => {
  it('are listed, found by address, changed with If-Match and removed', async () => {
    const { body: member } = await join('carla@example.com', 'reviewer');
    const path = `/v1/members/${member['user_id']}`;
    const read = await verifier.get(path);
    expect(read).toMatchObject({ status: 200, body: { role: 'reviewer', status: 'active', revision: 1 } });
    expect(read.headers['etag']).toBe('"1"');
    const found = await verifier.get('/v1/members?email=CARLA%40example.com');
    expect(found.body['items']).toMatchObject([{ user_id: member['user_id'] }]);
    expect((await verifier.get('/v1/members?email=nobody%40example.com')).body['items']).toEqual([]);
    const patch = (headers: Record<string, string>) => verifier.admin('PATCH', path, { role: 'operator' }, headers);
    expect(await patch({})).toMatchObject({ status: 428 });
    expect(await patch({ 'if-match': '"7"' })).toMatchObject({ status: 412 });
    expect(await patch({ 'if-match': '"1"' })).toMatchObject({ status: 200, body: { role: 'operator', revision: 2 } });
    expect((await verifier.admin('DELETE', path)).status).toBe(204);
    expect((await verifier.get(path)).status).toBe(404);
  });

  it('include the last admin: 409 last_admin', async () => {
    const { body: admin } = await join('boss@other.example', 'admin', inOther);
    const path = `/v1/members/${admin['user_id']}`;
    const lastAdmin = { status: 409, body: { code: 'conflict', reason: 'last_admin' } };
    expect(await verifier.admin('DELETE', path, undefined, inOther)).toMatchObject(lastAdmin);
    const headers = { ...inOther, 'if-match': '"1"' };
    expect(await verifier.admin('PATCH', path, { role: 'viewer' }, headers)).toMatchObject(lastAdmin);
    expect(await verifier.admin('PATCH', path, { status: 'disabled' }, headers)).toMatchObject(lastAdmin);
  });

  it('of another organisation are 404 at every endpoint', async () => {
    const { body: theirs } = await join('eve@other.example', 'viewer', inOther);
    const path = `/v1/members/${theirs['user_id']}`;
    expect((await verifier.admin('GET', path)).status).toBe(404);
    expect((await verifier.admin('PATCH', path, { role: 'viewer' }, { 'if-match': '"1"' })).status).toBe(404);
    expect((await verifier.admin('DELETE', path)).status).toBe(404);
    expect((await verifier.admin('GET', path, undefined, inOther)).status).toBe(200);
  });

  it('are shown without a password or its hash', async () => {
    await join('secretive@example.com', 'viewer');
    const answers = [await verifier.get('/v1/members'), await verifier.admin('GET', '/v1/members', undefined, inOther)];
    for (const { raw } of answers) expect(raw.toString()).not.toMatch(/scrypt|password/);
  });
});

describe('people', () => {
  const personOf = async (email: string) => {
    const { body } = await verifier.admin('GET', `/v1/people?email=${encodeURIComponent(email)}`);
    expect(body['items']).toMatchObject([{ email }]);
    return verifier.verifier().services.people.findByEmail(verifier.testDb.database().db, email);
  };
  const signIn = async (email: string, given: string) => {
    const origin = { ipAddress: '192.0.2.9', userAgent: null, requestId: 'r' };
    return (await verifier.verifier().services.people.verifyPassword(email, given, origin)).id;
  };

  it('with a lost password get a temporary one, which ends their sessions and is shown once', async () => {
    await join('lost@example.com', 'viewer');
    const id = await signIn('lost@example.com', password);
    const { sessions } = verifier.verifier().services;
    const { cookie } = await sessions.open(id, { ipAddress: '192.0.2.9', userAgent: null, requestId: 'r' });
    const reset = () =>
      verifier.admin('POST', `/v1/people/${id}/reset-password`, undefined, { 'idempotency-key': 'reset' });
    const { body, headers } = await reset();
    expect(headers['cache-control']).toBe('no-store');
    const temporary = String(body['temporary_password']);
    expect(temporary).toMatch(/^[\w-]{24}$/);
    expect((await reset()).body).not.toHaveProperty('temporary_password');
    await expect(signIn('lost@example.com', password)).rejects.toThrow('wrong');
    expect(await signIn('lost@example.com', temporary)).toBe(id);
    expect(await sessions.find(cookie.reveal())).toBeUndefined();
    const { db } = verifier.testDb.database();
    const dump = JSON.stringify([await db.select().from(idempotencyTable), await db.select().from(auditLogTable)]);
    expect(dump).toContain('person.password_reset');
    expect(dump).not.toContain(temporary);
  });

  it('are excluded from every organisation when disabled, and each of them records it', async () => {
    await join('both@example.com', 'operator');
    await join('both@example.com', 'viewer', inOther);
    const person = await personOf('both@example.com');
    const path = `/v1/people/${person?.id}`;
    const disable = (headers: Record<string, string>) => verifier.admin('PATCH', path, { status: 'disabled' }, headers);
    expect(await disable({})).toMatchObject({ status: 428 });
    expect(await disable({ 'if-match': '"99"' })).toMatchObject({ status: 412 });
    expect(await disable({ 'if-match': `"${person?.revision}"` })).toMatchObject({
      status: 200,
      body: { status: 'disabled', organizations: [{ org_id: 'default' }, { org_id: 'other' }] },
    });
    const { members } = verifier.verifier().services;
    const { db } = verifier.testDb.database();
    for (const orgId of ['default', 'other']) {
      expect(await members.roleOf(db, orgId, person?.id ?? '')).toBeUndefined();
      const entries = await db.select().from(auditLogTable).where(eq(auditLogTable.org_id, orgId));
      expect(entries.map(({ action }) => action)).toContain('person.disabled');
    }
    await expect(signIn('both@example.com', password)).rejects.toThrow('wrong');
    expect((await verifier.admin('GET', '/v1/people/usr_nobody')).status).toBe(404);
  });

  it('need the operator token of the deployment: a local operator is refused', async () => {
    expect((await verifier.get('/v1/people')).status).toBe(403);
    expect((await verifier.post('/v1/people/usr_x/reset-password')).status).toBe(403);
  });
});

describe('GET /v1/me', () => {
  it('identifies the caller: the local operator, and the operator token for any organisation', async () => {
    expect((await verifier.get('/v1/me')).body).toEqual({
      user_id: 'local',
      kind: 'operator',
      email: null,
      name: null,
      org_id: 'default',
      role: 'operator',
      workspaces: ['default'],
      organizations: [],
      scopes: 'all',
      authentication: 'loopback',
      acting_agent: null,
    });
    expect((await verifier.admin('GET', '/v1/me', undefined, inOther)).body).toMatchObject({
      user_id: 'operator',
      org_id: 'other',
      role: 'admin',
      authentication: 'token',
    });
  });
});

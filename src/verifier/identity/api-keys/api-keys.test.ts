/** API keys: shown once, found by their hash, limited by their maker's rights, and invalid at once when they end. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../../platform/db/db.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { auditLogTable } from '../../base/audit-log/tables.ts';
import { createAuthor } from '../../base/control/author.ts';
import { usersTable } from '../people/tables.ts';
import { hashKeyText } from './key-text.ts';
import { type KeysFixture, openKeys, type TestPerson } from './keys.fixture.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);

describe.each(kinds)('API keys on %s', (kind) => {
  let fixture: KeysFixture;
  let admin: TestPerson;
  let viewer: TestPerson;
  const services = () => fixture.verifier.verifier().services;
  const me = (text: string) => fixture.withKey(text, 'GET', '/v1/workspaces');

  beforeAll(async () => {
    fixture = await openKeys(kind);
    admin = await fixture.person('admin');
    viewer = await fixture.person('viewer');
  }, 60_000);
  afterAll(() => fixture.verifier.close());

  const make = async (who: TestPerson, change = {}, headers = {}) => {
    const answer = await who.call('POST', '/v1/api-keys', fixture.wanted(change), headers);
    return { ...answer, text: String(answer.body['key']), id: String(answer.body['id']) };
  };

  it('are shown once, and stored only as SHA-256', async () => {
    const made = await make(viewer, { alias: 'once', scopes: ['workspaces:read'] });
    expect(made.status).toBe(201);
    expect(made.text).toMatch(/^assay_key_[A-Za-z0-9_-]{43}$/);
    expect(made.headers['cache-control']).toBe('no-store');
    const read = await viewer.call('GET', `/v1/api-keys/${made.id}`);
    expect(read.body).toMatchObject({
      alias: 'once',
      prefix: made.text.slice(0, 14),
      status: 'active',
      user_id: viewer.id,
    });
    expect(read.body).not.toHaveProperty('key');
    const dump = await Promise.all(
      ['api_keys', 'api_key_secrets', 'audit_log', 'control_changes', 'idempotency_keys'].map((table) =>
        query(services().db, sql.raw(`select * from ${table}`)),
      ),
    );
    const text = JSON.stringify(dump);
    expect(text).toContain(hashKeyText(made.text));
    expect(text).not.toContain(made.text.slice(20));
    expect((await me(made.text)).status).toBe(200);
  });

  it('are made once for an Idempotency-Key, and not shown again', async () => {
    const headers = { 'idempotency-key': `repeat-${kind}` };
    const wanted = fixture.wanted({ alias: 'repeat' });
    const first = await viewer.call('POST', '/v1/api-keys', wanted, headers);
    const again = await viewer.call('POST', '/v1/api-keys', wanted, headers);
    expect([again.status, again.body['id']]).toEqual([201, first.body['id']]);
    expect(first.body).toHaveProperty('key');
    expect(again.body).not.toHaveProperty('key');
    const other = await admin.call('POST', '/v1/api-keys', wanted, headers);
    expect([other.status, other.body['code']]).toEqual([409, 'idempotency_mismatch']);
  });

  it.each([
    ['a day ago', -1],
    ['in 366 days', 366],
  ])('are refused when they end %s', async (_words, days) => {
    const made = await make(viewer, { expires_at: fixture.inDays(days) });
    expect([made.status, made.body['reason']]).toEqual([422, 'expiry_out_of_range']);
  });

  it('without an end are refused', async () => {
    const { expires_at: _left, ...endless } = fixture.wanted();
    expect((await viewer.call('POST', '/v1/api-keys', endless)).status).toBe(400);
  });

  it("have no scope that their maker's role lacks", async () => {
    expect((await make(viewer, { scopes: ['policies:read', 'policies:write'] })).status).toBe(403);
    expect((await make(viewer, { scopes: ['gateway:call'] })).status).toBe(403);
    expect((await make(await fixture.person('operator'), { scopes: ['policies:write', 'gateway:call'] })).status).toBe(
      201,
    );
  });

  it("have no scope that their maker's credential lacks, and do not outlive it", async () => {
    const limited = await admin.key({ scopes: ['keys:write', 'agents:read'], expires_at: fixture.inDays(2) });
    const ask = (change: object) => fixture.withKey(limited, 'POST', '/v1/api-keys', fixture.wanted(change));
    expect((await ask({ scopes: ['policies:write'], expires_at: fixture.inDays(1) })).status).toBe(403);
    expect((await ask({ scopes: ['assay:full'], expires_at: fixture.inDays(1) })).status).toBe(403);
    expect((await ask({ scopes: ['agents:read'], expires_at: fixture.inDays(3) })).status).toBe(403);
    expect((await ask({ scopes: ['agents:read'], expires_at: fixture.inDays(1) })).status).toBe(201);
  });

  it("are limited to their scopes at every call, and by their maker's present rights", async () => {
    const operator = await fixture.person('operator');
    const text = await operator.key({ scopes: ['workspaces:read', 'workspaces:write'] });
    const create = (id: string) => fixture.withKey(text, 'POST', '/v1/workspaces', { id });
    expect((await create(`one-${kind}`)).status).toBe(201);
    const elsewhere = await fixture.withKey(text, 'GET', '/v1/policies');
    expect([elsewhere.status, elsewhere.body['scope']]).toEqual([403, 'policies:read']);
    expect(String(elsewhere.headers['www-authenticate'])).toContain(
      'error="insufficient_scope", scope="policies:read"',
    );
    const { db, members } = services();
    const author = createAuthor('default', 'operator');
    await db.transaction((tx) => members.update(tx, author, operator.id, { role: 'viewer' }, 1));
    expect((await create(`two-${kind}`)).status).toBe(403);
    expect((await me(text)).status).toBe(200);
  });

  it('of a former member are invalid at the next call, and stay so after a return', async () => {
    const leaving = await fixture.person('viewer');
    const { db, members } = services();
    const author = createAuthor('default', 'operator');
    await db.transaction((tx) => members.remove(tx, author, leaving.id));
    const after = await leaving.call('GET', '/v1/workspaces');
    expect([after.status, after.body['reason']]).toEqual([401, 'key_revoked']);
    await db.transaction((tx) => members.add(tx, author, { userId: leaving.id, role: 'admin' }));
    expect((await leaving.call('GET', '/v1/workspaces')).status).toBe(401);
  });

  it('of a disabled person are invalid at the next call', async () => {
    const person = await fixture.person('viewer');
    const { db } = services();
    await db.update(usersTable).set({ status: 'disabled' }).where(eq(usersTable.id, person.id));
    const refused = await person.call('GET', '/v1/workspaces');
    expect([refused.status, refused.body['reason']]).toEqual([401, 'key_orphaned']);
  });

  it('of others are visible only to an admin', async () => {
    const made = await make(viewer, { alias: 'mine' });
    const stranger = await fixture.person('operator');
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/rotate'],
      ['DELETE', ''],
    ] as const) {
      const body = method === 'POST' ? {} : undefined;
      expect((await stranger.call(method, `/v1/api-keys/${made.id}${path}`, body)).status).toBe(404);
    }
    const listed = await stranger.call('GET', '/v1/api-keys?limit=100');
    expect(JSON.stringify(listed.body)).not.toContain(made.id);
    expect((await stranger.call('GET', `/v1/api-keys?user_id=${viewer.id}`)).body['items']).toEqual([]);
    expect((await admin.call('GET', `/v1/api-keys/${made.id}`)).status).toBe(200);
    expect(JSON.stringify((await admin.call('GET', `/v1/api-keys?user_id=${viewer.id}`)).body)).toContain(made.id);
    // Anybody who sees the new key could act as its person.
    expect((await admin.call('POST', `/v1/api-keys/${made.id}/rotate`, {})).status).toBe(403);
    expect((await admin.call('DELETE', `/v1/api-keys/${made.id}`)).status).toBe(204);
  });

  it('of another organisation do not exist, also for admins', async () => {
    await fixture.verifier.admin('POST', '/v1/organizations', { id: 'acme' });
    const made = await make(viewer);
    const foreign = await fixture.person('admin', 'acme');
    expect((await foreign.call('GET', `/v1/api-keys/${made.id}`)).status).toBe(404);
    expect((await foreign.call('DELETE', `/v1/api-keys/${made.id}`)).status).toBe(404);
    expect((await foreign.call('GET', '/v1/api-keys')).body['items']).toHaveLength(1);
  });

  it("of purpose gateway need an admin, and have exactly a gateway's rights", async () => {
    const wanted = { purpose: 'gateway', gateway_id: 'edge', scopes: ['gateways:serve'] };
    expect((await make(await fixture.person('operator'), wanted)).status).toBe(403);
    const made = await make(admin, wanted);
    expect((await fixture.withKey(made.text, 'POST', '/v1/attestations/challenge', {})).status).not.toBe(403);
    expect((await fixture.withKey(made.text, 'GET', '/v1/policies')).status).toBe(403);
    expect((await make(admin, { ...wanted, scopes: ['policies:read'] })).body['reason']).toBe('scope_useless');
  });

  it('stay listed when revoked and open nothing; a repeat is no error', async () => {
    const made = await make(viewer, { alias: 'gone' });
    expect((await viewer.call('DELETE', `/v1/api-keys/${made.id}`)).status).toBe(204);
    expect((await viewer.call('DELETE', `/v1/api-keys/${made.id}`)).status).toBe(204);
    const refused = await me(made.text);
    expect([refused.status, refused.body['reason']]).toEqual([401, 'key_revoked']);
    expect((await viewer.call('GET', `/v1/api-keys/${made.id}`)).body).toMatchObject({
      status: 'revoked',
      revoked_by: viewer.id,
    });
    expect((await viewer.call('POST', `/v1/api-keys/${made.id}/rotate`, {})).body['reason']).toBe('key_revoked');
    const log = await services().db.select().from(auditLogTable).where(eq(auditLogTable.resource_id, made.id));
    expect(log.map(({ action, actor_id, success }) => [action, actor_id, success])).toEqual([
      ['api_key.created', viewer.id, true],
      ['api_key.revoked', viewer.id, true],
    ]);
  });

  it('record their use at most once a minute', async () => {
    const made = await make(viewer, { scopes: ['workspaces:read'] });
    const usedAt = async () => (await viewer.call('GET', `/v1/api-keys/${made.id}`)).body['last_used_at'];
    expect(await usedAt()).toBeNull();
    const start = fixture.verifier.clock.now();
    await me(made.text);
    const first = await usedAt();
    fixture.verifier.clock.set(start + 59_999);
    await me(made.text);
    expect(await usedAt()).toBe(first);
    fixture.verifier.clock.set(start + 60_000);
    await me(made.text);
    expect(await usedAt()).toBe(new Date(start + 60_000).toISOString());
  });

  it('open nothing in a query, in two headers or as DPoP', async () => {
    const made = await make(viewer, { scopes: ['workspaces:read'] });
    const { call } = fixture.verifier;
    for (const query of ['access_token', 'api_key', 'key', 'x-assay-key']) {
      expect((await call('GET', `/v1/me?${query}=${made.text}`, {})).status).not.toBe(200);
      expect((await call('GET', `/v1/workspaces?${query}=${made.text}`, {})).status).toBe(401);
    }
    expect((await call('GET', '/v1/workspaces', { authorization: `DPoP ${made.text}` })).status).toBe(401);
    expect((await call('GET', '/v1/workspaces', { authorization: `Bearer ${made.text}, ${made.text}` })).status).toBe(
      401,
    );
    expect((await call('GET', '/v1/workspaces', { authorization: `Bearer ${made.text}` })).status).toBe(200);
    expect((await call('GET', '/v1/workspaces', { 'x-api-key': made.text })).status).toBe(200);
  });

  it('with a small difference are invalid', async () => {
    const made = await make(viewer, { scopes: ['workspaces:read'] });
    const last = made.text.endsWith('A') ? 'B' : 'A';
    for (const text of [
      `${made.text.slice(0, -1)}${last}`,
      `${made.text}A`,
      made.text.slice(0, -1),
      made.text.toUpperCase(),
    ]) {
      expect((await me(text)).status).toBe(401);
    }
  });
});

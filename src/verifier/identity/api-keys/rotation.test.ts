/** Rotation of API keys: a new key shown once, the old one valid for the overlap, and one winner of two. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { createAuthor } from '../../base/control/author.ts';
import { openBundle } from '../../configuration/gateways/test-bundle.ts';
import { hashKeyText } from './key-text.ts';
import { type KeysFixture, openKeys, type TestPerson } from './keys.fixture.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const hourMs = 3_600_000;

describe.each(kinds)('rotation on %s', (kind) => {
  let fixture: KeysFixture;
  let operator: TestPerson;

  beforeAll(async () => {
    fixture = await openKeys(kind);
    operator = await fixture.person('operator');
  }, 60_000);
  afterAll(() => fixture.verifier.close());

  const make = async (change = {}) => {
    const wanted = fixture.wanted({ scopes: ['workspaces:read'], ...change });
    const { status, body } = await operator.call('POST', '/v1/api-keys', wanted);
    expect([status, body['detail']]).toEqual([201, undefined]);
    return { id: String(body['id']), text: String(body['key']) };
  };
  const rotate = (id: string, body: object = {}, headers: Record<string, string> = {}) =>
    operator.call('POST', `/v1/api-keys/${id}/rotate`, body, headers);
  const statusOf = async (text: string) => (await fixture.withKey(text, 'GET', '/v1/workspaces')).status;

  it('leaves the old key good for an hour, or for as long as was asked', async () => {
    for (const [overlapS, body] of [
      [3_600, {}],
      [60, { overlap_s: 60 }],
    ] as const) {
      const { id, text } = await make();
      const start = fixture.verifier.clock.now();
      const rotated = await rotate(id, body);
      expect(rotated.status).toBe(200);
      expect(rotated.body).toMatchObject({
        id,
        revision: 2,
        overlap_until: new Date(start + overlapS * 1000).toISOString(),
      });
      const next = String(rotated.body['key']);
      expect([await statusOf(text), await statusOf(next)]).toEqual([200, 200]);
      fixture.verifier.clock.set(start + overlapS * 1000 - 1);
      expect(await statusOf(text)).toBe(200);
      fixture.verifier.clock.set(start + overlapS * 1000);
      expect([await statusOf(text), await statusOf(next)]).toEqual([401, 200]);
    }
  });

  it('without an overlap ends the old key at once, and a day is the longest', async () => {
    const { id, text } = await make();
    expect((await rotate(id, { overlap_s: 86_401 })).status).toBe(400);
    const next = String((await rotate(id, { overlap_s: 0 })).body['key']);
    expect([await statusOf(text), await statusOf(next)]).toEqual([401, 200]);
  });

  it('again ends the key before the old one: never more than two are good', async () => {
    const { id, text } = await make();
    const second = String((await rotate(id)).body['key']);
    const third = String((await rotate(id)).body['key']);
    expect([await statusOf(text), await statusOf(second), await statusOf(third)]).toEqual([401, 200, 200]);
  });

  it('asked for twice at once is done once; a stale If-Match is refused', async () => {
    const { id, text } = await make();
    const answers = await Promise.all([1, 2, 3, 4].map(() => rotate(id, {}, { 'if-match': '"1"' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
    const winner = answers.find(({ status }) => status === 200);
    expect(await statusOf(String(winner?.body['key']))).toBe(200);
    expect(await statusOf(text)).toBe(200);
    expect((await operator.call('GET', `/v1/api-keys/${id}`)).body['revision']).toBe(2);
  });

  it('asked for twice at once without If-Match is done once too', async () => {
    const { id } = await make();
    const answers = await Promise.all([1, 2].map(() => rotate(id)));
    const statuses = answers.map(({ status }) => status).sort();
    // If one read what the other wrote, the two were not at once.
    expect([
      [200, 200],
      [200, 412],
    ]).toContainEqual(statuses);
    const revision = (await operator.call('GET', `/v1/api-keys/${id}`)).body['revision'];
    expect(revision).toBe(1 + statuses.filter((status) => status === 200).length);
  });

  it('needs what making it needs: a limited key gets no stronger one, and no more time', async () => {
    const { id } = await make({ scopes: ['policies:write'] });
    const limited = await operator.key({ scopes: ['keys:write', 'workspaces:read'], expires_at: fixture.inDays(1) });
    const ask = (key: string, body = {}) => fixture.withKey(limited, 'POST', `/v1/api-keys/${key}/rotate`, body);
    const refused = await ask(id);
    expect([refused.status, refused.body['key']]).toEqual([403, undefined]);
    const longer = await make({ expires_at: fixture.inDays(9) });
    expect((await ask(longer.id)).status).toBe(403);
    const weaker = await make({ expires_at: fixture.inDays(1) });
    expect((await ask(weaker.id, { expires_at: fixture.inDays(9) })).status).toBe(403);
    expect((await ask(weaker.id)).status).toBe(200);
  });

  it('by an admin makes a key that speaks for a service theirs: whoever has the new one answers for it', async () => {
    // A third admin stays, because the last one cannot leave.
    const [first, second] = [
      await fixture.person('admin'),
      await fixture.person('admin'),
      await fixture.person('admin'),
    ];
    const wanted = fixture.wanted({ purpose: 'gateway', gateway_id: 'edge', scopes: ['gateways:serve'] });
    const made = await first.call('POST', '/v1/api-keys', wanted);
    const rotated = await second.call('POST', `/v1/api-keys/${made.body['id']}/rotate`, {});
    expect([rotated.status, rotated.body['user_id'], rotated.body['created_by']]).toEqual([200, second.id, first.id]);
    const { db, members } = fixture.verifier.verifier().services;
    await db.transaction((tx) => members.remove(tx, createAuthor('default', 'operator'), first.id));
    const call = (key: unknown) => fixture.withKey(String(key), 'GET', '/v1/organizations');
    expect((await call(rotated.body['key'])).body['scope']).toBe('organizations:read');
    await db.transaction((tx) => members.remove(tx, createAuthor('default', 'operator'), second.id));
    expect((await call(rotated.body['key'])).status).toBe(401);
  });

  it('is in the bundle that gateways fetch, by the hash alone', async () => {
    const { id, text } = await make({ scopes: ['gateway:call'] });
    const admin = await fixture.person('admin');
    const edge = await admin.key({ purpose: 'gateway', gateway_id: 'edge', scopes: ['gateways:serve'] });
    const answer = await fixture.withKey(edge, 'GET', '/v1/gateways/edge/bundle');
    expect(answer.status).toBe(200);
    const bundle = openBundle(answer.raw.toString('utf8'));
    expect(bundle.api_keys?.filter((key) => key.id === id)).toEqual([
      { id, sha256: hashKeyText(text), expires_at: expect.any(Number) },
    ]);
    await operator.call('DELETE', `/v1/api-keys/${id}`);
    const later = await fixture.withKey(edge, 'GET', '/v1/gateways/edge/bundle');
    expect(openBundle(later.raw.toString('utf8')).api_keys?.some((key) => key.id === id)).toBe(false);
  });

  it('keeps the key in what gateways are told: both hashes for the overlap, none once it is revoked', async () => {
    const { id } = await make({ scopes: ['gateway:call'] });
    const { apiKeys, db, changes, members } = fixture.verifier.verifier().services;
    const listed = async (aheadMs = 0) => {
      const all = await apiKeys.listForGateway(db, 'default', fixture.verifier.clock.now() + aheadMs);
      return all.filter((key) => key.id === id);
    };
    const revision = async () => (await changes.current(db, 'default')).revision;
    const [before] = await listed();
    const early = await revision();
    await rotate(id);
    const both = await listed();
    expect(both).toHaveLength(2);
    expect(both.map(({ sha256 }) => sha256)).toContain(before?.sha256);
    expect(await revision()).toBeGreaterThan(early);
    expect(await listed(hourMs)).toHaveLength(1);
    const author = createAuthor('default', 'operator');
    const promoted = await revision();
    await db.transaction((tx) => members.update(tx, author, operator.id, { role: 'viewer' }, 1));
    expect(await listed()).toEqual([]);
    expect(await revision()).toBeGreaterThan(promoted);
    await db.transaction((tx) => members.update(tx, author, operator.id, { role: 'operator' }, 2));
    const late = await revision();
    await operator.call('DELETE', `/v1/api-keys/${id}`);
    expect(await listed()).toEqual([]);
    expect(await revision()).toBeGreaterThan(late);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabaseKind } from '../../../../platform/db/test-db.ts';
import { placeOf } from '../secret-places.ts';
import type { RefreshServices } from './create.ts';
import { hourMs, openRefreshFixture, type RefreshFixture } from './refresh.fixture.ts';
import { dueAt, isFresh, pauseMs } from './times.ts';

const dayMs = 24 * hourMs;

describe("a token's refresh time", () => {
  const of = (lifetimeMs: number) => dueAt({ created_at: 0, last_refreshed_at: 1_000, expires_at: 1_000 + lifetimeMs });
  it('is at 80 % of its life, or a day before its end if that is later', () => {
    expect(of(hourMs)).toBe(1_000 + 0.8 * hourMs);
    expect(of(4 * dayMs)).toBe(1_000 + 0.8 * 4 * dayMs);
    expect(of(30 * dayMs)).toBe(1_000 + 29 * dayMs);
    expect(dueAt({ created_at: 0, last_refreshed_at: 0, expires_at: null })).toBeUndefined();
  });
  it('is never after its end', () => {
    for (const lifetimeMs of [0, 1, 10_000, hourMs, 5 * dayMs, 400 * dayMs])
      expect(of(lifetimeMs)).toBeLessThanOrEqual(1_000 + lifetimeMs);
  });
  it('leaves half a minute for calls, and less of a short life', () => {
    const row = { created_at: 0, last_refreshed_at: 0, expires_at: hourMs };
    expect([isFresh(row, hourMs - 30_001), isFresh(row, hourMs - 30_000)]).toEqual([true, false]);
    expect(isFresh({ ...row, expires_at: 10_000 }, 5_000)).toBe(true);
  });
  it('waits longer after each failure, and half an hour at most', () => {
    expect([0, 1, 2, 3, 50].map(pauseMs)).toEqual([0, 5_000, 10_000, 20_000, 1_800_000]);
  });
});

describe('the automatic work on credentials', () => {
  let fixture: RefreshFixture;
  let mine: RefreshServices;
  beforeAll(async () => {
    fixture = await openRefreshFixture(testDatabaseKind);
    mine = fixture.process();
  }, 60_000);
  afterAll(() => fixture.close());
  // Rows that one test leaves must not be due in the next.
  beforeEach(async () => {
    Object.assign(fixture.side, { fault: undefined, lifetimeMs: hourMs, clientSecret: undefined });
    fixture.pass(100 * 24 * 3600);
    fixture.side.current = undefined;
    await mine.credentialLifecycle.sweep();
  });

  it('refreshes due ones, once, and no others', async () => {
    const made = await fixture.connected();
    expect(await mine.credentialLifecycle.sweep()).toBe(0);
    fixture.pass(0.8 * 3600);
    const results = await Promise.all([
      mine.credentialLifecycle.sweep(),
      fixture.process().credentialLifecycle.sweep(),
    ]);
    expect(results.reduce((sum, one) => sum + one)).toBeGreaterThan(0);
    expect(await fixture.row(made.id)).toMatchObject({ version: 2, status: 'active' });
    expect(await mine.credentialLifecycle.sweep()).toBe(0);
  });

  it("leaves a silent server's others to the next round, and continues with other servers", async () => {
    const away = [];
    for (let index = 0; index < 12; index += 1)
      away.push(await fixture.connected({ issuer: 'https://silent.example' }));
    const fine = await fixture.connected({ issuer: 'https://fine.example' });
    fixture.pass(0.9 * 3600);
    const { refresh } = fixture.side;
    const asked: string[] = [];
    const foreignOAuth: typeof fixture.side = {
      ...fixture.side,
      async refresh(orgId, ask) {
        asked.push(ask.issuer);
        return ask.issuer === fine.issuer ? refresh(orgId, ask) : { kind: 'unavailable', reason: 'unavailable' };
      },
    };
    await fixture.process({ foreignOAuth }).credentialLifecycle.sweep();
    expect((await fixture.row(fine.id)).version).toBe(2);
    // As many as run in parallel, before the first of them timed out.
    expect(asked.filter((issuer) => issuer !== fine.issuer).length).toBeLessThanOrEqual(8);
    for (const { id } of away) expect(await fixture.row(id)).toMatchObject({ version: 1, lease_by: null });
  });

  it('begins nothing more once the process stops', async () => {
    const made = [];
    for (let index = 0; index < 10; index += 1) made.push(await fixture.connected());
    fixture.pass(0.9 * 3600);
    let asked = 0;
    let closing: Promise<void> | undefined;
    const ending = fixture.process({
      foreignOAuth: {
        ...fixture.side,
        async refresh() {
          asked += 1;
          closing ??= ending.credentialSchedule.close();
          return { kind: 'unavailable', reason: 'unavailable' };
        },
      },
    });
    await ending.credentialLifecycle.sweep();
    await closing;
    expect(asked).toBeLessThanOrEqual(8);
    for (const { id } of made) expect((await fixture.row(id)).lease_by).toBeNull();
  });

  it("completes a dead process's work", async () => {
    const made = await fixture.connected();
    await fixture.set(made, {
      status: 'refreshing',
      lease_by: 'gone.1',
      lease_until: fixture.verifier.clock.now() + 30_000,
    });
    expect(await mine.credentialLifecycle.sweep()).toBe(0);
    fixture.pass(30);
    expect(await mine.credentialLifecycle.sweep()).toBe(1);
    expect(await fixture.row(made.id)).toMatchObject({ version: 2, status: 'active' });
  });

  it('shows an ending one while the other side is away, asks ever less often, and recovers', async () => {
    const made = await fixture.connected();
    fixture.pass(0.9 * 3600);
    fixture.side.fault = 'unavailable';
    const before = fixture.side.calls.refresh;
    await mine.credentialLifecycle.sweep();
    expect(await fixture.row(made.id)).toMatchObject({ status: 'expiring', refresh_failures: 1, version: 1 });
    for (let round = 0; round < 20; round += 1) {
      fixture.pass(30);
      await mine.credentialLifecycle.sweep();
    }
    const asked = fixture.side.calls.refresh - before;
    expect(asked).toBeGreaterThan(2);
    expect(asked).toBeLessThan(9);
    fixture.side.fault = undefined;
    fixture.pass(1800);
    await mine.credentialLifecycle.sweep();
    expect(await fixture.row(made.id)).toMatchObject({ status: 'active', refresh_failures: 0, version: 2 });
  });

  it('reports that an unrefreshable one ends, and its end', async () => {
    const made = await fixture.connected({
      auth_type: 'api_key',
      expires_at: fixture.verifier.clock.now() + 10 * dayMs,
    });
    await mine.credentialLifecycle.sweep();
    expect((await fixture.row(made.id)).status).toBe('active');
    fixture.pass(9.5 * 24 * 3600);
    await mine.credentialLifecycle.sweep();
    expect((await fixture.row(made.id)).status).toBe('expiring');
    fixture.pass(24 * 3600);
    await mine.credentialLifecycle.sweep();
    await mine.credentialLifecycle.sweep();
    expect((await fixture.row(made.id)).status).toBe('expired');
    expect(await fixture.reported(made.id)).toEqual(['credential.expiring', 'credential.expired']);
  });

  it("destroys the old secret at the end of a rotation's overlap", async () => {
    const { vault } = fixture.verifier.verifier().services;
    const until = fixture.verifier.clock.now() + dayMs;
    const made = await fixture.connected({ auth_type: 'api_key', expires_at: null }, { access: 'old' });
    await fixture.db().transaction((tx) => vault.put(tx, placeOf(made, 'secret', 2), 'new'));
    const rotation = { next_at: null, overlap_until: until };
    const rotating = await fixture.set(made, { version: 2, status: 'rotating', rotation });
    await mine.credentialLifecycle.sweep();
    expect(await fixture.secret(rotating, 'secret', 1)).toBe('old');
    fixture.pass(24 * 3600);
    expect(await mine.credentialLifecycle.sweep()).toBe(1);
    expect(await fixture.row(made.id)).toMatchObject({
      status: 'active',
      version: 2,
      rotation: { overlap_until: null },
    });
    expect(await fixture.secret(rotating, 'secret', 1)).toBeUndefined();
    expect(await fixture.secret(rotating, 'secret', 2)).toBe('new');
    expect(await fixture.reported(made.id)).toEqual(['credential.rotation_ended']);
  });

  it('keeps the secret before a rotation while tokens are fetched in between', async () => {
    const { vault } = fixture.verifier.verifier().services;
    const until = fixture.verifier.clock.now() + dayMs;
    const config = { client_id: 'us' };
    const made = await fixture.connected(
      { auth_type: 'client_credentials', expires_at: null, config },
      { access: 'old' },
    );
    await fixture.db().transaction((tx) => vault.put(tx, placeOf(made, 'secret', 2), 'new'));
    await fixture.set(made, { version: 2, status: 'rotating', rotation: { next_at: null, overlap_until: until } });
    // The server does not know the new one yet.
    fixture.side.clientSecret = 'old';
    const fetched = await mine.credentialLifecycle.refresh('default', made.id, 2);
    expect(fetched).toMatchObject({ version: 3, status: 'rotating' });
    fixture.side.clientSecret = 'new';
    fixture.pass(10);
    expect(await mine.credentialLifecycle.refresh('default', made.id, 3)).toMatchObject({
      version: 4,
      status: 'rotating',
    });
    expect(fixture.side.clientSecrets.slice(-3)).toEqual(['new', 'old', 'new']);
    fixture.pass(24 * 3600);
    await mine.credentialLifecycle.sweep();
    const row = await fixture.row(made.id);
    expect(row).toMatchObject({ version: 4, status: 'active' });
    expect(await fixture.secret(row, 'secret', 1)).toBeUndefined();
    expect(await fixture.secret(row, 'secret')).toBe('new');
  });

  it('loses no client secret between fetched tokens, a change of the plan and a second rotation', async () => {
    const config = { client_id: 'us' };
    const fields = { auth_type: 'client_credentials' as const, expires_at: null, config };
    const { id } = await fixture.connected(fields, { access: 'one' });
    const admin = await fixture.person('admin');
    const at = `/v1/scoped-credentials/${id}`;
    const fetchNext = () => mine.credentialLifecycle.refresh('default', id);
    const rotate = async (secret: string) =>
      (await fixture.as(admin, 'POST', `${at}/rotate`, { secret, overlap_seconds: 3600 })).status;
    await fetchNext();
    expect(await rotate('two')).toBe(200);
    const row = await fetchNext();
    expect(row).toMatchObject({ version: 4, rotation: { previous_version: 2 } });
    const plan = { rotation: { every_days: 30 } };
    const changed = await fixture.as(admin, 'PATCH', at, plan, { 'if-match': `"${row.revision}"` });
    expect(changed.status).toBe(200);
    expect((await fixture.row(id)).rotation.previous_version).toBe(2);
    expect(await fixture.secret(row, 'secret', 2)).toBe('one');
    expect(await rotate('three')).toBe(200);
    expect(await fixture.secret(row, 'secret', 2)).toBeUndefined();
    expect([await fixture.secret(row, 'secret', 4), await fixture.secret(row, 'secret', 5)]).toEqual(['two', 'three']);
    fixture.pass(3600);
    await mine.credentialLifecycle.sweep();
    expect([await fixture.secret(row, 'secret', 4), await fixture.secret(row, 'secret', 5)]).toEqual([
      undefined,
      'three',
    ]);
    expect((await fixture.row(id)).status).toBe('active');
  });

  it('is done by one process at a time, every half minute', async () => {
    const [one, two] = [fixture.process({ isScheduled: true }), fixture.process({ isScheduled: true })];
    const made = await fixture.connected();
    fixture.pass(0.9 * 3600);
    const turns = await Promise.all([one.credentialSchedule.tick(), two.credentialSchedule.tick()]);
    expect(turns.sort()).toEqual([false, true]);
    expect((await fixture.row(made.id)).version).toBe(2);
    fixture.pass(30);
    expect(await two.credentialSchedule.tick()).toBe(true);
  });

  it('reports a due rotation, and again after the same time', async () => {
    const rotation = { every_days: 30, next_at: fixture.verifier.clock.now(), overlap_until: null };
    const made = await fixture.connected({ auth_type: 'api_key', expires_at: null, rotation });
    await mine.credentialLifecycle.sweep();
    await mine.credentialLifecycle.sweep();
    expect(await fixture.reported(made.id)).toEqual(['credential.rotation_due']);
    expect((await fixture.row(made.id)).rotation.next_at).toBe(fixture.verifier.clock.now() + 30 * dayMs);
  });

  it('continues with all others when one fails', async () => {
    const broken = await fixture.connected();
    const good = await fixture.connected();
    const { vault } = fixture.verifier.verifier().services;
    await fixture
      .db()
      .transaction((tx) => vault.destroy(tx, { orgId: 'default', table: 'scoped_credentials', recordId: broken.id }));
    await fixture
      .db()
      .transaction((tx) => vault.put(tx, { ...placeOf(broken, 'refresh_token'), userId: 'somebody else' }, 'moved'));
    fixture.pass(0.9 * 3600);
    await expect(mine.credentialLifecycle.sweep()).rejects.toBeInstanceOf(AggregateError);
    expect((await fixture.row(good.id)).version).toBe(2);
    expect(await fixture.row(broken.id)).toMatchObject({ version: 1, lease_by: null });
    await fixture.set(broken, { status: 'expired' });
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../../platform/db/db.ts';
import { testDatabaseUrl } from '../../../../platform/db/test-db.ts';
import { createAuthor } from '../../../base/control/author.ts';
import { hourMs, openRefreshFixture, type RefreshFixture } from './refresh.fixture.ts';

const kinds: Database['kind'][] = testDatabaseUrl === undefined ? ['pglite'] : ['postgres'];
const org = 'default';

describe.each(kinds)('refreshing on %s', (kind) => {
  let fixture: RefreshFixture;
  beforeAll(async () => {
    fixture = await openRefreshFixture(kind);
  }, 60_000);
  afterAll(() => fixture.close());
  afterEach(() => {
    Object.assign(fixture.side, {
      fault: undefined,
      beforeAnswer: async () => {},
      clientSecret: undefined,
      lifetimeMs: hourMs,
    });
    fixture.slept.length = 0;
  });

  const asked = () => fixture.side.calls.refresh;

  it('is one call at the other side for two processes, and both get the new version', async () => {
    const made = await fixture.connected();
    const [one, two] = [fixture.process(), fixture.process()];
    const before = asked();
    const got = await Promise.all([
      one.credentialLifecycle.refresh(org, made.id, 1),
      two.credentialLifecycle.refresh(org, made.id, 1),
    ]);
    expect(asked() - before).toBe(1);
    expect(got.map(({ version, status }) => [version, status])).toEqual([
      [2, 'active'],
      [2, 'active'],
    ]);
    // The family lives: the stored token is the one that the server expects next.
    const row = await fixture.row(made.id);
    expect(await fixture.secret(row, 'refresh_token')).toBe(fixture.side.current);
    expect(await fixture.secret(row, 'access_token', 1)).toBeUndefined();
    expect(row).toMatchObject({ lease_by: null, last_refreshed_at: fixture.verifier.clock.now(), revision: 1 });
    expect(row.expires_at).toBe(fixture.verifier.clock.now() + hourMs);
  });

  it('is one call also for processes whose clocks are minutes apart, and ends for a dead one', async () => {
    const made = await fixture.connected();
    const apart = (ms: number) => ({ clock: { now: () => fixture.verifier.clock.now() + ms, isOfMachine: true } });
    const others = [fixture.process(apart(120_000)), fixture.process(apart(-120_000))];
    const before = asked();
    let waiting: Promise<unknown>[] = [];
    fixture.side.beforeAnswer = async () => {
      fixture.side.beforeAnswer = async () => {};
      waiting = others.map(({ credentialLifecycle }) => credentialLifecycle.refresh(org, made.id, 1));
      // Waits until both have looked at it.
      while (fixture.slept.length < 2) await new Promise(setImmediate);
    };
    const row = await fixture.process(apart(-60_000)).credentialLifecycle.refresh(org, made.id, 1);
    expect(await Promise.all(waiting)).toMatchObject([{ version: 2 }, { version: 2 }]);
    expect([row.version, asked() - before]).toEqual([2, 1]);
    await fixture.set(row, { status: 'refreshing', lease_by: 'gone.2', lease_until: Date.now() - 1 });
    const late = fixture.process(apart(-120_000));
    expect((await late.credentialLifecycle.refresh(org, made.id, 2)).version).toBe(3);
  });

  it('gives the newer version for a 401 of an older one, without asking', async () => {
    const made = await fixture.connected({ version: 4 });
    const before = asked();
    expect((await fixture.process().credentialLifecycle.refresh(org, made.id, 3)).version).toBe(4);
    expect(asked()).toBe(before);
  });

  it('keeps the refresh token of a server without rotation', async () => {
    const made = await fixture.connected();
    fixture.side.fault = 'not_rotated';
    const row = await fixture.process().credentialLifecycle.refresh(org, made.id);
    expect(row.version).toBe(2);
    expect(await fixture.secret(row, 'refresh_token')).toBe('rt-0');
  });

  it('stores the answer before anybody gets it', async () => {
    const made = await fixture.connected();
    const seen: unknown[] = [];
    fixture.side.beforeAnswer = async () => {
      seen.push((await fixture.row(made.id)).version);
    };
    const row = await fixture.process().credentialLifecycle.refresh(org, made.id);
    expect(seen).toEqual([1]);
    expect(await fixture.secret(await fixture.row(made.id), 'access_token')).toBe(
      await fixture.secret(row, 'access_token'),
    );
  });

  it('requires a new connection after a process died between the answer and the store, reported once, and never in a loop', async () => {
    const made = await fixture.connected();
    // The first process never gets past its answer.
    fixture.side.beforeAnswer = () => new Promise(() => {});
    void fixture.process().credentialLifecycle.refresh(org, made.id);
    while (fixture.side.current === 'rt-0') await new Promise(setImmediate);
    fixture.side.beforeAnswer = async () => {};
    const other = fixture.process();
    // Its lease holds for its time.
    await expect(other.credentialLifecycle.refresh(org, made.id)).rejects.toMatchObject({ code: 'unavailable' });
    const before = asked();
    fixture.pass(31);
    expect(await other.credentialLifecycle.refresh(org, made.id)).toMatchObject({
      status: 'reauth_required',
      status_reason: 'invalid_grant',
      version: 1,
    });
    for (let round = 0; round < 3; round += 1) await other.credentialLifecycle.refresh(org, made.id, 1);
    await other.credentialLifecycle.sweep();
    expect(asked() - before).toBe(1);
    expect(await fixture.reported(made.id)).toEqual(['credential.reauth_required']);
  });

  it('retries the store, since the other side has invalidated the old token', async () => {
    const made = await fixture.connected();
    const { vault } = fixture.verifier.verifier().services;
    // Two failures of each try: as long as a restart of the database takes.
    let failures = 8;
    const failing = {
      ...vault,
      seal: async (...args: Parameters<typeof vault.seal>) => {
        failures -= 1;
        if (failures >= 0) throw new Error('the key is away');
        return vault.seal(...args);
      },
    };
    const row = await fixture.process({ vault: failing }).credentialLifecycle.refresh(org, made.id);
    expect(row).toMatchObject({ version: 2, status: 'active' });
    expect(await fixture.secret(row, 'refresh_token')).toBe(fixture.side.current);
  });

  it("lets another process take over a dead one's lease, once it has expired", async () => {
    const made = await fixture.connected();
    await fixture.set(made, {
      status: 'refreshing',
      lease_by: 'gone.1',
      lease_until: fixture.verifier.clock.now() + 30_000,
    });
    const mine = fixture.process();
    await expect(mine.credentialLifecycle.refresh(org, made.id)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await fixture.secret(made, 'access_token')).toBe('at-0');
    fixture.pass(30);
    expect(await mine.credentialLifecycle.refresh(org, made.id)).toMatchObject({ version: 2, status: 'active' });
  });

  it('does not wait for a lease of an earlier version', async () => {
    const made = await fixture.connected({ version: 2 });
    await fixture.set(made, { lease_by: 'gone.1', lease_until: fixture.verifier.clock.now() + 30_000 });
    expect(await fixture.process().credentialLifecycle.refresh(org, made.id)).toMatchObject({ version: 3 });
    expect(fixture.slept).toEqual([]);
  });

  it('keeps the old one while the other side is away, counts, and allows calls meanwhile', async () => {
    const made = await fixture.connected();
    fixture.side.fault = 'unavailable';
    const { credentialLifecycle } = fixture.process();
    const before = asked();
    expect(await credentialLifecycle.refresh(org, made.id, 1)).toMatchObject({
      version: 1,
      status: 'active',
      refresh_failures: 1,
      lease_by: null,
    });
    // Failing calls do not each wait for it.
    await credentialLifecycle.refresh(org, made.id, 1);
    expect(asked() - before).toBe(1);
    fixture.pass(6);
    expect((await credentialLifecycle.refresh(org, made.id, 1)).refresh_failures).toBe(2);
    expect(await fixture.secret(made, 'access_token')).toBe('at-0');
    fixture.side.fault = undefined;
    fixture.pass(60);
    expect(await credentialLifecycle.refresh(org, made.id, 1)).toMatchObject({ version: 2, refresh_failures: 0 });
  });

  it('requests no token at each call of a server that always answers 401', async () => {
    const made = await fixture.connected();
    const { credentialLifecycle } = fixture.process();
    const before = asked();
    for (let call = 0; call < 20; call += 1) {
      const { version } = await fixture.row(made.id);
      await credentialLifecycle.refresh(org, made.id, version);
    }
    expect(asked() - before).toBe(1);
    fixture.pass(10);
    expect((await credentialLifecycle.refresh(org, made.id, 2)).version).toBe(3);
  });

  it('discards and revokes the answer when the credential was revoked meanwhile', async () => {
    const made = await fixture.connected();
    const { scopedCredentials } = fixture.verifier.verifier().services;
    fixture.side.beforeAnswer = async () => {
      const author = createAuthor(org, 'operator');
      await fixture.db().transaction((tx) => scopedCredentials.revokeIn(tx, author, made.id, 'a test'));
    };
    const row = await fixture.process().credentialLifecycle.refresh(org, made.id, 1);
    expect(row.status).toBe('revoked');
    expect(fixture.side.calls.revoke.at(-1)).toBe(fixture.side.current);
    for (const version of [1, 2]) expect(await fixture.secret(row, 'access_token', version)).toBeUndefined();
    expect(await fixture.secret(row, 'refresh_token', 2)).toBeUndefined();
  });

  it('does not overwrite a concurrent connection, and leaves that family alone', async () => {
    const made = await fixture.connected();
    const before = fixture.side.calls.revoke.length;
    fixture.side.beforeAnswer = async () => {
      await fixture.set(made, { version: 2, status: 'active', lease_by: null, lease_until: null, fingerprint: 'new' });
    };
    expect(await fixture.process().credentialLifecycle.refresh(org, made.id)).toMatchObject({
      version: 2,
      fingerprint: 'new',
    });
    expect(fixture.side.calls.revoke.length).toBe(before);
  });

  it.each(['api_key', 'basic', 'mtls'] as const)(
    'requires a new %s after a 401, and only of the failed version',
    async (auth_type) => {
      const made = await fixture.connected({ auth_type, expires_at: null });
      const { credentialLifecycle } = fixture.process();
      expect(await credentialLifecycle.refresh(org, made.id)).toMatchObject({ status: 'active' });
      expect(await credentialLifecycle.refresh(org, made.id, 7)).toMatchObject({ status: 'active' });
      expect(await credentialLifecycle.refresh(org, made.id, 1)).toMatchObject({
        status: 'reauth_required',
        status_reason: 'refused',
      });
      expect(await fixture.reported(made.id)).toEqual(['credential.reauth_required']);
    },
  );

  it('requires a new connection after a 401 without a refresh token', async () => {
    const made = await fixture.connected({}, { refresh: '' });
    const { credentialLifecycle } = fixture.process();
    expect(await credentialLifecycle.refresh(org, made.id)).toMatchObject({ status: 'active' });
    expect(await credentialLifecycle.refresh(org, made.id, 1)).toMatchObject({
      status: 'reauth_required',
      status_reason: 'no_refresh_token',
    });
  });

  it('ignores credentials of other organisations', async () => {
    const made = await fixture.connected();
    await expect(fixture.process().credentialLifecycle.refresh('elsewhere', made.id)).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

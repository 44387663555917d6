import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import { openDataDir } from '../../../platform/data-dir.ts';
import { query } from '../../../platform/db/db.ts';
import { toWrapAad } from './aad.ts';
import { createKekRing } from './kek.ts';
import { createFileKek } from './kek-file.ts';
import { createKeks } from './keks.ts';
import { createRewrap } from './rewrap.ts';
import { aPlace, kinds, openVaultWorld, operator, type VaultProcess, type VaultWorld } from './vault.fixture.ts';

const many = (count: number) => Array.from({ length: count }, (_, index) => aPlace({ recordId: `scr_${index}` }));

describe.each(kinds)('rotation on %s', (kind) => {
  let world: VaultWorld;
  let one: VaultProcess;
  beforeAll(async () => {
    world = await openVaultWorld(kind);
  }, 60_000);
  afterAll(() => world?.close());
  beforeEach(async () => {
    await world.run('truncate vault_secrets, vault_keks');
    one = await world.open();
    world.audited.length = 0;
  });
  const keksOf = async () => new Set((await world.rows()).map(({ kek_id, kek_version }) => `${kek_id}:${kek_version}`));

  it('seals new secrets with the new version; what the old one sealed opens until the minimum is raised', async () => {
    const [old, young] = [aPlace(), aPlace({ recordId: 'scr_2' })];
    await one.put(old, 'old');
    expect(await one.rotate()).toBe(2);
    await one.put(young, 'young');
    expect([await one.read(old), await one.read(young)]).toEqual(['old', 'young']);
    expect(await keksOf()).toEqual(new Set(['file:1', 'file:2']));
    const refused = { code: 'conflict', extensions: { reason: 'secrets_left', secrets_left: 1 } };
    await expect(one.retire(2)).rejects.toMatchObject(refused);
    const [before] = await world.rows();
    expect(await one.rewrapAll()).toEqual({ rewrapped: 1, failed: [] });
    expect(await one.retire(2)).toEqual([1]);
    expect(await one.retire(2)).toEqual([]);
    expect([await one.read(old), await one.read(young)]).toEqual(['old', 'young']);
    // Restores the earlier row, like a backup.
    await world.run(
      `update vault_secrets set kek_version = 1, wrapped_dek = '${before?.wrapped_dek}' where record_id = 'scr_1'`,
    );
    const retired = { code: 'unavailable', extensions: { reason: 'kek_version_retired' } };
    await expect(one.read(old)).rejects.toMatchObject(retired);
    await expect((await world.open({}, one.folder)).read(old)).rejects.toMatchObject(retired);
    expect(world.audited.map(({ action }) => action)).toEqual([
      'vault.rotated',
      'vault.rewrapped',
      'vault.versions_retired',
    ]);
    expect(JSON.stringify(world.audited)).not.toContain('old');
  });

  it('rewraps data keys alone, counts each wrap, and is never a reason to retire what is current', async () => {
    for (const place of many(5)) await one.put(place, 'x');
    await one.put(aPlace({ recordId: 'scr_0' }), 'x');
    const before = new Map((await world.rows()).map((row) => [row.record_id, row]));
    await one.rotate();
    expect(await one.rewrapAll(2)).toEqual({ rewrapped: 5, failed: [] });
    for (const row of await world.rows()) {
      const { nonce, ct, tag, created_at, wrapped_dek } = before.get(row.record_id) ?? {};
      expect(row).toMatchObject({ nonce, ct, tag, created_at, kek_version: 2 });
      expect(row.wrapped_dek).not.toBe(wrapped_dek);
    }
    const { versions, ...status } = await one.vaultAdministration.status();
    expect(status).toMatchObject({
      current_version: 2,
      minimum_version: 1,
      secrets: 5,
      to_rewrap: 0,
      rotation_due: false,
    });
    expect(versions).toMatchObject([
      { version: 1, state: 'old', secrets: 0, wraps: 6 },
      { version: 2, state: 'current', secrets: 5, wraps: 5 },
    ]);
    await expect(one.retire(3)).rejects.toMatchObject({ code: 'conflict', extensions: { reason: 'is_current' } });
  });

  it('says when a version sealed so much that it is to be replaced', async () => {
    await one.put(aPlace(), 'x');
    await world.run(`update vault_keks set wraps_after = wraps_after - ${2 ** 31 - 2}`);
    expect((await one.vaultAdministration.status()).rotation_due).toBe(false);
    await one.put(aPlace(), 'x');
    expect((await one.vaultAdministration.status()).rotation_due).toBe(true);
    await one.rotate();
    expect((await one.vaultAdministration.status()).rotation_due).toBe(false);
  });

  it('lists what cannot be rewrapped and goes on with the rest', async () => {
    for (const place of many(7)) await one.put(place, 'x');
    await world.run(`update vault_secrets set wrapped_dek = 'AAAA' where record_id = 'scr_2'`);
    await world.run(`update vault_secrets set kek_id = 'gone' where record_id = 'scr_4'`);
    await world.run(`update vault_secrets set version = 9 where record_id = 'scr_6'`);
    await one.rotate();
    const failed = ['scr_2: does_not_open', 'scr_4: kek_unknown', 'scr_6: does_not_open'];
    expect(await one.rewrapAll(3)).toEqual({ rewrapped: 4, failed });
    expect(await one.rewrapAll(3)).toEqual({ rewrapped: 0, failed });
    await expect(one.retire(2)).rejects.toMatchObject({ extensions: { secrets_left: 2 } });
    expect((await one.vaultAdministration.status()).to_rewrap).toBe(3);
  });

  it('that was stopped in the middle left nothing half, and goes on in another process', async () => {
    const places = many(10);
    for (const place of places) await one.put(place, place.recordId);
    await one.rotate();
    await one.vaultAdministration.rewrap(operator, { cursor: 0, limit: 4 });
    // The database refuses the third of the next ones: all four of that call are undone.
    await world.run(`create or replace function refuse() returns trigger language plpgsql as
      $$ begin if new.record_id = 'scr_6' then raise 'stopped'; end if; return new; end $$`);
    await world.run('create trigger refuse before update on vault_secrets for each row execute function refuse()');
    await expect(one.vaultAdministration.rewrap(operator, { cursor: 0, limit: 4 })).rejects.toThrow();
    await world.run('drop trigger refuse on vault_secrets');
    expect((await one.vaultAdministration.status()).to_rewrap).toBe(6);
    const next = await world.open({}, one.folder);
    for (const place of places) expect(await next.read(place)).toBe(place.recordId);
    expect(await next.rewrapAll(4)).toEqual({ rewrapped: 6, failed: [] });
    expect(await next.retire(2)).toEqual([1]);
    for (const place of places) expect(await next.read(place)).toBe(place.recordId);
  });

  it('that died before the database knew of the new version is done with that version, not with a third', async () => {
    await one.put(aPlace(), 'x');
    const undone = world.db.transaction(async (tx) => {
      await one.vaultAdministration.rotate(tx, operator, undefined);
      throw new Error('died');
    });
    await expect(undone).rejects.toThrow('died');
    const next = await world.open({}, one.folder);
    await next.put(aPlace(), 'y');
    expect(await keksOf()).toEqual(new Set(['file:1']));
    expect(await next.rotate()).toBe(2);
    expect(await next.rotate()).toBe(3);
  });

  it('races writers: nothing is lost, nothing stays behind, and nothing is kept under a retired version', async () => {
    const two = await world.open({}, one.folder);
    const places = many(12);
    for (const place of places) await one.put(place, `${place.recordId} 0`);
    const write = async (writer: VaultProcess, round: number) => {
      for (const place of places) await writer.put(place, `${place.recordId} ${round}`);
    };
    const turn = async () => {
      const version = await two.rotate();
      expect((await two.rewrapAll(5)).failed).toEqual([]);
      expect(await two.retire(version)).not.toEqual([]);
    };
    await Promise.all([write(one, 1).then(() => write(one, 1)), turn().then(turn).then(turn)]);
    for (const place of places) expect(await two.read(place)).toBe(`${place.recordId} 1`);
    expect(await keksOf()).toEqual(new Set(['file:4']));
  });

  it.skipIf(kind === 'pglite')(
    'waits for who seals with the version before, and the minimum counts what they kept',
    async () => {
      await one.put(aPlace(), 'x');
      const state = { pid: 0, isRotated: false, commit: () => {} };
      const writing = world.db.transaction(async (tx) => {
        await one.vault.put(tx, aPlace({ recordId: 'scr_2' }), 'late');
        const [row] = await query<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`);
        await new Promise<void>((commit) => {
          Object.assign(state, { commit, pid: row?.pid });
        });
      });
      while (state.pid === 0) await new Promise(setImmediate);
      const rotating = one.rotate().then(() => {
        state.isRotated = true;
      });
      const isBlocked = async () =>
        (
          await query(
            world.db,
            sql`select 1 from pg_stat_activity where ${state.pid}::int = any(pg_blocking_pids(pid))`,
          )
        ).length > 0;
      while (!state.isRotated && !(await isBlocked())) await new Promise(setImmediate);
      const isEarly = state.isRotated;
      state.commit();
      await Promise.all([writing, rotating]);
      expect(isEarly).toBe(false);
      await expect(one.retire(2)).rejects.toMatchObject({ extensions: { secrets_left: 2 } });
    },
  );

  it('of two processes at once makes two versions that both have', async () => {
    await one.put(aPlace(), 'x');
    const two = await world.open({}, one.folder);
    const versions = await Promise.all([one.rotate(), two.rotate(), one.rotate(), two.rotate()]);
    expect(versions.sort()).toEqual([2, 3, 4, 5]);
    await one.put(aPlace(), 'y');
    expect(await two.read(aPlace())).toBe('y');
    expect(await keksOf()).toEqual(new Set(['file:5']));
  });

  it('meanwhile keeps what somebody else wrote or removed while its data key was rewrapped', async () => {
    for (const place of many(3)) await one.put(place, 'before');
    await one.rotate();
    let isFirst = true;
    // The row changes between the rewrap's read and its write.
    const racing = await openRewrap(world, one, async () => {
      if (!isFirst) return;
      isFirst = false;
      await one.put(aPlace({ recordId: 'scr_0' }), 'after');
      await world.run(`delete from vault_secrets where record_id = 'scr_1'`);
    });
    const answer = await racing(operator, { cursor: 0, limit: 10 });
    expect(answer).toMatchObject({ rewrapped: 1, changed: 2, failed: [], remaining: 0, next: null });
    expect(await one.read(aPlace({ recordId: 'scr_0' }))).toBe('after');
    await expect(one.read(aPlace({ recordId: 'scr_1' }))).rejects.toMatchObject({ code: 'not_found' });
  });

  it('holds what was sealed before its transaction to a version that is not retired', async () => {
    const sealed = await one.vault.seal(aPlace(), 'x');
    await one.rotate();
    await world.db.transaction((tx) => one.vault.put(tx, aPlace(), sealed));
    expect(await one.read(aPlace())).toBe('x');
    await one.rewrapAll();
    await one.retire(2);
    const late = world.db.transaction((tx) => one.vault.put(tx, aPlace(), sealed));
    await expect(late).rejects.toMatchObject({ code: 'unavailable', extensions: { reason: 'kek_version_retired' } });
    expect(await one.read(aPlace())).toBe('x');
  });
});

/** Opens a rewrap that runs something before it seals each data key. */
async function openRewrap({ db }: VaultWorld, { folder }: VaultProcess, meanwhile: () => Promise<void>) {
  const clock = systemClock;
  const kek = await createFileKek({ dataDir: await openDataDir(folder), clock, randomBytes });
  const ring = createKekRing({
    ...kek,
    async wrap(...what) {
      await meanwhile();
      return kek.wrap(...what);
    },
  });
  const keks = createKeks({ ring, clock, monotonicMs: clock.now });
  const audit = { append: async () => {}, appendMany: async () => {} };
  return createRewrap({ db, clock, audit, changes: { hold: async () => {} }, ring, keks });
}

it('the AAD of a wrap names its key, version and record, in the one canonical form', () => {
  const aad = toWrapAad({ kekId: 'file', kekVersion: 2, recordId: 'scr_1', version: 3 });
  expect(aad.toString()).toBe('{"kek_id":"file","kek_version":2,"record_id":"scr_1","version":3}');
});

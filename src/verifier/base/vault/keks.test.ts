import { chmod, copyFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import { loadVerifierConfig } from '../config.ts';
import { kekFile } from './kek-file.ts';
import { readKekSettings } from './kek-settings.ts';
import { aPlace, openVaultWorld, type VaultWorld } from './vault.fixture.ts';

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const unknown = { code: 'unavailable', extensions: { reason: 'kek_unknown' } };
const refused = (text: RegExp) => expect.objectContaining({ code: 'config', publicText: expect.stringMatching(text) });
let world: VaultWorld;
beforeAll(async () => {
  world = await openVaultWorld(testDatabaseKind);
}, 60_000);
afterAll(() => world?.close());
beforeEach(() => world.run('truncate vault_secrets, vault_keks'));

const place = aPlace();
const other = aPlace({ recordId: 'scr_2' });
const fileOf = ({ folder }: { folder: string }) => join(folder, kekFile);

describe('the key in the data folder', () => {
  it('is made at the first start, readable only by its owner, and stays the same', async () => {
    const one = await world.open();
    expect((await stat(fileOf(one))).mode & 0o777).toBe(0o600);
    const text = await readFile(fileOf(one), 'utf8');
    await one.put(place, 'x');
    const again = await world.open({}, one.folder);
    expect(await readFile(fileOf(one), 'utf8')).toBe(text);
    expect(await again.read(place)).toBe('x');
    await one.rotate();
    expect((await stat(fileOf(one))).mode & 0o777).toBe(0o600);
    // The other process has not seen the new version: it reads the file again.
    await one.put(place, 'y');
    expect(await again.read(place)).toBe('y');
    await again.put(place, 'z');
    expect(await one.read(place)).toBe('z');
  });

  it('is not replaced by another one: a process with its own does not start, and says what to do', async () => {
    const one = await world.open();
    // Nothing is sealed yet: each may become the current one.
    const early = await world.open();
    await one.put(place, 'x');
    await expect(early.read(place)).rejects.toMatchObject(unknown);
    await expect(early.put(other, 'y')).rejects.toMatchObject(unknown);
    await expect(early.vault.seal(other, 'y')).rejects.toMatchObject(unknown);
    await expect(early.rotate()).rejects.toMatchObject(unknown);
    expect(await world.rows()).toHaveLength(1);
    await expect(world.open({}, early.folder)).rejects.toEqual(
      refused(
        /version 1 of the key "file" in this process differs.*copy secrets-kek\.json.*1 secrets are sealed with it/,
      ),
    );
    await copyFile(fileOf(one), fileOf(early));
    expect(await (await world.open({}, early.folder)).read(place)).toBe('x');
  });

  it('is not made again when missing: no start, and no empty secret', async () => {
    const one = await world.open();
    await one.put(place, 'x');
    await rm(fileOf(one));
    await expect(world.open({}, one.folder)).rejects.toEqual(refused(/does not have version 1 of the key "file"/));
    await expect(stat(fileOf(one))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(world.open()).rejects.toEqual(refused(/VERIFIER_KEK_LOST=file:1/));
  });

  it('is replaced when the operator declares it lost; its sealed data stay closed', async () => {
    const one = await world.open();
    await one.put(place, 'x');
    await rm(fileOf(one));
    const next = await world.open({ VERIFIER_KEK_LOST: 'file:1' }, one.folder);
    await expect(next.read(place)).rejects.toMatchObject(unknown);
    await next.put(other, 'y');
    expect(await next.read(other)).toBe('y');
    expect((await next.rewrapAll()).failed).toEqual(['scr_1: kek_unknown']);
    await next.put(place, 'entered again');
    expect(await next.retire(2)).toEqual([1]);
    // From here on it starts like any other.
    const last = await world.open({}, one.folder);
    expect([await last.read(place), await last.read(other)]).toEqual(['entered again', 'y']);
  });

  it.each([
    ['no JSON', 'canary-key'],
    ['another document', '{"canary-key":1}'],
    ['no key', '{"format":"assay-secrets-kek-1","versions":[]}'],
    ['a short key', '{"format":"assay-secrets-kek-1","versions":[{"version":1,"key":"canary-key","created_at":"x"}]}'],
    ['half of itself', '{"format":"assay-secrets-kek-1","versions":[{"version":1,"key":"canary-key'],
  ])('with %s is refused without quoting it, and left unchanged', async (_what, content) => {
    const { folder } = await world.open();
    await writeFile(join(folder, kekFile), content);
    const error: unknown = await world.open({}, folder).catch((caught: unknown) => caught);
    expect(error).toEqual(refused(/no longer has the keys of secrets/));
    expect(error instanceof Error ? `${error.stack} ${String(error.cause)}` : '').not.toContain('canary-key');
    expect(await readFile(join(folder, kekFile), 'utf8')).toBe(content);
  });

  it('is not replaced when unreadable', async () => {
    const { folder } = await world.open();
    await rm(join(folder, kekFile));
    await writeFile(join(folder, kekFile), '');
    await chmod(join(folder, kekFile), 0o600);
    await expect(world.open({}, folder)).rejects.toEqual(refused(/no longer has the keys/));
  });
});

describe('the key in the environment', () => {
  it('is shared by processes with separate data folders, and makes no file', async () => {
    const env = { VERIFIER_KEK: key(1) };
    const [one, two] = [await world.open(env), await world.open(env)];
    await one.put(place, 'x');
    expect(await two.read(place)).toBe('x');
    await expect(stat(fileOf(one))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(world.open({ VERIFIER_KEK: key(2) })).rejects.toEqual(
      refused(/version 1 of the key "environment" in this process differs/),
    );
    await expect(world.open()).rejects.toEqual(refused(/does not have version 1 of the key "environment"/));
  });

  it('changes process by process: the new one is used once all have it, the old one still opens', async () => {
    const before = await world.open({ VERIFIER_KEK: key(1) });
    await before.put(place, 'x');
    await expect(before.rotate()).rejects.toMatchObject({
      code: 'conflict',
      publicText: expect.stringContaining('VERIFIER_KEK_VERSION=2'),
      extensions: { reason: 'no_newer_key' },
    });
    const env = { VERIFIER_KEK: key(2), VERIFIER_KEK_VERSION: '2', VERIFIER_KEK_PREVIOUS: `1:${key(1)}` };
    const after = await world.open(env);
    await after.put(other, 'y');
    // Until the rotation, all seal with the key that all have.
    expect(await before.read(other)).toBe('y');
    expect(await after.rotate()).toBe(2);
    await after.put(other, 'z');
    await expect(before.read(other)).rejects.toMatchObject(unknown);
    await expect(before.put(place, 'w')).rejects.toMatchObject(unknown);
    expect(await after.rewrapAll()).toEqual({ rewrapped: 1, failed: [] });
    await expect(world.open({ ...env, VERIFIER_KEK_PREVIOUS: '' })).resolves.toBeDefined();
    expect(await after.retire(2)).toEqual([1]);
  });

  it('does not start without a version that secrets are still sealed with', async () => {
    await (await world.open({ VERIFIER_KEK: key(1) })).put(place, 'x');
    const env = { VERIFIER_KEK: key(2), VERIFIER_KEK_VERSION: '2' };
    await expect(world.open(env)).rejects.toEqual(refused(/VERIFIER_KEK_PREVIOUS/));
    await expect(world.open({ ...env, VERIFIER_KEK_PREVIOUS: key(1) })).resolves.toBeDefined();
    await expect(world.open({ ...env, VERIFIER_KEK_PREVIOUS: key(3) })).rejects.toEqual(refused(/differs from/));
  });

  it('replaces the file: rotate, rewrap, retire', async () => {
    const one = await world.open();
    await one.put(place, 'x');
    const next = await world.open({ VERIFIER_KEK: key(1) }, one.folder);
    await next.put(other, 'y');
    expect(await next.vaultAdministration.status()).toMatchObject({
      provider: 'environment',
      key_id: 'file',
      preferred_key_id: 'environment',
      to_rewrap: 0,
    });
    expect(await next.rotate()).toBe(1);
    expect(await next.vaultAdministration.status()).toMatchObject({ key_id: 'environment', to_rewrap: 2 });
    expect(await next.rewrapAll()).toEqual({ rewrapped: 2, failed: [] });
    expect(await next.retire(2, 'file')).toEqual([1]);
    await rm(fileOf(one));
    const last = await world.open({ VERIFIER_KEK: key(1) });
    expect([await last.read(place), await last.read(other)]).toEqual(['x', 'y']);
  });

  it.each([
    ['of 31 bytes', { VERIFIER_KEK: Buffer.alloc(31, 7).toString('base64') }],
    ['of 33 bytes', { VERIFIER_KEK: Buffer.alloc(33, 7).toString('base64') }],
    ['in hex', { VERIFIER_KEK: Buffer.alloc(32, 7).toString('hex') }],
    ['with bits to spare', { VERIFIER_KEK: `${key(7).slice(0, -2)}d=` }],
    ['with an earlier one of its own version', { VERIFIER_KEK: key(7), VERIFIER_KEK_PREVIOUS: `1:${key(8)}` }],
    [
      'with a later one among the earlier',
      { VERIFIER_KEK: key(7), VERIFIER_KEK_VERSION: '2', VERIFIER_KEK_PREVIOUS: `3:${key(8)}` },
    ],
    [
      'with one earlier version twice',
      { VERIFIER_KEK: key(7), VERIFIER_KEK_VERSION: '3', VERIFIER_KEK_PREVIOUS: `1:${key(8)},1:${key(9)}` },
    ],
    [
      'with an earlier one of another size',
      { VERIFIER_KEK: key(7), VERIFIER_KEK_VERSION: '2', VERIFIER_KEK_PREVIOUS: '1:BwcHBwcH' },
    ],
    ['of which only earlier ones are there', { VERIFIER_KEK_PREVIOUS: `1:${key(7)}` }],
  ])('is refused %s, and not shown', async (_what, env) => {
    const error: unknown = await world.open(env).catch((caught: unknown) => caught);
    expect(error).toEqual(refused(/VERIFIER_KEK/));
    expect(String(error)).not.toMatch(/BwcH|CAgI|0707/);
  });
});

describe('settings of a transit server', () => {
  const all = {
    VERIFIER_KEK_TRANSIT_URL: 'https://vault.internal:8200',
    VERIFIER_KEK_TRANSIT_KEY: 'assay',
    VERIFIER_KEK_TRANSIT_TOKEN: 'hvs.token',
  };
  const read = (env: Record<string, string>) => readKekSettings(loadVerifierConfig(env)).transit;

  it('are accepted completely, over https, or over http where nobody can listen', () => {
    expect(read(all)).toMatchObject({ mount: 'transit', key: 'assay', namespace: undefined });
    for (const url of ['http://127.0.0.1:8200', 'http://[::1]:8200', 'http://localhost:8200', 'https://vault/']) {
      expect(read({ ...all, VERIFIER_KEK_TRANSIT_URL: url, ASSAY_ENV: 'production' })).toBeDefined();
    }
    expect(read({ ...all, VERIFIER_KEK_TRANSIT_URL: 'http://vault:8200' })).toBeDefined();
  });

  it.each([
    ['plain http in production', { VERIFIER_KEK_TRANSIT_URL: 'http://vault:8200', ASSAY_ENV: 'production' }],
    ['a path', { VERIFIER_KEK_TRANSIT_URL: 'https://vault/v1/transit' }],
    ['a user', { VERIFIER_KEK_TRANSIT_URL: 'https://a:b@vault/' }],
    ['a query', { VERIFIER_KEK_TRANSIT_URL: 'https://vault/?x' }],
    ['no key', { VERIFIER_KEK_TRANSIT_KEY: '' }],
    ['a key that leaves its path', { VERIFIER_KEK_TRANSIT_KEY: '../sys' }],
    ['a mount that leaves its path', { VERIFIER_KEK_TRANSIT_MOUNT: 'a/../../sys' }],
    ['no token', { VERIFIER_KEK_TRANSIT_TOKEN: '' }],
    ['two tokens', { VERIFIER_KEK_TRANSIT_TOKEN_FILE: '/token' }],
    ['no address', { VERIFIER_KEK_TRANSIT_URL: '' }],
  ])('are refused with %s', (_what, change) => {
    expect(() => read({ ...all, ...change })).toThrow(/VERIFIER_KEK_TRANSIT/);
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import { AppError } from '../../../platform/errors.ts';
import { createSecret } from '../../../platform/secret.ts';
import { createTransitKek } from './kek-transit.ts';
import { type FakeTransit, serveTransit } from './transit.fake.ts';
import { aPlace, openVaultWorld, operator, type VaultWorld } from './vault.fixture.ts';

const canary = 'canary-secret-3';
const unavailable = { code: 'unavailable', extensions: { reason: 'kek_unavailable' } };
const doesNotOpen = expect.objectContaining({ code: 'internal', message: expect.stringMatching(/cannot be opened/) });
const place = aPlace();
const other = aPlace({ recordId: 'scr_2' });
let world: VaultWorld;
let transit: FakeTransit;
beforeAll(async () => {
  world = await openVaultWorld(testDatabaseKind);
}, 60_000);
afterAll(() => world?.close());
beforeEach(async () => {
  await world.run('truncate vault_secrets, vault_keks');
  transit = await serveTransit();
});
afterEach(() => transit.close());

const toEnv = (change: Record<string, string> = {}) => ({
  VERIFIER_KEK_TRANSIT_URL: transit.url,
  VERIFIER_KEK_TRANSIT_KEY: 'assay',
  VERIFIER_KEK_TRANSIT_TOKEN: transit.token,
  ...change,
});

describe('a key at a transit server', () => {
  it('seals and opens data keys by the calls of that server, and never sees a secret', async () => {
    const one = await world.open(toEnv({ VERIFIER_KEK_TRANSIT_NAMESPACE: 'team/a' }));
    await one.put(place, canary);
    const [row] = await world.rows();
    expect(row).toMatchObject({ kek_id: 'transit/transit/assay', kek_version: 1 });
    expect(row?.wrapped_dek).toMatch(/^vault:v1:/);
    expect(await one.read(place)).toBe(canary);
    const aad = Buffer.from(
      '{"kek_id":"transit/transit/assay","kek_version":1,"record_id":"scr_1","version":1}',
    ).toString('base64');
    const encrypted = transit.calls.find(({ body }) => body['associated_data'] === aad && 'plaintext' in body);
    expect(encrypted).toMatchObject({
      method: 'POST',
      url: '/v1/transit/encrypt/assay',
      body: { key_version: 1 },
      headers: { 'x-vault-token': transit.token, 'x-vault-namespace': 'team/a', 'x-vault-request': 'true' },
    });
    expect(Buffer.from(String(encrypted?.body['plaintext']), 'base64')).toHaveLength(32);
    expect(transit.calls.at(-1)).toMatchObject({
      method: 'POST',
      url: '/v1/transit/decrypt/assay',
      body: { ciphertext: row?.wrapped_dek, associated_data: aad },
    });
    expect(inspect(transit.calls, { depth: 9 })).not.toContain('canary');
  });

  it('is asked once for many reads, and once by many concurrent callers', async () => {
    const one = await world.open(toEnv());
    await one.put(place, 'x');
    const before = transit.count('decrypt');
    await Promise.all(Array.from({ length: 20 }, () => one.read(place)));
    for (let turn = 0; turn < 20; turn += 1) expect(await one.read(place)).toBe('x');
    expect(transit.count('decrypt')).toBe(before + 1);
    await one.put(place, 'y');
    expect(await one.read(place)).toBe('y');
    // The key is cached, never the row.
    await world.run('delete from vault_secrets');
    await expect(one.read(place)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is called before the transaction by callers that seal before it', async () => {
    const one = await world.open(toEnv());
    await one.put(place, 'x');
    const sealed = await one.vault.seal(other, 'y');
    const before = transit.calls.length;
    await world.db.transaction((tx) => one.vault.put(tx, other, sealed));
    expect(transit.calls).toHaveLength(before);
    expect(await one.read(other)).toBe('y');
  });

  it('rotates, rewraps and retires there', async () => {
    const [one, two] = [await world.open(toEnv()), await world.open(toEnv())];
    for (const each of [place, other]) await one.put(each, each.recordId);
    expect(await one.rotate()).toBe(2);
    expect([transit.latest(), transit.count('rotate')]).toEqual([2, 1]);
    await two.put(aPlace({ recordId: 'scr_3' }), 'x');
    expect(await two.rewrapAll(1)).toEqual({ rewrapped: 2, failed: [] });
    expect((await world.rows()).map(({ wrapped_dek }) => wrapped_dek.slice(0, 9))).toEqual(Array(3).fill('vault:v2:'));
    expect(await two.retire(2)).toEqual([1]);
    transit.minDecryptionVersion = 2;
    expect([await one.read(place), await one.read(other)]).toEqual(['scr_1', 'scr_2']);
  });

  it('rotated at the server is used in its new version once the operator says so', async () => {
    const one = await world.open(toEnv());
    await one.put(place, 'x');
    transit.rotate();
    await one.put(other, 'y');
    expect((await world.rows()).map(({ kek_version }) => kek_version)).toEqual([1, 1]);
    expect(await one.rotate()).toBe(2);
    expect([transit.latest(), transit.count('rotate')]).toEqual([2, 0]);
  });

  it('reports that it does not open old versions any more', async () => {
    const one = await world.open(toEnv());
    await one.put(place, 'x');
    await one.rotate();
    transit.minDecryptionVersion = 2;
    const retired = { code: 'unavailable', extensions: { reason: 'kek_version_retired' } };
    await expect(one.read(place)).rejects.toMatchObject(retired);
    expect(await one.rewrapAll()).toEqual({ rewrapped: 0, failed: ['scr_1: kek_version_retired'] });
  });

  it('does not open moved or changed data', async () => {
    const one = await world.open(toEnv());
    await one.put(place, 'x');
    await one.put(other, 'y');
    const [mine, theirs] = await world.rows();
    const set = (wrapped: string) =>
      world.run(`update vault_secrets set wrapped_dek = '${wrapped}' where record_id = 'scr_1'`);
    const own = mine?.wrapped_dek ?? '';
    for (const wrong of [
      theirs?.wrapped_dek ?? '',
      own.replace('v1', 'v2'),
      own.slice(9),
      `${own.slice(0, 30)}${own[30] === 'A' ? 'B' : 'A'}${own.slice(31)}`,
      '',
    ]) {
      await set(wrong);
      await expect(one.read(place), wrong).rejects.toEqual(doesNotOpen);
    }
    await set(own);
    expect(await one.read(place)).toBe('x');
  });
});

describe('an unavailable transit server', () => {
  const ways: [string, () => unknown, RegExp][] = [
    [
      'sealed',
      () => {
        transit.isSealed = true;
      },
      /sealed \(503\)/,
    ],
    [
      'refusing the token',
      () => {
        transit.token = 'another';
      },
      /refuses the token \(403\)/,
    ],
    ['stopped', () => transit.close(), /does not answer/],
    [
      'broken',
      () => {
        transit.strange = { status: 500, type: 'application/json', text: '{"errors":["canary-secret-3"]}' };
      },
      /answers 500/,
    ],
    [
      'without the mount',
      () => {
        transit.strange = { status: 404, type: 'application/json', text: '{"errors":[]}' };
      },
      /no such mount or key/,
    ],
    [
      'another program',
      () => {
        transit.strange = { status: 200, type: 'text/html', text: '<p>canary-secret-3' };
      },
      /does not answer/,
    ],
    [
      'empty',
      () => {
        transit.strange = { status: 200, type: 'application/json', text: '{}' };
      },
      /gives no/,
    ],
    [
      'half',
      () => {
        transit.strange = { status: 200, type: 'application/json', text: '{"data":' };
      },
      /gives no/,
    ],
    [
      'somewhere else',
      () => {
        transit.strange = { status: 307, type: 'text/plain', text: '', location: 'http://169.254.169.254/' };
      },
      /redirect/,
    ],
  ];
  it.each(ways)('(%s) leaves nothing partial, and is reported as unavailable', async (_how, end, text) => {
    const one = await world.open(toEnv());
    await one.put(place, canary);
    const rows = await world.rows();
    await end();
    const late = await world.open(toEnv({ VERIFIER_KEK_TRANSIT_TOKEN: 'hvs.first-token' }));
    const attempts = [
      () => late.read(place),
      () => one.put(place, 'new'),
      () => one.put(other, 'new'),
      () => one.vault.seal(other, 'new'),
      () => one.rotate(),
    ];
    for (const attempt of attempts) {
      const error: unknown = await attempt().catch((caught: unknown) => caught);
      expect(error).toMatchObject({ ...unavailable, publicText: expect.stringMatching(text) });
      expect(inspect(error, { depth: 9 })).not.toMatch(/canary|hvs\./);
    }
    expect(await world.rows()).toEqual(rows);
  });

  it('fails a rewrap as a whole, which continues when it is back', async () => {
    const one = await world.open(toEnv());
    for (let index = 0; index < 6; index += 1) await one.put(aPlace({ recordId: `scr_${index}` }), 'x');
    await one.rotate();
    await one.vaultAdministration.rewrap(operator, { cursor: 0, limit: 2 });
    transit.isSealed = true;
    await expect(one.rewrapAll()).rejects.toMatchObject(unavailable);
    expect((await one.vaultAdministration.status()).to_rewrap).toBe(4);
    transit.isSealed = false;
    expect(await one.rewrapAll()).toEqual({ rewrapped: 4, failed: [] });
  });

  it('does not prevent the first start; the first secret waits for it', async () => {
    transit.isSealed = true;
    const one = await world.open(toEnv());
    await expect(one.put(place, 'x')).rejects.toMatchObject(unavailable);
    transit.isSealed = false;
    await one.put(place, 'x');
    expect(await one.read(place)).toBe('x');
  });

  it('or another one under the same name prevents a start', async () => {
    await (await world.open(toEnv())).put(place, 'x');
    const wrong = await serveTransit();
    const env = toEnv({ VERIFIER_KEK_TRANSIT_URL: wrong.url });
    await expect(world.open(env)).rejects.toMatchObject({
      code: 'config',
      publicText: expect.stringMatching(/differs from/),
    });
    await wrong.close();
  });

  it('with a key of a type without binding is not used', async () => {
    transit.keyType = 'rsa-4096';
    const one = await world.open(toEnv());
    await expect(one.put(place, 'x')).rejects.toMatchObject({ publicText: expect.stringMatching(/aes256-gcm96/) });
  });
});

describe('its token', () => {
  it('is read from its file again after a change', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-token-'));
    const file = join(folder, 'token');
    await writeFile(file, `${transit.token}\n`);
    const env = { ...toEnv({ VERIFIER_KEK_TRANSIT_TOKEN_FILE: file }), VERIFIER_KEK_TRANSIT_TOKEN: '' };
    const one = await world.open(env);
    await one.put(place, 'x');
    transit.token = 'hvs.second-token';
    await expect(one.put(place, 'y')).rejects.toMatchObject(unavailable);
    await writeFile(file, 'hvs.second-token');
    await one.put(place, 'y');
    for (const wrong of ['', 'two words', 'line\nbreak']) {
      await writeFile(file, wrong);
      await expect(one.put(place, 'z')).rejects.toMatchObject({
        ...unavailable,
        publicText: expect.stringContaining('_TOKEN_FILE'),
      });
    }
    await rm(folder, { recursive: true });
    await expect(one.put(place, 'z')).rejects.toMatchObject({
      ...unavailable,
      publicText: expect.stringMatching(/cannot be read/),
    });
  });
});

describe('an inconsistent answer', () => {
  const kekThat = (answer: (path: string) => unknown) =>
    createTransitKek({
      url: 'http://vault',
      mount: 'transit',
      key: 'assay',
      namespace: undefined,
      token: async () => createSecret('t'),
      fetch: async (url) => {
        const data = answer(new URL(url).pathname);
        if (data instanceof Error) throw data;
        return { status: 200, headers: {}, body: Buffer.from(JSON.stringify({ data })) };
      },
    });
  const dek = Buffer.alloc(32);

  it('is refused: another version, a key of another size, a rotation without effect, no answer in time', async () => {
    const wrong = kekThat(() => ({ ciphertext: 'vault:v2:AAAA', plaintext: 'AAAA', latest_version: 1 }));
    await expect(wrong.wrap(1, dek, dek)).rejects.toMatchObject(unavailable);
    expect(await wrong.unwrap(1, 'vault:v1:AAAA', dek)).toBeUndefined();
    await expect(wrong.makeNext(1)).rejects.toMatchObject(unavailable);
    const late = kekThat(() => new AppError('upstream_timeout', 'late', { detail: 'no answer within 3000 ms' }));
    await expect(late.newest()).rejects.toMatchObject({ ...unavailable, publicText: expect.stringMatching(/3000 ms/) });
  });
});

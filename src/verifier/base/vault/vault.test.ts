import { inspect } from 'node:util';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import type { SecretPlace } from './ports.ts';
import { aPlace, openVaultWorld, type VaultProcess, type VaultWorld } from './vault.fixture.ts';
import { maxSecretBytes } from './vault.ts';

let world: VaultWorld;
let one: VaultProcess;
beforeAll(async () => {
  world = await openVaultWorld(testDatabaseKind);
  one = await world.open();
}, 60_000);
afterAll(() => world?.close());
beforeEach(() => world.run('delete from vault_secrets'));

const place = aPlace();
const doesNotOpen = expect.objectContaining({ code: 'internal', message: expect.stringMatching(/cannot be opened/) });

describe('a secret', () => {
  it('reads back unchanged, for any text of at most 64 KiB', async () => {
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 2_000 }),
      fc.string({ unit: 'binary', maxLength: 2_000 }),
      fc.integer({ min: 0, max: maxSecretBytes }).map((length) => 'x'.repeat(length)),
      fc.integer({ min: 0, max: maxSecretBytes / 4 }).map((length) => '\u{1F511}'.repeat(length)),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        await one.put(place, text);
        expect(await one.read(place)).toBe(text);
      }),
      { numRuns: 60, examples: [[''], ['\ufeffmark'], ['a\u0000b'], ['x'.repeat(maxSecretBytes)], ['\r\n ']] },
    );
  });

  it('is refused before a write when longer, or no Unicode text', async () => {
    const wrong = expect.objectContaining({ code: 'invalid_request' });
    await expect(one.put(place, 'x'.repeat(maxSecretBytes + 1))).rejects.toEqual(wrong);
    await expect(one.put(place, '\u{1F511}'.repeat(maxSecretBytes / 4 + 1))).rejects.toEqual(wrong);
    await expect(one.put(place, 'a\ud800')).rejects.toEqual(wrong);
    await expect(one.vault.seal(place, 'a\ud800')).rejects.toEqual(wrong);
    expect(await world.rows()).toEqual([]);
  });

  it('prints as nothing, and its row contains neither it nor the same bytes twice', async () => {
    await one.put(place, 'canary-secret-1');
    const secret = await one.vault.read(world.db, place);
    expect([`${secret}`, JSON.stringify({ secret }), inspect(secret)].join()).not.toContain('canary');
    const [first] = await world.rows();
    await one.put(place, 'canary-secret-1');
    const [second] = await world.rows();
    expect(JSON.stringify([first, second])).not.toContain('canary');
    for (const part of ['nonce', 'ct', 'tag', 'wrapped_dek'] as const) expect(first?.[part]).not.toBe(second?.[part]);
    expect(await world.rows()).toHaveLength(1);
  });

  it('is not found when it was not stored, and never empty', async () => {
    await expect(one.read(place)).rejects.toMatchObject({ code: 'not_found' });
    expect(await one.vault.has(world.db, place)).toBe(false);
  });

  it('is gone once destroyed: one version, or all, of only that record', async () => {
    const other = aPlace({ recordId: 'scr_2' });
    for (const each of [place, aPlace({ version: 2 }), aPlace({ field: 'refresh_token' }), other])
      await one.put(each, 'x');
    const of = { orgId: 'acme', table: 'scoped_credentials', recordId: 'scr_1' };
    const destroy = (which: typeof of & { version?: number }) =>
      world.db.transaction((tx) => one.vault.destroy(tx, which));
    expect(await destroy({ ...of, version: 1 })).toBe(2);
    await expect(one.read(place)).rejects.toMatchObject({ code: 'not_found' });
    expect(await one.read(aPlace({ version: 2 }))).toBe('x');
    expect(await destroy({ ...of, orgId: 'other' })).toBe(0);
    expect(await destroy(of)).toBe(1);
    expect(await one.read(other)).toBe('x');
  });

  it("is stored with its owner's transaction, or not at all", async () => {
    const sealed = await one.vault.seal(aPlace({ field: 'b' }), 'x');
    const undone = world.db.transaction(async (tx) => {
      await one.vault.put(tx, place, 'x');
      await one.vault.put(tx, aPlace({ field: 'b' }), sealed);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await world.rows()).toEqual([]);
  });

  it('sealed beforehand is stored only in its own place', async () => {
    const sealed = await one.vault.seal(place, 'before the transaction');
    expect(inspect(sealed)).not.toContain('before');
    const wrong = world.db.transaction((tx) => one.vault.put(tx, aPlace({ recordId: 'scr_2' }), sealed));
    await expect(wrong).rejects.toEqual(doesNotOpen);
    await world.db.transaction((tx) => one.vault.put(tx, place, sealed));
    expect(await one.read(place)).toBe('before the transaction');
  });
});

describe('a manipulated row', () => {
  it.each(['ct', 'tag', 'nonce', 'wrapped_dek'] as const)('does not open with any bit of %s changed', async (part) => {
    await one.put(place, 'sixteen bytes it');
    const [row] = await world.rows();
    const bytes = Buffer.from(row?.[part] ?? '', 'base64url');
    expect(bytes.byteLength).toBeGreaterThanOrEqual(12);
    for (let bit = 0; bit < bytes.byteLength * 8; bit += part === 'wrapped_dek' ? 5 : 3) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      await world.run(`update vault_secrets set ${part} = '${flipped.toString('base64url')}'`);
      await expect(one.read(place), `bit ${bit}`).rejects.toEqual(doesNotOpen);
    }
    await world.run(`update vault_secrets set ${part} = '${row?.[part]}'`);
    expect(await one.read(place)).toBe('sixteen bytes it');
  });

  it.each([
    ['a tag of 4 bytes', `tag = substr(tag, 1, 6)`],
    ['no tag', `tag = ''`],
    ['no nonce', `nonce = ''`],
    ['a shorter ciphertext', `ct = substr(ct, 1, 4)`],
    ['no ciphertext', `ct = ''`],
    ['a longer ciphertext', `ct = ct || 'AAAA'`],
    ['no data key', `wrapped_dek = ''`],
    ['a longer data key', `wrapped_dek = wrapped_dek || 'AAAA'`],
    ['an unknown algorithm', `alg = 'A128GCM'`],
    ['no algorithm', `alg = ''`],
    ['a newer form of AAD', 'aad_v = 2'],
    ['an older form of AAD', 'aad_v = 0'],
  ])('does not open with %s', async (_what, change) => {
    await one.put(place, 'x'.repeat(40));
    await world.run(`update vault_secrets set ${change}`);
    await expect(one.read(place)).rejects.toEqual(doesNotOpen);
  });

  it('reveals nothing in the error', async () => {
    await one.put(place, 'canary-secret-2');
    await world.run(`update vault_secrets set tag = 'AAAAAAAAAAAAAAAAAAAAAA'`);
    const error: unknown = await one.read(place).catch((caught: unknown) => caught);
    const [row] = await world.rows();
    const text = inspect(error, { depth: 9, showHidden: true });
    for (const part of ['canary', row?.ct ?? '?', row?.wrapped_dek ?? '?']) expect(text).not.toContain(part);
  });
});

describe('a ciphertext in another place', () => {
  const moves: [string, Partial<SecretPlace>][] = [
    ['organisation', { orgId: 'globex', scope: 'org/globex' }],
    ['table', { table: 'foreign_clients' }],
    ['record', { recordId: 'scr_2' }],
    ['version', { version: 2 }],
    ['field', { field: 'refresh_token' }],
  ];
  it.each(moves)('does not open: another %s', async (_what, change) => {
    const there = aPlace(change);
    await one.put(place, 'mine');
    await one.put(there, 'theirs');
    const [from, to] = [toWhere(place), toWhere(there)];
    const columns = 'alg, aad_v, kek_id, kek_version, wrapped_dek, nonce, ct, tag';
    await world.run(
      `update vault_secrets t set (${columns}) = (select ${columns} from vault_secrets s where ${from}) where ${to}`,
    );
    await expect(one.read(there)).rejects.toEqual(doesNotOpen);
    expect(await one.read(place)).toBe('mine');
  });

  const owners: [string, Partial<SecretPlace>][] = [
    ['scope', { scope: 'workspace/acme' }],
    ['service', { service: '' }],
    ['person', { userId: 'usr_2' }],
    ['no person', { userId: null }],
    ['agent', { agentId: 'other' }],
    ['no agent', { agentId: null }],
    ['person as agent', { userId: 'clerk', agentId: 'usr_1' }],
  ];
  it.each(owners)('does not open for a row with another value: %s', async (_what, change) => {
    await one.put(place, 'mine');
    await expect(one.read(aPlace(change))).rejects.toEqual(doesNotOpen);
    expect(await one.read(place)).toBe('mine');
  });

  it('of an older version is never accepted as the newer one, with any replayed parts', async () => {
    const newer = aPlace({ version: 2 });
    await one.put(place, 'old');
    await one.put(newer, 'new');
    const old = (columns: string) =>
      world.run(
        `update vault_secrets set (${columns}) = (select ${columns} from vault_secrets where version = 1) where version = 2`,
      );
    await old('wrapped_dek');
    await expect(one.read(newer)).rejects.toEqual(doesNotOpen);
    await old('nonce, ct, tag');
    await expect(one.read(newer)).rejects.toEqual(doesNotOpen);
    await world.run('delete from vault_secrets where version = 2');
    await world.run('update vault_secrets set version = 2');
    await expect(one.read(newer)).rejects.toEqual(doesNotOpen);
  });

  it("with another key's name does not open", async () => {
    await one.put(place, 'mine');
    await one.rotate();
    await world.run('update vault_secrets set kek_version = 2');
    await expect(one.read(place)).rejects.toEqual(doesNotOpen);
    await world.run('update vault_secrets set kek_version = 99');
    await expect(one.read(place)).rejects.toMatchObject({ code: 'unavailable', extensions: { reason: 'kek_unknown' } });
    await world.run(`update vault_secrets set kek_version = 1, kek_id = 'environment'`);
    await expect(one.read(place)).rejects.toMatchObject({ code: 'unavailable', extensions: { reason: 'kek_unknown' } });
  });
});

function toWhere({ orgId, table, recordId, version, field }: SecretPlace): string {
  return `org_id = '${orgId}' and of_table = '${table}' and record_id = '${recordId}' and version = ${version} and field = '${field}'`;
}

import { createPublicKey, sign, verify } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDataDir } from '../../../platform/data-dir.ts';
import { query } from '../../../platform/db/db.ts';
import { openTestDb, type TestDb, testDatabaseKind } from '../../../platform/db/test-db.ts';
import { createSigningKeys, type SigningKeysDeps } from './service.ts';
import { signingKeysMigrations } from './tables.ts';

const start = 1_800_000_000_000;
const day = 24 * 60 * 60 * 1000;
const data = Buffer.from('a message');
let testDb: TestDb;
let now = start;
const clock = { now: () => now };
const folders: string[] = [];

beforeAll(async () => {
  testDb = await openTestDb(testDatabaseKind, signingKeysMigrations);
});
afterAll(async () => {
  await testDb?.close();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
});

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-signing-keys-'));
  folders.push(folder);
  return folder;
}

async function aProcess(purpose: SigningKeysDeps['purpose'], folder?: string) {
  const dataDir = await openDataDir(folder ?? (await aFolder()));
  return createSigningKeys({ db: testDb.database().db, dataDir, clock, purpose });
}

describe('signing keys', () => {
  it('stay the same over a restart, one for each purpose, only its owner may read them', async () => {
    const folder = await aFolder();
    const first = await aProcess('token', folder);
    const again = await aProcess('token', folder);
    const other = await aProcess('jwt-svid', folder);
    expect(again.active.kid).toBe(first.active.kid);
    expect(other.active.kid).not.toBe(first.active.kid);
    expect((await stat(join(folder, 'token-key.pem'))).mode & 0o777).toBe(0o600);
    expect((await other.list()).map(({ kid }) => kid)).not.toContain(first.active.kid);
  });

  it('a process knows what another signed', async () => {
    const one = await aProcess('token');
    const two = await aProcess('token');
    const jwk = await two.find(one.active.kid);
    const signature = one.active.sign(data);
    const key = createPublicKey({ key: { ...one.active.jwk }, format: 'jwk' });
    expect(jwk).toEqual(one.active.jwk);
    expect(verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true);
    expect((await one.list()).map(({ kid }) => kid)).toContain(two.active.kid);
    expect(await one.find('unknown')).toBeUndefined();
  });

  it('a replaced key signs no more and is listed until what it signed is over', async () => {
    const folder = await aFolder();
    const keys = await aProcess('x509-ca', folder);
    const watcher = await aProcess('x509-ca');
    const { kid } = keys.active;
    await keys.certify('AAAA');
    await keys.rotate();
    expect(keys.active.kid).not.toBe(kid);
    expect((await aProcess('x509-ca', folder)).active.kid).toBe(keys.active.kid);
    expect((await keys.listRows()).find((row) => row.kid === kid)).toMatchObject({
      certificate: 'AAAA',
      retired_at: now,
    });
    expect(await watcher.find(kid)).toBeDefined();
    now += day + 1;
    expect(await watcher.find(kid)).toBeUndefined();
    expect((await keys.list()).map((jwk) => jwk.kid)).not.toContain(kid);
    now = start;
  });

  it('the private part is in the data folder and nowhere in the database', async () => {
    const folder = await aFolder();
    const keys = await aProcess('token', folder);
    const { d = '' } = keys.active.privateKey.export({ format: 'jwk' });
    const rows = await query(testDb.database().db, sql`select * from signing_keys`);
    expect(JSON.stringify(rows)).not.toContain(d);
    expect(await readFile(join(folder, 'token-key.pem'), 'utf8')).toContain('PRIVATE KEY');
    const signed = sign('sha256', data, { key: keys.active.privateKey, dsaEncoding: 'ieee-p1363' });
    expect(signed).toHaveLength(64);
  });

  it('a file that holds something else is refused, never replaced', async () => {
    const folder = await aFolder();
    await writeFile(join(folder, 'token-key.pem'), 'nonsense');
    await expect(aProcess('token', folder)).rejects.toThrow('does not hold a private key');
    expect(await readFile(join(folder, 'token-key.pem'), 'utf8')).toBe('nonsense');
  });
});

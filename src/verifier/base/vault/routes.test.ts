import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../../platform/db/db.ts';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import { createLogger } from '../../../platform/log.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { kekFile } from './kek-file.ts';
import { aPlace } from './vault.fixture.ts';

const canary = 'canary "secret" 4 häß';
const lines: string[] = [];
const answers: string[] = [];
let verifier: TestVerifier;
beforeAll(async () => {
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ service: 'verifier', level: 'trace', destination });
  verifier = await openTestVerifier({}, testDatabaseKind, { log });
}, 60_000);
afterAll(() => verifier?.close());

const db = () => verifier.testDb.database().db;
const vault = () => verifier.verifier().services.vault;
const put = (recordId: string, text = canary) => db().transaction((tx) => vault().put(tx, aPlace({ recordId }), text));
const admin = async (...call: Parameters<TestVerifier['admin']>) => {
  const answer = await verifier.admin(...call);
  answers.push(answer.raw.toString('utf8'));
  return answer;
};

describe('/v1/vault', () => {
  it('shows, rotates, rewraps and retires, with log entries', async () => {
    expect((await admin('GET', '/v1/vault')).body).toMatchObject({ key_id: null, secrets: 0, versions: [] });
    for (const id of ['scr_1', 'scr_2', 'scr_3']) await put(id);
    expect((await admin('POST', '/v1/vault/rotate')).body).toEqual({ key_id: 'file', version: 2 });
    const early = await admin('POST', '/v1/vault/minimum-version', { version: 2 });
    expect([early.status, early.body]).toEqual([
      409,
      expect.objectContaining({ reason: 'secrets_left', secrets_left: 3 }),
    ]);
    const first = await admin('POST', '/v1/vault/rewrap', { limit: 2 });
    expect(first.body).toMatchObject({ rewrapped: 2, changed: 0, failed: [], remaining: 1 });
    const next = await admin('POST', '/v1/vault/rewrap', { limit: 2, cursor: first.body['next_cursor'] });
    expect(next.body).toEqual({ rewrapped: 1, changed: 0, failed: [], remaining: 0, next_cursor: null });
    expect((await admin('POST', '/v1/vault/minimum-version', { version: 2 })).body).toEqual({ retired: [1] });
    expect((await admin('GET', '/v1/vault')).body).toMatchObject({
      provider: 'file',
      key_id: 'file',
      current_version: 2,
      minimum_version: 2,
      secrets: 3,
      to_rewrap: 0,
      versions: [
        { version: 1, state: 'retired', secrets: 0 },
        { version: 2, state: 'current', secrets: 3 },
      ],
    });
    const log = await admin('GET', '/v1/audit-logs?limit=100');
    const actions = JSON.stringify(log.body).match(/vault\.[a-z_]+/g);
    expect(actions?.toReversed()).toEqual([
      'vault.rotated',
      'vault.rewrapped',
      'vault.rewrapped',
      'vault.versions_retired',
    ]);
    expect((await vault().read(db(), aPlace({ recordId: 'scr_2' }))).reveal()).toBe(canary);
  });

  it('rotates once for one Idempotency-Key', async () => {
    const twice = () => admin('POST', '/v1/vault/rotate', undefined, { 'idempotency-key': 'again' });
    const [first, second] = [await twice(), await twice()];
    expect(second.body).toEqual(first.body);
  });

  it('is for the operator token only', async () => {
    const calls = [
      ['GET', '/v1/vault', undefined],
      ['POST', '/v1/vault/rotate', undefined],
      ['POST', '/v1/vault/rewrap', {}],
      ['POST', '/v1/vault/minimum-version', { version: 1 }],
    ] as const;
    const statuses = await Promise.all(
      calls.map(async ([method, url, body]) => (await verifier.call(method, url, {}, body)).status),
    );
    expect(statuses).toEqual([403, 403, 403, 403]);
  });

  it.each([
    ['rewrap', { cursor: 'x' }],
    ['rewrap', { limit: 0 }],
    ['rewrap', { limit: 1_001 }],
    ['rewrap', { more: 1 }],
    ['minimum-version', {}],
    ['minimum-version', { version: 0 }],
    ['minimum-version', { version: 2 ** 31 }],
    ['minimum-version', { version: 1, key_id: '' }],
  ])('refuses %s with %j', async (path, body) => {
    expect((await admin('POST', `/v1/vault/${path}`, body)).status).toBe(400);
  });

  it('continues after a restart', async () => {
    await put('scr_9');
    await verifier.restart();
    expect((await vault().read(db(), aPlace({ recordId: 'scr_9' }))).reveal()).toBe(canary);
  });
});

describe('neither a secret nor a key', () => {
  const formsOf = (text: string) => {
    const bytes = Buffer.from(text);
    const quoted = JSON.stringify(text).slice(1, -1);
    return [
      text,
      quoted,
      bytes.toString('hex'),
      bytes.toString('base64').replace(/=+$/, ''),
      bytes.toString('base64url'),
    ];
  };
  const findKeys = async (): Promise<string[]> => {
    const file = JSON.parse(await readFile(join(verifier.testDb.dataDir, kekFile), 'utf8'));
    return file.versions.flatMap(({ key }: { key: string }) => {
      const bytes = Buffer.from(key, 'base64');
      return [key.replace(/=+$/, ''), bytes.toString('base64url'), bytes.toString('hex')];
    });
  };

  it('is in a row of any table, a line of the log, or an answer', async () => {
    await put('scr_1');
    await db().execute(sql`update vault_secrets set tag = 'AAAAAAAAAAAAAAAAAAAAAA' where record_id = 'scr_2'`);
    await expect(vault().read(db(), aPlace({ recordId: 'scr_2' }))).rejects.toThrow();
    const wanted = [...formsOf(canary), ...(await findKeys())];
    expect(wanted.length).toBeGreaterThan(10);
    const tables = await query<{ name: string }>(
      db(),
      sql`select tablename as name from pg_tables where schemaname = current_schema()`,
    );
    const dump: string[] = [];
    for (const { name } of tables) {
      const rows = await query<{ row: string }>(db(), sql`select t::text as row from ${sql.identifier(name)} t`);
      dump.push(...rows.map(({ row }) => `${name} ${row}`));
    }
    expect(dump.filter((row) => row.startsWith('vault_secrets')).length).toBeGreaterThan(3);
    const places = [...dump, ...lines, ...answers];
    expect(places.filter((text) => wanted.some((form) => text.includes(form)))).toEqual([]);
  });
});

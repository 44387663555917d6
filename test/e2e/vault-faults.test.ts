/** A rewrap of stored secrets in a process killed with SIGKILL, over one PostgreSQL. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Child, startChild, textOf } from '../../bench/child.ts';
import { query } from '../../src/platform/db/db.ts';
import { testDatabaseUrl } from '../../src/platform/db/test-db.ts';
import { operatorTokenFile } from '../../src/platform/http/operator-token.ts';
import { aPlace } from '../../src/verifier/base/vault/vault.fixture.ts';
import { openTestVerifier, type TestVerifier } from '../../src/verifier/test-verifier.ts';

const places = Array.from({ length: 20 }, (_, index) => aPlace({ recordId: `scr_${index}` }));
const limit = 5;

describe.skipIf(testDatabaseUrl === undefined)('a killed rewrap (TEST_DATABASE_URL for postgres)', () => {
  let verifier: TestVerifier;
  const children: Child[] = [];
  beforeAll(async () => {
    verifier = await openTestVerifier({}, 'postgres');
    await db().transaction(async (tx) => {
      for (const place of places) await vault().put(tx, place, place.recordId);
    });
    await verifier.admin('POST', '/v1/vault/rotate');
  }, 120_000);
  afterAll(async () => {
    for (const child of children) await child.stop();
    await verifier?.close();
  });

  const db = () => verifier.testDb.database().db;
  const vault = () => verifier.verifier().services.vault;
  const countOld = async () => {
    const [row] = await query<{ old: number }>(
      db(),
      sql`select count(*)::int as old from vault_secrets where kek_version = 1`,
    );
    return row?.old;
  };
  const startOther = async () => {
    const [row] = await query<{ schema: string }>(db(), sql`select current_schema() as schema`);
    const { dataDir } = verifier.testDb;
    const args = [String(row?.schema), dataDir, 'http://127.0.0.1:8200'];
    const child = await startChild('test/support/killable-verifier.ts', args);
    children.push(child);
    const token = (await readFile(join(dataDir, operatorTokenFile), 'utf8')).trim();
    return (stop: number) =>
      fetch(`${textOf(child.line, 'url')}/v1/vault/rewrap`, {
        method: 'POST',
        headers: {
          'x-assay-key': token,
          'content-type': 'application/json',
          'x-test-stop': String(stop),
          'x-test-kill': '1',
        },
        body: JSON.stringify({ limit }),
      });
  };

  it('leaves each batch complete or undone, every secret readable, and continues elsewhere', async () => {
    const rewrap = await startOther();
    const whole = await rewrap(0);
    const statements = Number(whole.headers.get('x-test-statements'));
    expect(await whole.json()).toMatchObject({ rewrapped: limit, remaining: 15 });
    expect(statements).toBeGreaterThan(limit + 5);
    const kill = async (call: typeof rewrap, stop: number, left: number) => {
      await expect(call(stop)).rejects.toThrow();
      expect(await countOld()).toBe(left);
      for (const place of places) expect((await vault().read(db(), place)).reveal()).toBe(place.recordId);
    };
    // Between two of its rows, and before the success is reported.
    await kill(rewrap, statements - limit - 1, 15);
    await kill(await startOther(), statements + 1, 10);
    const rest = await verifier.admin('POST', '/v1/vault/rewrap', {});
    expect(rest.body).toMatchObject({ rewrapped: 10, failed: [], remaining: 0 });
    expect((await verifier.admin('POST', '/v1/vault/minimum-version', { version: 2 })).body).toEqual({ retired: [1] });
  }, 120_000);
});

import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import { openDataDir } from '../../../platform/data-dir.ts';
import { createDb } from '../../../platform/db/db.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { createLogger } from '../../../platform/log.ts';
import { createVerifier, type Verifier } from '../../app.ts';
import { loadVerifierConfig } from '../../base/config.ts';
import { announceKeys } from './announce-keys.ts';
import { openBundle } from './test-bundle.ts';

const log = createLogger({ service: 'verifier', level: 'silent' });
const config = loadVerifierConfig({ VERIFIER_PASSPORT_RENEW_MS: '0' });
const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function makeSchema(): Promise<string> {
  const schema = `test_${randomUUID().replaceAll('-', '')}`;
  const server = await createDb({ dataDir: '', databaseUrl: testDatabaseUrl, maxConnections: 1 });
  closing.push(() => server.close());
  await server.db.execute(sql.raw(`create schema ${schema}`));
  closing.push(() => server.db.execute(sql.raw(`drop schema ${schema} cascade`)));
  return schema;
}

/** Opens a verifier with its own connections and data folder, like another process. */
async function openProcess(schema: string): Promise<Verifier> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-process-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  const database = await createDb({ dataDir: folder, schema, databaseUrl: testDatabaseUrl });
  closing.push(() => database.close());
  const dataDir = await openDataDir(folder);
  const verifier = await createVerifier({ config, database, dataDir, clock: systemClock, randomBytes, log });
  closing.push(() => verifier.close());
  return verifier;
}

async function poll({ app }: Verifier, headers: Record<string, string> = {}) {
  const answer = await app.inject({ method: 'GET', url: '/v1/gateways/gw/bundle', headers });
  return { status: answer.statusCode, etag: String(answer.headers['etag']), jws: answer.body };
}

const signerOf = (jws: string) => JSON.parse(Buffer.from(jws.split('.', 1)[0] ?? '', 'base64url').toString()).kid;

describe.skipIf(testDatabaseUrl === undefined)('two verifier processes on one PostgreSQL', () => {
  it('a change at one wakes the gateways that wait at the other', async () => {
    const schema = await makeSchema();
    const [first, second] = [await openProcess(schema), await openProcess(schema)];
    const { etag, jws } = await poll(second);
    expect((await poll(first)).etag).toBe(etag);
    const waiting = poll(second, { 'if-none-match': etag, prefer: 'wait=60' });
    while (second.services.gateways.countWaiting() === 0) await new Promise(setImmediate);
    await first.app.inject({ method: 'POST', url: '/v1/agents', payload: { id: 'clerk' } });
    const answer = await waiting;
    expect(answer.status).toBe(200);
    const bundle = openBundle(answer.jws);
    expect(bundle.agents.map(({ id }) => id)).toContain('clerk');
    expect([bundle.lineage, bundle.revision > openBundle(jws).revision]).toEqual([openBundle(jws).lineage, true]);
    const there = openBundle((await poll(first)).jws);
    expect(there).toEqual(bundle);
  });

  it('a key that comes with a new process is announced under a key that gateways know', async () => {
    const schema = await makeSchema();
    const first = await openProcess(schema);
    const { etag, jws } = await poll(first);
    expect(openBundle(jws).keys).toHaveLength(1);
    const waiting = poll(first, { 'if-none-match': etag, prefer: 'wait=60' });
    while (first.services.gateways.countWaiting() === 0) await new Promise(setImmediate);
    const second = await openProcess(schema);
    const announced = await waiting;
    expect(signerOf(announced.jws)).toBe(signerOf(jws));
    const signer = signerOf((await poll(second)).jws);
    expect(signer).not.toBe(signerOf(jws));
    expect(openBundle(announced.jws).keys.map(({ kid }) => kid)).toEqual([signerOf(jws), signer]);
    // Every start checks this again: nothing is announced twice.
    const before = (await poll(first)).etag;
    await announceKeys({ ...first.services, clock: systemClock });
    expect((await poll(first)).etag).toBe(before);
  });
});

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestVerifier, type TestVerifier } from '../../verifier/test-verifier.ts';
import { aPlace } from '../../verifier/base/vault/vault.fixture.ts';
import { runFake } from '../cli.fake.ts';

let verifier: TestVerifier;
let url: string;
beforeAll(async () => {
  verifier = await openTestVerifier();
  url = await verifier.verifier().app.listen({ host: '127.0.0.1', port: 0 });
}, 60_000);
afterAll(() => verifier?.close());

const db = () => verifier.testDb.database().db;
const assay = (...args: readonly string[]) =>
  runFake(['secrets', ...args, '--verifier', url], { env: { ASSAY_DATA_DIR: verifier.testDb.dataDir } });
const put = (recordId: string) =>
  db().transaction((tx) => verifier.verifier().services.vault.put(tx, aPlace({ recordId }), 'canary'));

describe('assay secrets', () => {
  it('shows what seals, rotates, rewraps all and retires', async () => {
    expect((await assay('status')).out).toMatch(/^sealed with +nothing yet$/m);
    expect(await assay('retire')).toMatchObject({ code: 2, err: expect.stringContaining('Nothing was sealed yet') });
    for (let index = 0; index < 5; index += 1) await put(`scr_${index}`);
    const rotated = await assay('rotate');
    expect(rotated).toMatchObject({ code: 0, out: expect.stringMatching(/version 2 of file.*assay secrets rewrap/) });
    const status = await assay('status');
    expect(status.out).toMatch(/^to rewrap +5: assay secrets rewrap$/m);
    expect(status.out).toMatch(/^file +1 +old +5 +5 /m);
    const early = await assay('retire');
    expect(early).toMatchObject({ code: 1, err: expect.stringContaining('5 secrets are still sealed with them') });
    expect(await assay('rewrap')).toEqual({ code: 0, out: 'Rewrapped 5\n', err: '' });
    expect(await assay('rewrap')).toEqual({ code: 0, out: 'Rewrapped 0\n', err: '' });
    expect((await assay('retire')).out).toBe('Retired version 1\n');
    expect((await assay('retire')).out).toBe('There was none to retire\n');
    expect(JSON.parse((await assay('status', '--json')).out)).toMatchObject({ minimum_version: 2, to_rewrap: 0 });
  });

  it('names what could not be rewrapped and ends with 1; nothing of it steers the terminal', async () => {
    await db().execute(sql`update vault_secrets set wrapped_dek = 'AAAA' where record_id = 'scr_1'`);
    await db().execute(sql`update vault_secrets set record_id = ${'scr_\u001b[2J'} where record_id = 'scr_2'`);
    await assay('rotate');
    const done = await assay('rewrap');
    expect([done.code, done.out]).toEqual([1, 'Rewrapped 3, failed 2, left 2\n']);
    expect(done.err).toMatch(/^acme scoped_credentials scr_1 version 1 secret: does_not_open \(file, version 2\)$/m);
    expect(done.err).not.toContain('\u001b');
    const json = await assay('rewrap', '--json');
    expect([json.code, JSON.parse(json.out)]).toMatchObject([1, { rewrapped: 0, remaining: 2, failed: [{}, {}] }]);
  });

  it('needs the operator token, and a version for another key', async () => {
    const stranger = await runFake(['secrets', 'status', '--verifier', url], { env: { ASSAY_DATA_DIR: '/nowhere' } });
    expect(stranger.code).toBe(3);
    expect(await assay('retire', '--key', 'file')).toMatchObject({ code: 2, err: expect.stringContaining('--below') });
    expect((await assay('retire', '--key', 'environment', '--below', '2')).out).toBe('There was none to retire\n');
    expect((await assay('retire', '--below', '0')).code).toBe(2);
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDb, type TestDb } from '../../platform/db/test-db.ts';
import { verifierMigrations } from '../../verifier/features.ts';
import { runFake } from '../cli.fake.ts';

let folder: string;
let testDb: TestDb;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-backup-cli-'));
  testDb = await openTestDb('pglite', verifierMigrations);
}, 60_000);
afterAll(async () => {
  // Its database was closed in between.
  await Promise.all([folder, testDb.dataDir].map((path) => rm(path, { recursive: true })));
});

describe('assay backup and assay restore', () => {
  it('report an error in one line, with its exit code', async () => {
    await writeFile(join(folder, 'other'), 'something else altogether');
    const cases = [
      { args: ['backup'], code: 2, says: 'Name the new file: --out FILE.' },
      { args: ['backup', '-o', 'x', '--with-keys'], code: 2, says: '--with-keys needs --passphrase-file FILE' },
      { args: ['backup', 'show'], code: 2, says: 'FILE is missing.' },
      { args: ['backup', 'show', 'x', '--with-keys'], code: 2, says: 'takes no --with-keys' },
      { args: ['backup', '-o', join(folder, 'x')], code: 2, says: 'There is no embedded database in' },
      { args: ['backup', 'show', join(folder, 'other')], code: 1, says: 'is not an Assay backup' },
      { args: ['restore', join(folder, 'other')], code: 1, says: 'is not an Assay backup' },
      { args: ['restore', join(folder, 'gone')], code: 2, says: 'the file or folder does not exist' },
      { args: ['restore', 'x', '--digest', 'abc'], code: 2, says: '--digest takes what assay backup printed' },
    ];
    for (const { args, code, says } of cases) {
      const run = await runFake(args, { env: { ASSAY_DATA_DIR: join(folder, 'nowhere') } });
      expect({ args, code: run.code, err: run.err }).toEqual({ args, code, err: expect.stringContaining(says) });
    }
  });

  it('refuse a database in use by a verifier, and work once it is free', async () => {
    const env = { ASSAY_DATA_DIR: testDb.dataDir };
    const file = join(folder, 'one.backup');
    const busy = await runFake(['backup', '--out', file], { env });
    expect(busy).toMatchObject({ code: 1, err: expect.stringContaining('is in use: stop the verifier first') });
    await testDb.database().close();
    const taken = await runFake(['backup', '--out', file, '--json'], { env });
    expect(taken.code).toBe(0);
    const shown = await runFake(['backup', 'show', file], { env: {} });
    expect(shown).toMatchObject({ code: 0, out: expect.stringContaining(JSON.parse(taken.out).digest) });
    expect(shown.out).toContain('Keys are NOT inside');
    const check = await runFake(['restore', file, '--check'], { env: { ASSAY_DATA_DIR: join(folder, 'nowhere') } });
    expect(check).toMatchObject({ code: 0, out: expect.stringContaining('It can be restored. Nothing was written.') });
  }, 60_000);
});

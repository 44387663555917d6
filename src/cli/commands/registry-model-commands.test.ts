/** Commands for the model registry, against a test verifier. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseKind } from '../../platform/db/test-db.ts';
import { scanByText } from '../../verifier/composition/model-registry/models.fixture.ts';
import { openTestVerifier, type TestVerifier } from '../../verifier/test-verifier.ts';
import { runFake } from '../cli.fake.ts';

let verifier: TestVerifier;
let url: string;
let folder: string;
beforeAll(async () => {
  verifier = await openTestVerifier({}, testDatabaseKind, { scanModelFile: scanByText });
  url = await verifier.verifier().app.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'assay-models-'));
});
afterAll(async () => {
  await verifier.close();
  await rm(folder, { recursive: true });
});

const run = (...args: readonly string[]) =>
  runFake(['registry', ...args, '--verifier', url], { env: { ASSAY_DATA_DIR: verifier.testDb.dataDir } });
const file = async (name: string, text: string) => {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
};

describe('registered models', () => {
  it('are added, get versions of local files or of a host, and are shown and listed', async () => {
    const none = await run('model', 'list');
    expect([none.code, none.err]).toEqual([0, 'There is no registered model that fits.\n']);
    const made = await run('model', 'add', 'chat', '--served-as', 'gpt-4o-mini', '--protect', 'prod');
    expect([made.code, made.err]).toEqual([0, '']);
    expect(made.out).toMatch(/^served as +gpt-4o-mini$/m);
    const weights = await file('model.safetensors', 'weights'.repeat(1_000));
    const config = await file('config.json', '{}');
    const added = await run('model', 'version', 'add', 'chat', weights, config, '--format', 'safetensors');
    expect([added.code, added.err]).toEqual([0, '']);
    for (const line of [/^version +1$/m, /^status +ready$/m, /^file +model\.safetensors 7000 clean$/m]) {
      expect(added.out).toMatch(line);
    }
    const hosted = await run('model', 'version', 'add', 'chat', '--hosted', 'openai/gpt-4o-mini', '--json');
    expect(JSON.parse(hosted.out)).toMatchObject({ kind: 'hosted', version: 2 });
    expect((await run('model', 'show', 'chat', '--versions')).out).toMatch(/^2 +hosted +ready +unreviewed/m);
    expect((await run('model', 'show', 'chat', '--version', '1')).out).toMatch(/^found +clean/m);
    expect((await run('model', 'list', '--served-as', 'gpt-4o-mini')).out).toMatch(/^chat +2 /m);
    expect((await run('model', 'show', 'nothing')).code).toBe(1);
    expect((await run('model', 'show', 'chat', '--version', 'x')).code).toBe(2);
  });

  it('report an unsafe or missing file by their exit code', async () => {
    await run('model', 'add', 'evil');
    const unsafe = await run('model', 'version', 'add', 'evil', await file('m.pkl', 'evil'));
    expect([unsafe.code, unsafe.out]).toEqual([1, expect.stringMatching(/^finding +m\.pkl: high a_rule/m)]);
    expect((await run('model', 'approve', 'evil', '1', '--accept-unchecked')).code).toBe(1);
    const missing = await run('model', 'version', 'add', 'evil', join(folder, 'nothing'));
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('does not exist or cannot be read')]);
    expect((await run('model', 'version', 'add', 'evil')).code).toBe(2);
    expect((await run('model', 'version', 'add', 'evil', '--hosted', 'openai')).code).toBe(2);
  });

  it('are approved, deprecated and revoked, and their aliases moved', async () => {
    await run('model', 'add', 'life', '--protect', 'prod');
    await run('model', 'version', 'add', 'life', '--hosted', 'openai/gpt-5');
    expect((await run('model', 'approve', 'life', '1', '--comment', 'fine')).out).toMatch(/^review +approved$/m);
    expect((await run('model', 'alias', 'life', 'canary', '1')).out).toBe('canary is version 1\n');
    expect((await run('model', 'alias', 'life', 'prod', '1')).out).toMatch(
      /names no version; it moves to 1 when somebody else approves apr_\S+/,
    );
    expect((await run('model', 'deprecate', 'life', '1')).code).toBe(2);
    expect((await run('model', 'deprecate', 'life', '1', '--reason', 'old')).out).toMatch(/^review +deprecated: old$/m);
    expect((await run('model', 'revoke', 'life', '1', '--reason', 'bad')).out).toMatch(/^review +revoked: bad$/m);
    const late = await run('model', 'approve', 'life', '1');
    expect([late.code, late.err]).toEqual([1, expect.stringContaining('stays revoked')]);
  });
});

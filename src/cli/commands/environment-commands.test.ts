/** Commands over environments, against a test verifier. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anEnvironment, aWorkspace } from '../../configuration/files/documents.fixture.ts';
import { openTestVerifier, type TestVerifier } from '../../verifier/test-verifier.ts';
import { runFake } from '../cli.fake.ts';

let verifier: TestVerifier;
let url: string;
let folder: string;
beforeAll(async () => {
  verifier = await openTestVerifier();
  url = await verifier.verifier().app.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'assay-environment-'));
}, 60_000);
afterAll(async () => {
  await verifier.close();
  await rm(folder, { recursive: true });
});

const assay = (...args: string[]) => runFake([...args, '--verifier', url], { env: { ASSAY_DATA_DIR: folder } });

it('an applied environment is listed, shown, compared, exported and removed', async () => {
  expect((await assay('environment', 'list')).err).toContain('There is no environment');
  const path = join(folder, 'files.json');
  const environment = anEnvironment([{ name: 'helpdesk', model: { id: 'llama-3' } }], { name: 'prod', workspace: 'w' });
  await writeFile(path, JSON.stringify([aWorkspace('w'), environment]));
  const applied = await assay('apply', '-f', path);
  expect([applied.code, applied.out]).toEqual([0, expect.stringMatching(/^created {4}environment prod$/m)]);
  expect((await assay('diff', '-f', path)).code).toBe(0);
  expect((await assay('environment', 'list', '--workspace', 'w')).out).toMatch(/^prod +w +model +1 +1 /m);
  const shown = await assay('environment', 'show', 'prod');
  expect(shown.out).toMatch(/^type +model$/m);
  expect(shown.out).toMatch(/^helpdesk +llama-3 +active *$/m);
  expect((await assay('export', '--workspace', 'w')).out).toContain('kind: VendorEnvironment');
  expect((await assay('environment', 'remove', 'prod')).out).toBe('Removed environment prod\n');
  const missing = await assay('environment', 'show', 'prod');
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('no such environment')]);
  expect((await assay('diff', '-f', path)).out).toMatch(/^created {4}environment prod$/m);
});

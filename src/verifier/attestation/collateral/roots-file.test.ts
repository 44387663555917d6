import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toPem } from '@assay/sdk/x509';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNitroBench } from '../../../proof/reports/nitro/nitro.fixture.ts';
import { productionRoots } from '../../../proof/reports/production-roots.ts';
import { loadVerifierConfig } from '../../base/config.ts';
import { loadVendorRoots } from './roots-file.ts';

const pem = toPem(createNitroBench().roots[0]?.der ?? new Uint8Array());
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-roots-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function load(content: string | undefined, env: Record<string, string> = {}) {
  const path = join(folder, 'roots.pem');
  if (content !== undefined) await writeFile(path, content);
  return loadVendorRoots(loadVerifierConfig({ VERIFIER_ROOTS_FILE: path, ...env }));
}

describe('the roots of a verifier', () => {
  it('are the pinned ones alone when no file is named', async () => {
    expect(await loadVendorRoots(loadVerifierConfig({ ASSAY_ENV: 'production' }))).toBe(productionRoots);
  });

  it('are those of the file besides, under a profile that is never production', async () => {
    const roots = await load(`Profile: staging\n${pem}`);
    expect(roots.slice(0, productionRoots.length)).toEqual(productionRoots);
    expect(new Set(roots.slice(productionRoots.length).map(({ profile }) => profile))).toEqual(new Set(['staging']));
    expect((await load(pem)).at(-1)?.profile).toBe('test');
    await expect(load(`Profile: production\n${pem}`)).rejects.toMatchObject({ code: 'config' });
  });

  it('of a file stop the start in production, with the reason', async () => {
    await expect(load(pem, { ASSAY_ENV: 'production' })).rejects.toMatchObject({
      code: 'config',
      detail: expect.stringContaining('not pinned'),
    });
  });

  it.each([
    ['is not there', undefined],
    ['is empty', ''],
    ['holds no certificate', 'hello'],
    ['holds a broken one', toPem(new Uint8Array([0x30, 3, 1, 2, 3]))],
  ])('of a file that %s stop the start', async (name, content) => {
    if (name === 'is not there') await rm(join(folder, 'roots.pem'), { force: true });
    await expect(load(content)).rejects.toMatchObject({ code: 'config', detail: expect.stringContaining('roots.pem') });
  });
});

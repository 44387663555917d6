import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { createLogger } from '../../platform/log.ts';
import { loadAttestorConfig } from '../config.ts';
import { findTee } from './find-tee.ts';
import { type Kernel, startKernel } from './tsm/tsm-kernel.fixture.ts';

let folder: string;
let kernel: Kernel | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-tee-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(async () => {
  await kernel?.close();
  kernel = undefined;
});

async function find(env: Record<string, string>, provider?: string) {
  if (provider !== undefined) kernel = await startKernel({ provider, answer: (bytes) => bytes });
  const path = kernel?.basePath ?? join(folder, 'no-interface');
  const log = createLogger({ service: 'attestor', level: 'silent' });
  const config = loadAttestorConfig({ ATTESTOR_TSM_PATH: path, ...env });
  return findTee({ config, clock: systemClock, randomBytes, log, build: 'test', wait: sleep });
}

describe('the kind of environment', () => {
  it.each([
    ['sev_guest', 'sev-snp'],
    ['tdx_guest', 'tdx'],
  ])('is found by the provider %s', async (provider, kind) => {
    expect((await find({}, provider)).kind).toBe(kind);
    await kernel?.close();
    expect((await find({ ATTESTOR_TEE: kind }, provider)).kind).toBe(kind);
  });

  it('is software without known hardware', async () => {
    expect((await find({})).kind).toBe('software');
    expect((await find({}, 'arm_cca_guest')).kind).toBe('software');
  });

  it('is Nitro when a helper is named and there is no other interface', async () => {
    expect((await find({ ATTESTOR_NITRO_HELPER: '/bin/true' })).kind).toBe('nitro');
    expect((await find({ ATTESTOR_NITRO_HELPER: '/bin/true' }, 'tdx_guest')).kind).toBe('tdx');
  });

  it('stops the start with what to do when the requested kind is missing', async () => {
    await expect(find({ ATTESTOR_TEE: 'tdx' })).rejects.toMatchObject({ code: 'config' });
    await expect(find({ ATTESTOR_TEE: 'tdx' }, 'sev_guest')).rejects.toThrow('of another kind');
    await expect(find({ ATTESTOR_TEE: 'nitro' })).rejects.toThrow('ATTESTOR_NITRO_HELPER');
  });

  it('takes certificates from a file, and refuses one without any', async () => {
    const path = join(folder, 'none.pem');
    await writeFile(path, 'no certificate');
    await expect(find({ ATTESTOR_CERTIFICATES: path }, 'sev_guest')).rejects.toThrow('contains no PEM certificate');
  });
});

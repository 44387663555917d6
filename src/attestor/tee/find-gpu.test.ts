import { expect, it } from 'vitest';
import { loadAttestorConfig } from '../config.ts';
import { findGpu } from './find-gpu.ts';

const config = loadAttestorConfig({ ATTESTOR_NVIDIA_HELPER: '/bin/true' });

it('a GPU stands beside every processor that vouches for a machine, and beside nothing else', () => {
  for (const kind of ['sev-snp', 'tdx', 'nitro']) expect(findGpu(config, { kind })).toBeDefined();
  expect(() => findGpu(config, { kind: 'software' })).toThrow(expect.objectContaining({ code: 'config' }));
  expect(findGpu(loadAttestorConfig({}), { kind: 'software' })).toBeUndefined();
});

import { expect, it } from 'vitest';
import { loadAttestorConfig } from '../config.ts';
import { findGpu } from './find-gpu.ts';

const config = loadAttestorConfig({ ATTESTOR_NVIDIA_HELPER: '/bin/true' });

it('a GPU accompanies every processor that attests a machine, and nothing else', () => {
  for (const kind of ['sev-snp', 'tdx', 'nitro']) expect(findGpu(config, { kind })).toBeDefined();
  expect(() => findGpu(config, { kind: 'software' })).toThrow(expect.objectContaining({ code: 'config' }));
  expect(findGpu(loadAttestorConfig({}), { kind: 'software' })).toBeUndefined();
});

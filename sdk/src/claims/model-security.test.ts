import { expect, it } from 'vitest';
import { modelSecurityClaim } from './model-security.ts';

it('modelSecurityClaim is about malware, in the artifact phase', () => {
  const parameters = { format_valid: true, hash_verified: true, no_malware: false, provenance_verified: true };
  expect(modelSecurityClaim(parameters)).toEqual({
    name: 'model_malware_free',
    type: 'boolean',
    value: false,
    metadata: { phase: 'artifact' },
    detail: parameters,
  });
  const more = {
    ...parameters,
    no_malware: true,
    model_hash: 'sha256:00',
    format_type: 'gguf',
    vulnerabilities: ['CVE-1'],
  };
  expect(modelSecurityClaim(more)).toMatchObject({ value: true, detail: more });
});

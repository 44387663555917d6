import { describe, expect, it } from 'vitest';
import { groundednessClaim } from './groundedness.ts';
import { injectionClaim } from './injection.ts';
import { piiClaim } from './pii.ts';
import { secretsClaim } from './secrets.ts';
import { sovereigntyClaim } from './sovereignty.ts';
import { watermarkClaim } from './watermark.ts';

it('a detected injection without a score is certain', () => {
  expect(injectionClaim({ detected: true })).toMatchObject({ value: 1, detail: { detected: true, score: 1 } });
  expect(injectionClaim({ detected: true, score: 0.4 }).value).toBe(0.4);
  expect(injectionClaim({ detected: false, score: 0.4 }).value).toBe(0.4);
});

describe('parameters that contradict each other are refused', () => {
  it.each<[string, () => unknown, string]>([
    ['detected without any risk', () => injectionClaim({ detected: true, score: 0 }), 'score must be above 0'],
    ['full risk, not detected', () => injectionClaim({ detected: false, score: 1 }), 'detected must be true'],
    [
      'a type of no injection',
      () => injectionClaim({ detected: false, injection_type: 'direct' }),
      'only for a detected injection',
    ],
    [
      'an entity that ends before it starts',
      () => piiClaim({ entities_found: [{ type: 'EMAIL', start: 5, end: 2, score: 1 }] }),
      'ends before it starts',
    ],
    [
      'redacted with a secret that is not',
      () => secretsClaim({ secrets_found: [{ type: 'key', line: 1, redacted: false }], redacted: true }),
      'is not redacted',
    ],
    [
      'more supported claims than claims',
      () => groundednessClaim({ score: 1, total_claims: 1, supported_claims: 2 }),
      'at most total_claims',
    ],
    [
      'an invention where all is supported',
      () => groundednessClaim({ score: 1, total_claims: 2, supported_claims: 2, hallucination_detected: true }),
      'every claim is supported',
    ],
    [
      'the type of no watermark',
      () => watermarkClaim({ watermark_embedded: false, watermark_type: 'kgw' }),
      'only for an embedded watermark',
    ],
    [
      'a score of what cannot be detected',
      () => watermarkClaim({ watermark_embedded: true, detectable: false, detection_score: 0.5 }),
      'detectable is false',
    ],
    [
      'a mechanism for no transfer',
      () => sovereigntyClaim({ data_location: 'eu', transfer_mechanism: 'scc' }),
      'only for a cross_border_transfer',
    ],
    [
      'the default of compliant outside of the allowed places',
      () => sovereigntyClaim({ data_location: 'us', allowed_locations: ['eu'] }),
      'compliant must be given',
    ],
  ])('%s', (_what, make, message) => expect(make).toThrow(message));
});

import { describe, expect, it } from 'vitest';
import { piiClaim, piiNoneFound } from './pii.ts';

const entity = { type: 'CREDIT_CARD', start: 3, end: 22, score: 1 };

describe('piiClaim', () => {
  it('is true with an entity, its parameters with defaults in detail', () => {
    expect(piiClaim({ entities_found: [entity] })).toEqual({
      name: 'pii_found',
      type: 'boolean',
      value: true,
      confidence: 0.95,
      detail: { entities_found: [entity], confidence: 0.95, redacted: false },
    });
  });

  it('is false without one', () => expect(piiClaim({ entities_found: [] }).value).toBe(false));

  it('puts every common parameter in its place', () => {
    const claim = piiClaim({
      entities_found: [entity],
      confidence: 0.5,
      redacted: true,
      jurisdiction: 'EU',
      phase: 'request',
      nonce: 'A'.repeat(22),
      compliance_framework: 'GDPR',
      control_id: 'A.8',
    });
    expect(claim).toEqual({
      name: 'pii_found',
      type: 'boolean',
      value: true,
      confidence: 0.5,
      metadata: { phase: 'request' },
      nonce: 'A'.repeat(22),
      compliance_framework: 'gdpr',
      control_id: 'A.8',
      detail: { entities_found: [entity], confidence: 0.5, redacted: true, jurisdiction: 'EU' },
    });
  });
});

it('piiNoneFound reports no finding', () => {
  expect(piiNoneFound({ jurisdiction: 'EU' })).toMatchObject({
    value: false,
    confidence: 0.95,
    detail: { entities_found: [], jurisdiction: 'EU' },
  });
  expect(piiNoneFound().value).toBe(false);
});

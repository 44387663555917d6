import { describe, expect, it } from 'vitest';
import { anAuditor } from '../auditor/auditor.fixture.ts';
import { createAuditor } from '../auditor/create-auditor.ts';
import { defineAuditor } from '../auditor/definition.ts';
import { piiClaim } from './pii.ts';
import { toxicityClaim } from './toxicity.ts';

describe('wrong parameters throw TypeError', () => {
  it.each<[string, object, string]>([
    ['a missing one', {}, 'piiClaim: parameters must have required properties entities_found'],
    ['an unknown one', { entities_found: [], entitys: [] }, 'piiClaim: entitys is unknown here'],
    ['a wrong type', { entities_found: [], redacted: 'no' }, 'piiClaim: redacted must be boolean'],
    ['out of range', { entities_found: [], confidence: 2 }, 'piiClaim: confidence must be <= 1'],
    ['NaN', { entities_found: [], confidence: Number.NaN }, 'piiClaim: confidence must be number'],
    [
      'inside a list',
      { entities_found: [{ type: 'a', start: 0, end: 1 }] },
      'piiClaim: entities_found.0 must have required',
    ],
    [
      'a null byte',
      { entities_found: [], jurisdiction: 'a\u0000' },
      'piiClaim: the detail of claim pii_found contains U+0000',
    ],
    ['a short nonce', { entities_found: [], nonce: 'AAAA' }, 'piiClaim: the nonce of claim pii_found'],
    [
      'an unknown framework',
      { entities_found: [], compliance_framework: 'acme' },
      'piiClaim: the compliance_framework',
    ],
    ['an endless control id', { entities_found: [], control_id: 'x'.repeat(300) }, 'piiClaim: the control_id'],
  ])('%s', (_what, parameters, message) => {
    expect(() => piiClaim(Object(parameters))).toThrow(TypeError);
    expect(() => piiClaim(Object(parameters))).toThrow(message);
  });

  it('no parameters', () => expect(() => piiClaim(Object(undefined))).toThrow(TypeError));
});

describe('undefined parameters', () => {
  it('count as absent, so that defaults apply', () => {
    expect(toxicityClaim({ score: 0, threshold: undefined, phase: undefined }).detail).toEqual({
      score: 0,
      threshold: 0.7,
      exceeded_threshold: false,
    });
  });
});

it("a method may return a helper's result", async () => {
  const auditor = createAuditor(
    defineAuditor({
      ...anAuditor(() => []),
      methods: [
        {
          name: 'm',
          produces: { pii_found: { type: 'boolean', description: 'd' } },
          run: ({ phase }) => [piiClaim({ entities_found: [], phase })],
        },
      ],
    }),
  );
  expect(await auditor.claims({ data: {}, phase: 'request' })).toMatchObject({
    status: 'success',
    claims: [{ name: 'pii_found', value: false, metadata: { phase: 'request' }, provenance: {} }],
  });
});

import { expect, it } from 'vitest';
import { injectionClaim } from './injection.ts';

it('injectionClaim is the score, or 0', () => {
  expect(injectionClaim({ detected: false })).toEqual({
    name: 'injection_risk',
    type: 'score_normalized',
    value: 0,
    detail: { detected: false, score: 0 },
  });
  const parameters = { detected: true, injection_type: 'jailbreak', score: 0.9, pattern_matched: 'R-17' } as const;
  expect(injectionClaim(parameters)).toMatchObject({ value: 0.9, detail: parameters });
});

it('injectionClaim knows three types of injection', () => {
  expect(() => injectionClaim({ detected: true, injection_type: Object('other') })).toThrow(TypeError);
});

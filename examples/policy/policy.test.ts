import { expect, it } from 'vitest';
import { allowed, elsewhere, failed, forbidden } from './policy.ts';

it('does what its comments say', () => {
  expect(allowed).toEqual({ decision: 'allow', reasons: ['staff-reads'], errors: [] });
  expect(forbidden).toEqual({ decision: 'deny', reasons: ['not-if-risky'], errors: [] });
  expect(failed).toMatchObject({ decision: 'deny', reasons: [], errors: [expect.stringContaining('not-if-risky')] });
  expect(elsewhere).toEqual(allowed);
});

import { expect, it } from 'vitest';
import { createStabilizer } from './stable.ts';

it('gives the same text for answers of two runs, and tells ids apart', () => {
  const first = {
    id: 'pol_019b76da-abe8-7123-8abc-0123456789ab',
    of: 'org_019b76da-abe8-7123-8abc-0123456789ac',
    at: '2027-01-01T04:30:00.123Z',
    iat: 1_798_000_000,
    took: 7.705804999997781,
    threshold: 0.8,
    secret: 'whsec_mNytua/XQPHRRt+ab/c0123456789ABCDEF=',
    hash: `rc_chain-1_1_${'0a1b'.repeat(16)}`,
  };
  const second = {
    id: 'pol_019c76da-abe8-7123-8abc-0123456789ab',
    of: 'org_019c76da-abe8-7123-8abc-0123456789ac',
    at: '2027-02-02T05:31:01Z',
    iat: 1_799_000_001,
    took: 1.4235750000007101,
    threshold: 0.8,
    secret: 'whsec_0000ua/aaaaaaa+ab/c0123456789ABCDEF=',
    hash: `rc_chain-1_1_${'9c8d'.repeat(16)}`,
  };
  const stable = createStabilizer()(first);
  expect(stable).toEqual(createStabilizer()(second));
  expect(stable).toMatchObject({ threshold: 0.8, secret: 'whsec_…', hash: 'rc_chain-1_1_9f86d081…' });
  const { id, of } = Object(stable);
  expect(id.slice(4)).not.toBe(of.slice(4));
});

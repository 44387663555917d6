import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { awsRoots } from './roots.ts';

it('the pinned root has the digest published by AWS', () => {
  expect(awsRoots.map(({ der }) => createHash('sha256').update(der).digest('hex'))).toEqual([
    '641a0321a3e244efe456463195d606317ed7cdcc3c1756e09893f3c68f79bb5b',
  ]);
  expect(awsRoots[0]).toMatchObject({ vendor: 'aws', profile: 'production' });
});

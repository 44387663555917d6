import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { nvidiaRoots } from './roots.ts';

it('the pinned root is the NVIDIA Device Identity CA', () => {
  expect(nvidiaRoots.map(({ der }) => createHash('sha256').update(der).digest('hex'))).toEqual([
    '102bf659d5419614c9d8e6aecebc80454eb26b1df6a769ac720b9a690b167b48',
  ]);
  expect(nvidiaRoots[0]).toMatchObject({ vendor: 'nvidia', profile: 'production' });
});

import { describe, expect, it } from 'vitest';
import { countOperations } from '../support/count-operations.ts';
import { artefactWork } from './artefact-work.ts';
import type { GrowingWork } from './growing-work.ts';
import { modelFileWork } from './model-file-work.ts';
import { proxyWork } from './proxy-work.ts';
import { serviceWork } from './service-work.ts';

const sizes = [100, 200, 400] as const;
/** Sorting and growing buffers add less than this share. */
const maxQuadratic = 0.1;
/** V8 counts fewer blocks of an optimised function, so work that looks too steep is counted again. */
const attempts = 3;

/**
 * Share of the work for the largest input that grows with the square of its size. For a·n² + b·n + c, counted at n, 2n and 4n,
 * count(4n) - 3·count(2n) + 2·count(n) is 6·a·n².
 */
async function quadraticShare({ prepare }: GrowingWork): Promise<number> {
  const [few, more, many] = [
    await countOperations(await prepare(sizes[0])),
    await countOperations(await prepare(sizes[1])),
    await countOperations(await prepare(sizes[2])),
  ];
  return ((many - 3 * more + 2 * few) * 16) / 6 / many;
}

async function leastShare(work: GrowingWork): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && least >= maxQuadratic; attempt += 1) {
    least = Math.min(least, await quadraticShare(work));
  }
  return least;
}

describe('the work over external input grows no faster than the input', () => {
  it.each([...proxyWork, ...serviceWork, ...artefactWork, ...modelFileWork].map((work) => [work.name, work] as const))(
    '%s',
    async (_name, work) => {
      expect(await leastShare(work)).toBeLessThan(maxQuadratic);
    },
  );
});

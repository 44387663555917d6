import { expect, it } from 'vitest';
import { readLimits, renderLimits } from './limit-table.ts';

it('the committed table of limits is the one of the code', async () => {
  expect(await readLimits()).toBe(renderLimits());
});

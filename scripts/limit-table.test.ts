import { expect, it } from 'vitest';
import { readLimits, renderLimits } from './limit-table.ts';

it('the committed table of limits matches the code', async () => {
  expect(await readLimits()).toBe(renderLimits());
});

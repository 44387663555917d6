import { expect, it } from 'vitest';
import { readLimits, renderLimits } from './limit-table.ts';

it('the committed table of limits matches the code (renew it with npm run docs)', async () => {
  expect(await readLimits()).toBe(renderLimits());
});

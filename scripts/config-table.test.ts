import { expect, it } from 'vitest';
import { readConfiguration, renderConfiguration } from './config-table.ts';

it('docs/configuration.md matches the code (renew it with npm run docs)', async () => {
  expect(await readConfiguration()).toBe(renderConfiguration());
});

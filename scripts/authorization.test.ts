/** Checks docs/authorization.md against the table of rights. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { authorizationFile, withRights } from './authorization.ts';

it('docs/authorization.md shows the current table of rights (npm run docs)', async () => {
  const page = await readFile(authorizationFile, 'utf8');
  expect(withRights(page)).toBe(page);
});

/** The glossary has every term once. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './support/doc-pages.ts';

it('the glossary has every term once', async () => {
  const text = await readFile(join(root, 'docs/glossary.md'), 'utf8');
  const rows = [...text.matchAll(/^\| ((?:\*\*[^*]+\*\*(?:, | \([^)]*\))?)+)/gm)];
  const terms = rows.flatMap(([, cell = '']) => cell.split(/\*\*|, /).map((term) => term.trim().toLowerCase()));
  const named = terms.filter((term) => /^[a-z]/.test(term));
  expect(named.length).toBeGreaterThan(80);
  expect(named.filter((term, at) => named.indexOf(term) !== at)).toEqual([]);
});

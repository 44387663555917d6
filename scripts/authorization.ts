/** Writes the table of rights into docs/authorization.md. */
import { readFile, writeFile } from 'node:fs/promises';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';
import { type RightsRow, readRights, rightsColumns } from '../src/verifier/base/access/rights-table.ts';

export const authorizationFile = new URL('../docs/authorization.md', import.meta.url);
const begin = '<!-- rights:begin, written by scripts/authorization.ts -->';
const end = '<!-- rights:end -->';

/** Inserts the table into the page. @throws Error if the page has no place for it. */
export function withRights(page: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error('docs/authorization.md has no markers for the table of rights');
  return `${page.slice(0, from)}${begin}\n\n${toTable(readRights())}\n\n${page.slice(to)}`;
}

function toTable(rows: readonly RightsRow[]): string {
  const head = ['endpoint', ...rightsColumns, 'scope'];
  const lines = rows.map(({ endpoint, may, scope }) => [
    `\`${endpoint}\``,
    ...rightsColumns.map((column) => (may[column] ? 'yes' : '')),
    toScope(scope),
  ]);
  const rule = head.map((_cell, index) => (index === 0 ? '---' : ':-:'));
  return [head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function toScope(scope: string): string {
  if (scope === '*') return 'none';
  return scope === '-' ? 'no limited credential' : `\`${scope}\``;
}

if (import.meta.url === pathToFileURL(argv[1] ?? '').href) {
  await writeFile(authorizationFile, withRights(await readFile(authorizationFile, 'utf8')));
}

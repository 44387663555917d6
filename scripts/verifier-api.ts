/** `npm run docs`: writes the reference of the verifier's API from its operations, rights and recorded examples. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';
import { tagDescriptions } from '../src/contract/api/tags.ts';
import { verifierOperations } from '../src/contract/api/verifier.ts';
import { readRights } from '../src/verifier/base/access/rights-table.ts';
import { readExamples } from './verifier-api/examples.ts';
import { type ApiPage, printPage } from './verifier-api/page.ts';

const docs = new URL('../docs/', import.meta.url);
const begin = '<!-- groups:begin, written by scripts/verifier-api.ts -->';
const end = '<!-- groups:end -->';

/** The groups of operations, by name. */
export const apiPages: readonly ApiPage[] = [...new Set(verifierOperations.map(({ tag }) => tag))]
  .sort()
  .map((tag) => ({
    tag,
    description: tagDescriptions[tag] ?? tag,
    operations: verifierOperations.filter((operation) => operation.tag === tag),
  }));

const readText = async (file: string) => {
  const url = new URL(file, docs);
  return existsSync(url) ? readFile(url, 'utf8') : '';
};

/** Gives the text of every page by its file in `docs/`, made from operations and from what is written by hand in it. */
export async function printReference(): Promise<ReadonlyMap<string, string>> {
  const examples = await readExamples();
  const rights = new Map(readRights().map((row) => [row.endpoint, row]));
  const pages = new Map([['verifier-api.md', withGroups(await readText('verifier-api.md'))]]);
  for (const page of apiPages) {
    const file = `verifier-api/${page.tag}.md`;
    pages.set(file, printPage(page, { rights, examples }, await readText(file)));
  }
  return pages;
}

function withGroups(index: string): string {
  const [from, to] = [index.indexOf(begin), index.indexOf(end)];
  if (from < 0 || to < from) throw new Error('docs/verifier-api.md has no markers for the table of groups');
  const rows = apiPages.map(
    ({ tag, description, operations }) =>
      `| [${tag}](verifier-api/${tag}.md) | ${description} | ${operations.length} |`,
  );
  const table = ['| group | content | operations |', '|---|---|--:|', ...rows].join('\n');
  return `${index.slice(0, from)}${begin}\n\n${table}\n\n${index.slice(to)}`;
}

if (import.meta.url === pathToFileURL(argv[1] ?? '').href) {
  for (const [file, text] of await printReference()) await writeFile(new URL(file, docs), text);
}

/** Checks that every relative link in the documentation leads to an existing file, and every anchor to a heading. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { listPages, root } from './support/doc-pages.ts';

const withoutCode = (text: string) =>
  text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]]/g, ''));

/** Anchors of headings, as GitHub makes them. */
function anchorsOf(text: string): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const anchors = [...withoutFences(text).matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)].map(([, heading = '']) => {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
    const slug = plain
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
  return new Set(anchors);
}

const withoutFences = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '');

it('has no broken link', async () => {
  const pages = await listPages();
  expect(pages.length).toBeGreaterThan(50);
  const broken: string[] = [];
  for (const page of pages) {
    const text = withoutCode(await readFile(page, 'utf8'));
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g)) {
      if (/^[a-z][a-z+.-]*:/i.test(target)) continue;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : join(dirname(page), decodeURIComponent(path));
      const isAnchored = anchor !== undefined && file.endsWith('.md') && existsSync(file);
      const leads = existsSync(file) && (!isAnchored || anchorsOf(await readFile(file, 'utf8')).has(anchor));
      if (!leads) broken.push(`${relative(root, page)}: ${target}`);
    }
  }
  expect(broken).toEqual([]);
});

it('leads from the start page to every page of docs', async () => {
  const reached = new Set<string>();
  const open = [join(root, 'docs/README.md')];
  for (let page = open.pop(); page !== undefined; page = open.pop()) {
    if (reached.has(page)) continue;
    reached.add(page);
    const text = withoutCode(await readFile(page, 'utf8'));
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s#:]+\.md)(?:#[^)]*)?\)/g))
      open.push(join(dirname(page), target));
  }
  const pages = (await listPages(join(root, 'docs'))).filter((page) => !reached.has(page));
  expect(pages.map((page) => relative(root, page))).toEqual([]);
});

/** Lines of prose: no indented code, table, heading, HTML, quotation or definition. */
const isProse = (line: string) => /\S/.test(line) && !/^(?: {4}|\s*[|<#>]|\s*```|\[[^\]]+\]:|-{3,}$)/.test(line);
const startsItem = /^\s*(?:[-*+]|\d+[.)]) /;

it('has each paragraph and each list item on one line, so that a change of it is one line of a diff', async () => {
  const cut: string[] = [];
  for (const page of await listPages()) {
    const lines = withoutFences(
      await readFile(page, 'utf8').then((text) => text.replace(/^ +```[\s\S]*?^ +```/gm, '')),
    ).split('\n');
    lines.forEach((line, at) => {
      const before = lines[at - 1] ?? '';
      const goesOn = isProse(before) && !/(?: {2}|\\)$/.test(before) && isProse(line) && !startsItem.test(line);
      if (goesOn) cut.push(`${relative(root, page)}: ${line.slice(0, 60)}`);
    });
  }
  expect(cut).toEqual([]);
});

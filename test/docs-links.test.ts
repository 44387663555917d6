/** Checks that every relative link in the documentation leads to an existing file, and every anchor to a heading. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

const skipped = new Set(['node_modules', 'dist', '.git', '.assay']);

async function listPages(folder = root): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const pages = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map(({ name }) => join(folder, name));
  const folders = entries.filter((entry) => entry.isDirectory() && !skipped.has(entry.name));
  const below = await Promise.all(folders.map(({ name }) => listPages(join(folder, name))));
  return [...pages, ...below.flat()];
}

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

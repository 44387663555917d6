/** Pages of the documentation, and the shell scripts in them. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const skipped = new Set(['node_modules', 'dist', '.git', '.assay']);

/** Gives the path of every Markdown file. */
export async function listPages(folder = root): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const pages = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map(({ name }) => join(folder, name));
  const folders = entries.filter((entry) => entry.isDirectory() && !skipped.has(entry.name));
  const below = await Promise.all(folders.map(({ name }) => listPages(join(folder, name))));
  return [...pages, ...below.flat()];
}

export interface Script {
  /** Path from the root, and line. */
  readonly place: string;
  readonly text: string;
}

/** Gives the shell scripts of these pages (all if absent), and the commands of what a terminal shows. */
export async function readScripts(pages?: readonly string[]): Promise<readonly Script[]> {
  const scripts: Script[] = [];
  for (const page of pages ?? (await listPages())) {
    const text = await readFile(page, 'utf8');
    for (const block of text.matchAll(/^[ \t]*```(sh|bash|shell|console)\n([\s\S]*?)^[ \t]*```/gm)) {
      const [, language, script = ''] = block;
      const line = text.slice(0, block.index).split('\n').length;
      const commands = language === 'console' ? (script.match(/^\$ (?:.*\\\n)*.*$/gm) ?? []).join('\n') : script;
      scripts.push({ place: `${relative(root, page)}:${line}`, text: commands.replace(/^\s*\$ /gm, '') });
    }
  }
  return scripts;
}

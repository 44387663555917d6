/** The commands of a page, each as one text: with its continued lines, its loop, its here-document. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readScripts, root } from './doc-pages.ts';

/** Gives the commands of a page in their order. @param page path from the root, such as `README.md` */
export async function readCommands(page: string): Promise<readonly string[]> {
  const scripts = await readScripts([join(root, page)]);
  return scripts.flatMap(({ text }) => splitCommands(text));
}

export function splitCommands(script: string): readonly string[] {
  const commands: string[] = [];
  let open = '';
  for (const line of script.split('\n')) {
    if (open === '' && (line.trim() === '' || line.startsWith('#'))) continue;
    open = open === '' ? line : `${open}\n${line}`;
    if (!isWhole(open)) continue;
    commands.push(open);
    open = '';
  }
  if (open.trim() !== '') throw new Error(`this command does not end: ${open}`);
  return commands;
}

function isWhole(command: string): boolean {
  if (command.endsWith('\\')) return false;
  const [, word] = /<<-?\s*'?(\w+)'?/.exec(command) ?? [];
  if (word !== undefined && !command.split('\n').includes(word)) return false;
  return spawnSync('sh', ['-n', '-c', command]).status === 0;
}

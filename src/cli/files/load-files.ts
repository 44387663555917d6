/** Reads declarative files: files, folders of them, or standard input. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourceFile } from '../../configuration/files/parse-files.ts';
import { fileLimits } from '../../contract/api/apply/limits.ts';
import type { CommandIo } from '../command.ts';
import { UsageError } from '../options.ts';
import { readStdin } from '../stdin.ts';

const extensions = /\.(?:ya?ml|json)$/i;

/** Reads the files of `-f`, in order; those of a folder by name. @throws UsageError for a source without any */
export async function loadFiles(io: CommandIo, names: readonly string[]): Promise<SourceFile[]> {
  if (names.length === 0) throw new UsageError('Give a file with -f FILE.');
  if (names.filter((name) => name === '-').length > 1) throw new UsageError('Standard input can be read only once.');
  const files: SourceFile[] = [];
  let left: number = fileLimits.bytes;
  for (const name of names) {
    for (const path of await listFiles(name)) {
      const text = path === '-' ? await readStdin(io, left) : await readText(path, left);
      left -= Buffer.byteLength(text);
      files.push({ name: path === '-' ? 'standard input' : path, text });
      if (files.length > fileLimits.files) throw new UsageError(`There are more than ${fileLimits.files} files.`);
    }
  }
  return files;
}

async function listFiles(name: string): Promise<string[]> {
  if (name === '-' || !(await stat(name)).isDirectory()) return [name];
  const entries = await readdir(name, { withFileTypes: true });
  const found = entries
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.') && extensions.test(entry.name))
    .map((entry) => join(name, entry.name))
    .sort();
  if (found.length === 0) throw new UsageError(`The folder ${name} has no .yaml, .yml or .json file.`);
  return found;
}

/** Checks the size first: a file that is too large is never read. */
async function readText(path: string, maxBytes: number): Promise<string> {
  const { size } = await stat(path);
  if (size > maxBytes) {
    throw new UsageError(`${path}: all files together may have ${fileLimits.bytes / 1024 / 1024} MiB.`);
  }
  const bytes = await readFile(path);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UsageError(`${path} is not UTF-8 text.`, { cause });
  }
}

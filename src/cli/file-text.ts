/** Reads a text file argument, or standard input, within a bound. */
import { readFile, stat } from 'node:fs/promises';
import type { CommandIo } from './command.ts';
import { UsageError } from './options.ts';
import { readStdin } from './stdin.ts';

/** Reads the whole file as UTF-8; `-` is standard input. @throws UsageError when it is no file, too large or not UTF-8 */
export async function readTextFile(io: CommandIo, file: string, maxBytes: number): Promise<string> {
  if (file === '-') return readStdin(io, maxBytes);
  const found = await stat(file);
  if (!found.isFile()) throw new UsageError(`${file} is not a file.`);
  if (found.size > maxBytes) throw new UsageError(`${file} is larger than ${maxBytes} bytes.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (cause) {
    if (cause instanceof TypeError) throw new UsageError(`${file} is not UTF-8 text.`, { cause });
    throw cause;
  }
}

/** A JSON document from a file argument, or from standard input. */
import type { CommandIo } from './command.ts';
import { readTextFile } from './file-text.ts';
import { UsageError } from './options.ts';

const maxBytes = 256 * 1024;

/** @throws UsageError when it is no JSON */
export async function readJsonFile(io: CommandIo, file: string): Promise<unknown> {
  const text = await readTextFile(io, file, maxBytes);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`${file === '-' ? 'Standard input' : file} is not JSON.`, { cause });
  }
}

/** Reads a secret from a file or standard input, never from an argument, which other processes of the machine can see. */
import type { CommandIo } from './command.ts';
import { readTextFile } from './file-text.ts';
import { type ParsedArguments, UsageError } from './options.ts';

export const secretOption = {
  'secret-file': {
    type: 'string',
    value: 'FILE',
    description: 'Where the secret is; standard input if absent, or -',
  },
} as const;

const maxBytes = 16 * 1024;

/** Reads it without the final newline of editors. @throws UsageError for an empty one */
export async function readSecret(io: CommandIo, args: ParsedArguments): Promise<string> {
  const text = await readTextFile(io, args.text('secret-file') ?? '-', maxBytes);
  const secret = text.replace(/\r?\n$/, '');
  if (secret !== '') return secret;
  throw new UsageError('The secret is empty: give it on standard input, or name its file with --secret-file.');
}

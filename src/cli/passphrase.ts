/** Reads the passphrase that seals keys: from a file or standard input, never from an argument. */
import { createSecret, type Secret } from '../platform/secret.ts';
import type { CommandIo } from './command.ts';
import { readTextFile } from './file-text.ts';
import { type ParsedArguments, UsageError } from './options.ts';

export const passphraseOption = {
  'passphrase-file': {
    type: 'string',
    value: 'FILE',
    description: 'Where the passphrase of the keys is; - for standard input',
  },
} as const;

const maxBytes = 4 * 1024;

/** Reads it without the final newline of editors; undefined if none is named. @throws UsageError for an empty one */
export async function readPassphrase(io: CommandIo, args: ParsedArguments): Promise<Secret | undefined> {
  const file = args.text('passphrase-file');
  if (file === undefined) return undefined;
  const text = (await readTextFile(io, file, maxBytes)).replace(/\r?\n$/, '');
  if (text === '') throw new UsageError('The passphrase is empty.');
  return createSecret(text);
}

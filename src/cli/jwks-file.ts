/** Reads a set of public keys from a file. The verifier decides whether they are usable. */
import type { CommandIo } from './command.ts';
import { readTextFile } from './file-text.ts';
import { UsageError } from './options.ts';

const maxBytes = 64 * 1024;
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'];

/** Gives the JSON of the file; undefined for no file. @throws UsageError for an invalid key set, or one with private keys */
export async function readJwks(io: CommandIo, file: string | undefined): Promise<unknown> {
  if (file === undefined) return undefined;
  const value = parse(await readTextFile(io, file, maxBytes), file);
  const keys: unknown = typeof value === 'object' && value !== null && 'keys' in value ? value.keys : undefined;
  if (!Array.isArray(keys)) throw new UsageError(`${file} does not contain a key set: {"keys": [...]}.`);
  // Private keys must not leave the machine, not even to be refused.
  const isPrivate = keys.some((key) => privateMembers.some((member) => Object.hasOwn(Object(key), member)));
  if (isPrivate) throw new UsageError(`${file} contains private keys: give only the public keys.`);
  return value;
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`${file} is not JSON.`, { cause });
  }
}

/** Keys of witnesses that the user names, or that a verifier on this machine leaves in the data folder. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeProofCrypto } from '@assay/sdk/crypto';
import { type NoteKey, parseVerifierKey } from '@assay/sdk/receipts';
import { UsageError } from '../options.ts';

/** Public keys that a verifier on this machine leaves in the data folder. */
export const witnessKeysFile = 'witness-keys.txt';

export interface WitnessKeyOptions {
  /** `--witness`: a file of verifier keys, or one key itself. */
  readonly named: readonly string[];
  readonly dataDir: string;
}

/** Trusted witnesses: those named, else those of the data folder. @throws UsageError for what is no verifier key. */
export async function loadWitnessKeys({ named, dataDir }: WitnessKeyOptions): Promise<NoteKey[]> {
  const own = join(dataDir, witnessKeysFile);
  const texts = named.length > 0 ? await Promise.all(named.map(readNamed)) : [await readIfThere(own)];
  const keys: NoteKey[] = [];
  for (const line of texts.flatMap((text) => text.split('\n'))) {
    if (line.trim() === '') continue;
    const key = await parseVerifierKey(line.trim(), nodeProofCrypto);
    if (key === undefined) throw new UsageError('A witness key must have the form name+id+base64, one on each line.');
    keys.push(key);
  }
  return keys;
}

async function readNamed(named: string): Promise<string> {
  if ((await parseVerifierKey(named, nodeProofCrypto)) !== undefined) return named;
  try {
    return await readFile(named, 'utf8');
  } catch (cause) {
    throw new UsageError(`${named} is neither a witness key nor a readable file.`, { cause });
  }
}

async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw new UsageError(`${path} cannot be read.`, { cause: error });
  }
}

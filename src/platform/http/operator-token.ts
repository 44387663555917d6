/** The operator token. It is created at first start, kept in the data folder and read by the CLI. It gives role admin. */
import type { DataDir } from '../data-dir.ts';
import { AppError } from '../errors.ts';
import type { RandomBytes } from '../ids.ts';
import { createSecret, type Secret } from '../secret.ts';

export const operatorTokenFile = 'operator-token';

const tokenForm = /^[A-Za-z0-9_-]{43}$/;

/** Reads the operator token, or creates it (32 random bytes, base64url, mode 0600). */
export function loadOperatorToken(dataDir: DataDir, randomBytes: RandomBytes): Promise<Secret> {
  return loadTokenFile(dataDir, operatorTokenFile, randomBytes);
}

/** Reads a token file of the data folder, or creates it. @throws AppError `config` when the file holds something else */
export async function loadTokenFile(dataDir: DataDir, name: string, randomBytes: RandomBytes): Promise<Secret> {
  const bytes = await dataDir.writeOnce(name, () => Buffer.from(randomBytes(32)).toString('base64url'));
  const text = bytes.toString('utf8').trim();
  if (!tokenForm.test(text))
    throw new AppError('config', `${dataDir.file(name)} does not contain a token of this program`);
  return createSecret(text);
}

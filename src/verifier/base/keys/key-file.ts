/** The passport signing key in the data folder: created at first start, mode 0600, never in the database or a log. */
import type { DataDir } from '../../../platform/data-dir.ts';
import { loadSigningKey, type SigningKey } from '../signing-keys/key-file.ts';

export const verifierKeyFile = 'verifier-key.pem';

/** An ES256 signing key. The private part stays in the closure. */
export type PassportKey = SigningKey;

/** Reads or creates the key. @throws AppError `config` if the file holds no P-256 private key. */
export async function loadPassportKey(dataDir: DataDir): Promise<PassportKey> {
  const { kid, jwk, sign } = await loadSigningKey(dataDir, verifierKeyFile);
  return { kid, jwk, sign };
}

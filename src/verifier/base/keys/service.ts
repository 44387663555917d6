/** The keys of passports: one signs, and all that ever signed stay listed. */
import { asc } from 'drizzle-orm';
import type { Jwk } from '../../../contract/api/keys.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DataDir } from '../../../platform/data-dir.ts';
import type { Db } from '../../../platform/db/db.ts';
import { loadPassportKey, type PassportKey } from './key-file.ts';
import { verifierKeysTable } from './tables.ts';

/** Public keys for offline checks on this machine: the default trust anchor of `assay verify`. */
export const publicKeysFile = 'verifier-keys.json';

export interface VerifierKeys {
  readonly active: PassportKey;
  /** Lists every public key, oldest first. */
  list(): Promise<Jwk[]>;
}

export interface VerifierKeysDeps {
  readonly db: Db;
  readonly dataDir: DataDir;
  readonly clock: Clock;
}

/** Loads the signing key, publishes its public part, and writes the public key file. */
export async function createVerifierKeys({ db, dataDir, clock }: VerifierKeysDeps): Promise<VerifierKeys> {
  const active = await loadPassportKey(dataDir);
  const { x, y } = active.jwk;
  await db.insert(verifierKeysTable).values({ kid: active.kid, x, y, created_at: clock.now() }).onConflictDoNothing();

  const list = async (): Promise<Jwk[]> => {
    const rows = await db
      .select()
      .from(verifierKeysTable)
      .orderBy(asc(verifierKeysTable.created_at), asc(verifierKeysTable.kid));
    return rows.map((row) => ({ kty: 'EC', crv: 'P-256', x: row.x, y: row.y, kid: row.kid, alg: 'ES256', use: 'sig' }));
  };

  await dataDir.write(publicKeysFile, JSON.stringify({ keys: await list() }));
  return { active, list };
}

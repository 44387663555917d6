/**
 * The keys with which the verifier signs tokens, identity documents and certificates. Each process has its own key for each
 * purpose. All public keys are in the database, so that every process can verify what any of them signed.
 */

import type { EcPublicJwk } from '@assay/sdk/crypto';
import { and, asc, eq, gt, isNull, or } from 'drizzle-orm';
import type { Jwk } from '../../../contract/api/keys.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DataDir } from '../../../platform/data-dir.ts';
import type { Db } from '../../../platform/db/db.ts';
import { loadSigningKey, replaceSigningKey, type SigningKeyPair } from './key-file.ts';
import { type SigningKeyRow, signingKeysTable } from './tables.ts';

export type SigningPurpose = 'token' | 'jwt-svid' | 'x509-ca';

export interface SigningKeys {
  /** The key of this process. Read it at every use: it may be replaced. */
  readonly active: SigningKeyPair;
  /** Lists the public keys of all processes, oldest first; a replaced one stays while something that it signed may be valid. */
  list(): Promise<Jwk[]>;
  /** Lists them with their certificates and times. */
  listRows(): Promise<SigningKeyRow[]>;
  /** Finds a public key; cached for up to a minute. */
  find(kid: string): Promise<EcPublicJwk | undefined>;
  /** Stores the certificate (base64 of DER) of the active key. */
  certify(certificate: string): Promise<void>;
  /** Replaces the key of this process. */
  rotate(): Promise<void>;
}

export interface SigningKeysDeps {
  readonly db: Db;
  readonly dataDir: DataDir;
  readonly clock: Clock;
  readonly purpose: SigningPurpose;
  /** How long a replaced key stays listed: the life of what it signed, and of copies of the list. One day if absent. */
  readonly keepRetiredMs?: number;
}

const day = 24 * 60 * 60 * 1000;
const rememberMs = 60_000;
const maxCached = 1_000;

/** Loads the key of a purpose from the data folder, or makes it, and publishes its public key. */
export async function createSigningKeys(deps: SigningKeysDeps): Promise<SigningKeys> {
  const { db, dataDir, clock, purpose, keepRetiredMs = day } = deps;
  const table = signingKeysTable;
  const file = `${purpose}-key.pem`;
  const publish = async ({ kid, jwk }: SigningKeyPair): Promise<void> => {
    await db.insert(table).values({ purpose, kid, jwk, created_at: clock.now() }).onConflictDoNothing();
  };
  let active = await loadSigningKey(dataDir, file);
  await publish(active);

  const isListed = () => or(isNull(table.retired_at), gt(table.retired_at, clock.now() - keepRetiredMs));
  const listRows = () =>
    db
      .select()
      .from(table)
      .where(and(eq(table.purpose, purpose), isListed()))
      .orderBy(asc(table.created_at), asc(table.kid));

  const cached = new Map<string, { jwk: EcPublicJwk; until: number }>();
  const find = async (kid: string): Promise<EcPublicJwk | undefined> => {
    if (kid === active.kid) return active.jwk;
    const known = cached.get(kid);
    if (known !== undefined && known.until > clock.now()) return known.jwk;
    const [row] = await db
      .select({ jwk: table.jwk })
      .from(table)
      .where(and(eq(table.purpose, purpose), eq(table.kid, kid), isListed()));
    if (cached.size >= maxCached) cached.clear();
    if (row === undefined) cached.delete(kid);
    else cached.set(kid, { jwk: row.jwk, until: clock.now() + rememberMs });
    return row?.jwk;
  };

  return {
    get active() {
      return active;
    },
    list: async () => (await listRows()).map(toJwk),
    listRows,
    find,
    async certify(certificate) {
      await db
        .update(table)
        .set({ certificate })
        .where(and(eq(table.purpose, purpose), eq(table.kid, active.kid)));
    },
    async rotate() {
      const { kid } = active;
      const next = await replaceSigningKey(dataDir, file);
      // The key is published before it signs, so that every signature can be verified.
      await publish(next);
      active = next;
      await db
        .update(table)
        .set({ retired_at: clock.now() })
        .where(and(eq(table.purpose, purpose), eq(table.kid, kid)));
    },
  };
}

function toJwk({ jwk: { kty, crv, x, y }, kid }: SigningKeyRow): Jwk {
  return { kty, crv, x, y, kid, alg: 'ES256', use: 'sig' };
}

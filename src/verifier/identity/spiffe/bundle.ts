/** The trust bundle (SPIFFE Trust Domain and Bundle, section 4): the keys that verify a trust domain's documents. */
import { X509Certificate } from 'node:crypto';
import { count, inArray, sql } from 'drizzle-orm';
import type { TrustBundle } from '../../../contract/api/spiffe.ts';
import { trustDomainOf } from '../../../contract/spiffe.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { SigningKeys } from '../../base/signing-keys/service.ts';
import { signingKeysTable } from '../../base/signing-keys/tables.ts';
import { defaultOrganisation } from '../../base/tenancy.ts';
import { organizationsTable } from '../../configuration/workspaces/tables.ts';
import type { X509Authority } from './x509-authority.ts';

/** Seconds that a reader may use its copy of the bundle. */
export const refreshHintS = 300;
/** How long a replaced key stays in the bundle; its documents live five minutes, and copies of the bundle five more. */
export const keepRetiredMs = 60 * 60 * 1000;

export interface TrustBundles {
  /** Undefined for a trust domain of another deployment. */
  find(trustDomain: string): Promise<TrustBundle | undefined>;
  /** Gives the trust domain of an organisation. */
  trustDomainOf(orgId: string): string;
  /** Gives the organisation of a trust domain; undefined for a trust domain of another deployment. */
  findOrganisation(trustDomain: string): Promise<string | undefined>;
}

export interface TrustBundlesDeps {
  readonly db: Db;
  readonly keys: Pick<SigningKeys, 'list'>;
  readonly authority: Pick<X509Authority, 'bundle'>;
  readonly clock: Clock;
  /** The deployment's trust domain. */
  readonly trustDomain: string;
}

export function createTrustBundles({ db, keys, authority, clock, trustDomain }: TrustBundlesDeps): TrustBundles {
  const findOrganisation = async (asked: string): Promise<string | undefined> => {
    if (asked === trustDomain) return defaultOrganisation;
    const suffix = `.${trustDomain}`;
    if (!asked.endsWith(suffix)) return undefined;
    const label = asked.slice(0, -suffix.length);
    const [row] = await db
      .select({ id: organizationsTable.id })
      .from(organizationsTable)
      .where(sql`lower(${organizationsTable.id}) = ${label}`);
    return row !== undefined && trustDomainOf(trustDomain, row.id) === asked ? row.id : undefined;
  };

  /** Gives the sequence number: each key changes the bundle twice, when it is added and when it is removed. */
  const readSequence = async (): Promise<number> => {
    const goneAt = clock.now() - keepRetiredMs;
    const [row] = await db
      .select({ came: count(), gone: sql<string>`count(*) filter (where ${signingKeysTable.retired_at} <= ${goneAt})` })
      .from(signingKeysTable)
      .where(inArray(signingKeysTable.purpose, ['jwt-svid', 'x509-ca']));
    return (row?.came ?? 0) + Number(row?.gone ?? 0);
  };

  return {
    async find(asked) {
      if ((await findOrganisation(asked)) === undefined) return undefined;
      const list = await keys.list();
      const { authorities } = await authority.bundle();
      return {
        keys: [
          ...list.map(({ kty, kid, crv, x, y }) => ({ kty, use: 'jwt-svid', kid, crv, x, y })),
          ...authorities.map(({ der }) => toAuthorityKey(der)),
        ],
        spiffe_sequence: await readSequence(),
        spiffe_refresh_hint: refreshHintS,
      };
    },
    trustDomainOf: (orgId) => trustDomainOf(trustDomain, orgId),
    findOrganisation,
  };
}

/** Section 4.2.2: one certificate, and its public key. One authority signs for every organisation. */
function toAuthorityKey(der: Uint8Array) {
  const { kty = '', crv = '', x = '', y = '' } = new X509Certificate(der).publicKey.export({ format: 'jwk' });
  return { kty, use: 'x509-svid', crv, x, y, x5c: [Buffer.from(der).toString('base64')] };
}

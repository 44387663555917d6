/** The trust bundle (SPIFFE Trust Domain and Bundle, section 4): the keys that documents of a trust domain are checked with. */
import { X509Certificate } from 'node:crypto';
import { count, inArray, sql } from 'drizzle-orm';
import { type Static, Type } from 'typebox';
import { trustDomainOf } from '../../contract/spiffe.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { SigningKeys } from '../signing-keys/service.ts';
import { signingKeysTable } from '../signing-keys/tables.ts';
import { defaultOrganisation } from '../tenancy.ts';
import { organizationsTable } from '../workspaces/tables.ts';
import type { X509Authority } from './x509-authority.ts';

const BundleKeySchema = Type.Object({
  kty: Type.String(),
  use: Type.String({ description: 'jwt-svid: checks JWT-SVIDs; x509-svid: checks X.509-SVIDs' }),
  kid: Type.Optional(Type.String()),
  crv: Type.String(),
  x: Type.String(),
  y: Type.String(),
  x5c: Type.Optional(
    Type.Array(Type.String(), { description: 'the certificate of an authority, base64 of DER; with use x509-svid' }),
  ),
});

export const TrustBundleSchema = Type.Object(
  {
    keys: Type.Array(BundleKeySchema),
    spiffe_sequence: Type.Integer({ description: 'rises whenever a key comes or goes' }),
    spiffe_refresh_hint: Type.Integer({ description: 'seconds after which it is worth a look again' }),
  },
  { $id: 'TrustBundle' },
);
export type TrustBundle = Static<typeof TrustBundleSchema>;

/** How long whoever checks documents may go on with a copy. */
export const refreshHintS = 300;
/** How long a replaced key stays in the bundle: what it signed lives five minutes, copies of the bundle as long again. */
export const keepRetiredMs = 60 * 60 * 1000;

export interface TrustBundles {
  /** Undefined for a trust domain that is none of this deployment. */
  find(trustDomain: string): Promise<TrustBundle | undefined>;
  /** That of an organisation. */
  trustDomainOf(orgId: string): string;
  /** The organisation that a trust domain is of; undefined for one that is none of this deployment. */
  findOrganisation(trustDomain: string): Promise<string | undefined>;
}

export interface TrustBundlesDeps {
  readonly db: Db;
  readonly keys: Pick<SigningKeys, 'list'>;
  readonly authority: Pick<X509Authority, 'bundle'>;
  readonly clock: Clock;
  /** Of the deployment. */
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

  /** Each key makes the bundle another twice: when it comes, and when it goes. */
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

/** Section 4.2.2: one certificate, and its key once more. One authority signs for every organisation. */
function toAuthorityKey(der: Uint8Array) {
  const { kty = '', crv = '', x = '', y = '' } = new X509Certificate(der).publicKey.export({ format: 'jwk' });
  return { kty, use: 'x509-svid', crv, x, y, x5c: [Buffer.from(der).toString('base64')] };
}

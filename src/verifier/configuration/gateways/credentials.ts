/**
 * Reads the credentials that a bundle lists for callers of gateways: hashes of API keys, and the keys that sign access
 * tokens. Other features store them.
 */
import { and, asc, eq, gt, isNull, or } from 'drizzle-orm';
import {
  type BundleAccessTokens,
  type BundleApiKey,
  type BundleEndedGrant,
  type BundleKey,
  type BundleRevokedToken,
  maxEndedGrants,
  maxRevokedTokens,
} from '../../../contract/control/config-bundle.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { AccessKind, NoHook } from '../../base/lifecycle-hooks.ts';
import { signingKeysTable } from '../../base/signing-keys/tables.ts';

/**
 * Lists of what gateways must know about each kind of credential. They are read in the transaction that a bundle is made from, and
 * from the stored state alone: never from the clock.
 */
export interface CredentialLists {
  /**
   * Lists keys of an organisation with the scope `gateway:call` that are not revoked and had not ended at that time. Gateways
   * check the time themselves; every other change of this list is recorded by `changes.record` with kind `api_key`, in the
   * same transaction.
   */
  api_key(tx: Db, orgId: string, atMs: number): Promise<BundleApiKey[]>;
  /**
   * Lists consents that ended at a time from which their tokens may still be valid at `atMs`. Every addition raises the revision.
   */
  delegation_grant(tx: Db, orgId: string, atMs: number): Promise<readonly BundleEndedGrant[]>;
  /**
   * Lists revoked tokens for these audiences that would still be valid at `atMs`; of too many the newest and one more. Every
   * addition raises the revision.
   */
  access_token(
    tx: Db,
    orgId: string,
    asked: { readonly atMs: number; readonly audiences: readonly string[] },
  ): Promise<readonly BundleRevokedToken[]>;
}

/** The list of each kind of access, or why gateways need none. */
export type GatewayCredentials = {
  readonly [Kind in AccessKind]: Kind extends keyof CredentialLists ? CredentialLists[Kind] : NoHook;
};

export interface BundleCredentials {
  readonly apiKeys: readonly BundleApiKey[];
  readonly accessTokens: BundleAccessTokens | undefined;
  readonly endedGrants: Newest<BundleEndedGrant>;
  readonly revokedTokens: Newest<BundleRevokedToken>;
}

/** As many lines as a bundle holds. */
export interface Newest<Line> {
  readonly lines: readonly Line[];
  /** End of the last one that was cut off; absent: none was. */
  readonly cut?: number;
}

/** Keeps the ones that end last, if there are too many. */
export function takeNewest<Line extends { readonly until: number }>(all: readonly Line[], most: number): Newest<Line> {
  const sorted = all.toSorted((left, right) => right.until - left.until);
  const left = sorted[most];
  return left === undefined ? { lines: sorted } : { lines: sorted.slice(0, most), cut: left.until };
}

/** Longer than the validity of anything that a replaced key has signed. */
const keepRetiredMs = 24 * 60 * 60 * 1000;

/** Gives the resource indicator of gateways, as the issuer knows it. */
export function toGatewayAudience(issuer: string): string {
  return `${issuer}/gateway`;
}

/** Reads all credentials for the gateways of an organisation, in the state that the transaction sees. */
export async function readBundleCredentials(
  tx: Db,
  orgId: string,
  asked: {
    readonly issuer: string;
    /** Audience of MCP gateways; undefined without any. */
    readonly mcpAudience: string | undefined;
    readonly changedAt: number;
    readonly lists: CredentialLists;
  },
): Promise<BundleCredentials> {
  const { issuer, mcpAudience, changedAt, lists } = asked;
  const audience = toGatewayAudience(issuer);
  const audiences = [audience, ...(mcpAudience === undefined ? [] : [mcpAudience])];
  const apiKeys = await lists.api_key(tx, orgId, changedAt);
  const keys = await listTokenKeys(tx, changedAt);
  const accessTokens =
    keys.length === 0
      ? undefined
      : { issuer, audience, ...(mcpAudience === undefined ? {} : { mcp_audience: mcpAudience }), keys };
  const endedGrants = await lists.delegation_grant(tx, orgId, changedAt);
  const revokedTokens = await lists.access_token(tx, orgId, { atMs: changedAt, audiences });
  return {
    apiKeys,
    accessTokens,
    endedGrants: takeNewest(endedGrants, maxEndedGrants),
    revokedTokens: takeNewest(revokedTokens, maxRevokedTokens),
  };
}

/** Lists public keys that sign access tokens or did so lately, oldest first, of all processes. */
export async function listTokenKeys(tx: Db, atMs: number): Promise<BundleKey[]> {
  const { purpose, retired_at: retiredAt, created_at: createdAt, kid } = signingKeysTable;
  const isInUse = or(isNull(retiredAt), gt(retiredAt, atMs - keepRetiredMs));
  const rows = await tx
    .select()
    .from(signingKeysTable)
    .where(and(eq(purpose, 'token'), isInUse))
    .orderBy(asc(createdAt), asc(kid));
  return rows.map(({ kid: id, jwk: { kty, crv, x, y } }) => ({ kid: id, kty, crv, x, y }));
}

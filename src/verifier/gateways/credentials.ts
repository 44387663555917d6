/**
 * What callers of gateways may show: API keys by their hashes, and the keys that access tokens are signed with. Others
 * store them; here is what a bundle says of them.
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
} from '../../contract/control/config-bundle.ts';
import type { Db } from '../../platform/db/db.ts';
import { signingKeysTable } from '../signing-keys/tables.ts';

/** Read in the transaction that a bundle is made from, and by the stored state alone: never by the clock. */
export interface CredentialSource {
  /**
   * Secrets of the keys of an organisation with the scope `gateway:call` that are not revoked and had not ended at that
   * time. Gateways look at the clock themselves; anything else that changes this list is told by `changes.record` with
   * kind `api_key`, in the same transaction.
   */
  listApiKeys(tx: Db, orgId: string, atMs: number): Promise<BundleApiKey[]>;
}

/** The same, of what ends access tokens before their time. Whatever adds to these lists raises the revision. */
export interface TakenBackSource {
  /** Consents that ended at a time from which tokens under them may still be alive at `atMs`. */
  listEndedGrants?(tx: Db, orgId: string, atMs: number): Promise<readonly BundleEndedGrant[]>;
  /** Tokens for these audiences that would still be alive at `atMs`; of too many the newest and one more. */
  listRevokedTokens?(
    tx: Db,
    orgId: string,
    asked: { readonly atMs: number; readonly audiences: readonly string[] },
  ): Promise<readonly BundleRevokedToken[]>;
}

export interface BundleCredentials {
  readonly apiKeys: readonly BundleApiKey[];
  readonly accessTokens: BundleAccessTokens | undefined;
  readonly endedGrants: Newest<BundleEndedGrant>;
  readonly revokedTokens: Newest<BundleRevokedToken>;
}

/** As many as a bundle holds. */
export interface Newest<Line> {
  readonly lines: readonly Line[];
  /** When the last one is over that is not among them; absent: all are. */
  readonly cut?: number;
}

/** Of too many the ones that are over last. */
export function takeNewest<Line extends { readonly until: number }>(all: readonly Line[], most: number): Newest<Line> {
  const sorted = all.toSorted((left, right) => right.until - left.until);
  const left = sorted[most];
  return left === undefined ? { lines: sorted } : { lines: sorted.slice(0, most), cut: left.until };
}

/** Longer than anything that a replaced key has signed is good for. */
const keepRetiredMs = 24 * 60 * 60 * 1000;

/** The resource indicator of gateways, as the issuer knows it. */
export function toGatewayAudience(issuer: string): string {
  return `${issuer}/gateway`;
}

/** Everything that gateways of an organisation may be shown, at the state that the transaction sees. */
export async function readCredentials(
  tx: Db,
  orgId: string,
  asked: {
    readonly issuer: string;
    /** Of gateways of tools; undefined where there are none. */
    readonly mcpAudience: string | undefined;
    readonly changedAt: number;
    readonly sources: readonly CredentialSource[];
    readonly takenBack: readonly TakenBackSource[];
  },
): Promise<BundleCredentials> {
  const { issuer, mcpAudience, changedAt, sources } = asked;
  const audience = toGatewayAudience(issuer);
  const audiences = [audience, ...(mcpAudience === undefined ? [] : [mcpAudience])];
  const apiKeys: BundleApiKey[] = [];
  for (const source of sources) apiKeys.push(...(await source.listApiKeys(tx, orgId, changedAt)));
  const keys = await listTokenKeys(tx, changedAt);
  const accessTokens =
    keys.length === 0
      ? undefined
      : { issuer, audience, ...(mcpAudience === undefined ? {} : { mcp_audience: mcpAudience }), keys };
  const endedGrants: BundleEndedGrant[] = [];
  const revokedTokens: BundleRevokedToken[] = [];
  for (const source of asked.takenBack) {
    endedGrants.push(...((await source.listEndedGrants?.(tx, orgId, changedAt)) ?? []));
    revokedTokens.push(...((await source.listRevokedTokens?.(tx, orgId, { atMs: changedAt, audiences })) ?? []));
  }
  return {
    ...{ apiKeys, accessTokens },
    endedGrants: takeNewest(endedGrants, maxEndedGrants),
    revokedTokens: takeNewest(revokedTokens, maxRevokedTokens),
  };
}

/** Public keys that access tokens are or were signed with lately, oldest first, of all processes. */
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

/**
 * Tokens that are fetched when they are needed: by a credential's own client (kept in the vault, for all processes), and
 * in exchange for the token of the call (RFC 8693; kept in the memory of this process alone, for this very token).
 */
import { createHash } from 'node:crypto';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Secret } from '../../../platform/secret.ts';
import type { ForeignOAuth, TokenAnswer } from '../../foreign-oauth/seams.ts';
import type { Vault } from '../../vault/seams.ts';
import { readClient, readIfThere } from '../refresh/ask.ts';
import { type KeptToken, readKept } from '../refresh/kept-token.ts';
import { settleMs } from '../refresh/refresh.ts';
import { keepUntil } from '../refresh/times.ts';
import type { CredentialLife } from '../seams.ts';
import type { ScopedCredentialRow } from '../tables.ts';

export interface TokenDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly vault: Pick<Vault, 'read'>;
  readonly oauth: Pick<ForeignOAuth, 'exchange'>;
  readonly refresh: CredentialLife['refresh'];
}

export interface GivenToken {
  readonly token: Secret;
  /** When the other side takes it no more; milliseconds since the epoch, null where it does not say. */
  readonly ends: number | null;
}

export interface ClientToken extends GivenToken {
  /** As it stands: a token that was fetched for this call is another version. */
  readonly row: ScopedCredentialRow;
}

/** The token of the credential's own client; undefined where the other side gives none now. */
export async function takeClientToken(deps: TokenDeps, row: ScopedCredentialRow): Promise<ClientToken | undefined> {
  const kept = await readKeptOf(deps, row);
  const now = deps.clock.now();
  if (kept !== undefined && kept.until > now) return { ...kept, row };
  const fetched = await deps.refresh(row.org_id, row.id, row.version);
  if (fetched.version !== row.version) {
    const next = await readKeptOf(deps, fetched);
    return next === undefined ? undefined : { ...next, row: fetched };
  }
  // What there is is good until its very end, if there is nothing newer.
  const isGood = kept !== undefined && (kept.ends === null || kept.ends > now);
  return isGood ? { ...kept, row: fetched } : undefined;
}

async function readKeptOf(deps: TokenDeps, row: ScopedCredentialRow): Promise<KeptToken | undefined> {
  const text = await readIfThere(deps, row, 'access_token');
  return text === undefined ? undefined : readKept(text);
}

export interface ExchangeWish {
  readonly resource: string;
  readonly scopes: readonly string[];
  readonly subjectToken: Secret;
  /** When that one is over. */
  readonly subjectEnds: number;
  /** The other side did not take what was exchanged before. */
  readonly isFailed: boolean;
}

export type Exchanged =
  | ({ readonly kind: 'token' } & GivenToken)
  | Exclude<TokenAnswer, { kind: 'tokens' }>
  | { readonly kind: 'impossible' };

export type ExchangeToken = (row: ScopedCredentialRow, wish: ExchangeWish) => Promise<Exchanged>;

interface Remembered extends GivenToken {
  readonly until: number;
  /** When it took the place of one that was refused; undefined for a first one. */
  readonly renewedAt: number | undefined;
}

/** Tokens in memory, of the calls of a few minutes. */
const mostRemembered = 5_000;

/** Makes the exchange with its memory: one call to the other side for any number of calls with one token. */
export function createTokenExchange(deps: TokenDeps): ExchangeToken {
  const remembered = new Map<string, Remembered>();
  const underWay = new Map<string, Promise<Exchanged>>();

  const exchange = async (key: string, row: ScopedCredentialRow, wish: ExchangeWish): Promise<Exchanged> => {
    const answer = await ask(deps, row, wish);
    if (answer === undefined) return { kind: 'impossible' };
    if (answer.kind !== 'tokens') return answer;
    const { accessToken: token, expiresAt } = answer.tokens;
    const ends = expiresAt ?? null;
    const until = Math.min(keepUntil(deps.clock.now(), expiresAt), wish.subjectEnds);
    for (const oldest of remembered.keys()) {
      if (remembered.size < mostRemembered) break;
      remembered.delete(oldest);
    }
    remembered.set(key, { token, ends, until, renewedAt: wish.isFailed ? deps.clock.now() : undefined });
    return { kind: 'token', token, ends };
  };

  return async (row, wish) => {
    const key = keyOf(row, wish);
    // What came of a 401 and is refused again is refused for another reason: the other side is not asked at each call.
    const isRecent = deps.clock.now() < (remembered.get(key)?.renewedAt ?? Number.NEGATIVE_INFINITY) + settleMs;
    if (wish.isFailed && !isRecent) remembered.delete(key);
    const known = remembered.get(key);
    if (known !== undefined && known.until > deps.clock.now()) {
      return { kind: 'token', token: known.token, ends: known.ends };
    }
    const running = underWay.get(key) ?? exchange(key, row, wish).finally(() => underWay.delete(key));
    underWay.set(key, running);
    return running;
  };
}

async function ask(
  deps: TokenDeps,
  row: ScopedCredentialRow,
  { resource, scopes, subjectToken }: ExchangeWish,
): Promise<TokenAnswer | undefined> {
  const { issuer } = row;
  const client = await readClient(deps, row, row.version);
  if (issuer === null || client === undefined) return undefined;
  return deps.oauth.exchange(row.org_id, { issuer, client, resource, scopes, subjectToken });
}

/** Another token, another secret of ours, another resource or other scopes are another question. */
function keyOf({ org_id, id, version }: ScopedCredentialRow, { resource, scopes, subjectToken }: ExchangeWish): string {
  const parts = JSON.stringify([org_id, id, version, resource, [...scopes].sort(), subjectToken.reveal()]);
  return createHash('sha256').update(parts).digest('base64url');
}

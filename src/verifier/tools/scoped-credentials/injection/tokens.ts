/**
 * Fetches tokens on demand: for a credential's own client (kept in the vault, for all processes), and in exchange for the
 * token of the call (RFC 8693; kept only in this process's memory, for this exact token).
 */
import { createHash } from 'node:crypto';
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/db.ts';
import type { Secret } from '../../../../platform/secret.ts';
import type { Vault } from '../../../base/vault/ports.ts';
import type { ForeignOAuth, TokenAnswer } from '../../foreign-oauth/ports.ts';
import type { CredentialLifecycle } from '../ports.ts';
import { readClient, readIfThere } from '../refresh/ask.ts';
import { type KeptToken, readKept } from '../refresh/kept-token.ts';
import { settleMs } from '../refresh/refresh.ts';
import { keepUntil } from '../refresh/times.ts';
import type { ScopedCredentialRow } from '../tables.ts';

export interface TokenDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly vault: Pick<Vault, 'read'>;
  readonly oauth: Pick<ForeignOAuth, 'exchange'>;
  readonly refresh: CredentialLifecycle['refresh'];
}

export interface GivenToken {
  readonly token: Secret;
  /** End of its validity in milliseconds since the epoch; null if the server does not say. */
  readonly ends: number | null;
}

export interface ClientToken extends GivenToken {
  /** The row after the fetch: a newly fetched token is a new version. */
  readonly row: ScopedCredentialRow;
}

/** Gives the token of the credential's own client; undefined if the server gives none now. */
export async function takeClientToken(deps: TokenDeps, row: ScopedCredentialRow): Promise<ClientToken | undefined> {
  const kept = await readKeptOf(deps, row);
  const now = deps.clock.now();
  if (kept !== undefined && kept.until > now) return { ...kept, row };
  const fetched = await deps.refresh(row.org_id, row.id, row.version);
  if (fetched.version !== row.version) {
    const next = await readKeptOf(deps, fetched);
    return next === undefined ? undefined : { ...next, row: fetched };
  }
  // Without a newer token, the old one is used until its end.
  const isGood = kept !== undefined && (kept.ends === null || kept.ends > now);
  return isGood ? { ...kept, row: fetched } : undefined;
}

async function readKeptOf(deps: TokenDeps, row: ScopedCredentialRow): Promise<KeptToken | undefined> {
  const text = await readIfThere(deps, row, 'access_token');
  return text === undefined ? undefined : readKept(text);
}

export interface UpstreamExchangeRequest {
  readonly resource: string;
  readonly scopes: readonly string[];
  readonly subjectToken: Secret;
  readonly subjectEnds: number;
  /** True if the service refused the token exchanged before. */
  readonly isFailed: boolean;
}

export type ExchangedToken =
  | ({ readonly kind: 'token' } & GivenToken)
  | Exclude<TokenAnswer, { kind: 'tokens' }>
  | { readonly kind: 'impossible' };

export type ExchangeToken = (row: ScopedCredentialRow, request: UpstreamExchangeRequest) => Promise<ExchangedToken>;

interface CachedToken extends GivenToken {
  readonly until: number;
  /** When it replaced a refused token; undefined for a first token. */
  readonly renewedAt: number | undefined;
}

/** Maximum of tokens in memory; they live a few minutes. */
const maxCached = 5_000;

/** Makes an exchange with a memory: one request to the server for any number of calls with the same token. */
export function createUpstreamTokenExchange(deps: TokenDeps): ExchangeToken {
  const cached = new Map<string, CachedToken>();
  const underWay = new Map<string, Promise<ExchangedToken>>();

  const exchange = async (
    key: string,
    row: ScopedCredentialRow,
    request: UpstreamExchangeRequest,
  ): Promise<ExchangedToken> => {
    const answer = await ask(deps, row, request);
    if (answer === undefined) return { kind: 'impossible' };
    if (answer.kind !== 'tokens') return answer;
    const { accessToken: token, expiresAt } = answer.tokens;
    const ends = expiresAt ?? null;
    const until = Math.min(keepUntil(deps.clock.now(), expiresAt), request.subjectEnds);
    for (const oldest of cached.keys()) {
      if (cached.size < maxCached) break;
      cached.delete(oldest);
    }
    cached.set(key, { token, ends, until, renewedAt: request.isFailed ? deps.clock.now() : undefined });
    return { kind: 'token', token, ends };
  };

  return async (row, request) => {
    const key = keyOf(row, request);
    // A renewed token that gets 401 again fails for another reason: the server is not asked at each call.
    const isRecent = deps.clock.now() < (cached.get(key)?.renewedAt ?? Number.NEGATIVE_INFINITY) + settleMs;
    if (request.isFailed && !isRecent) cached.delete(key);
    const known = cached.get(key);
    if (known !== undefined && known.until > deps.clock.now()) {
      return { kind: 'token', token: known.token, ends: known.ends };
    }
    const running = underWay.get(key) ?? exchange(key, row, request).finally(() => underWay.delete(key));
    underWay.set(key, running);
    return running;
  };
}

async function ask(
  deps: TokenDeps,
  row: ScopedCredentialRow,
  { resource, scopes, subjectToken }: UpstreamExchangeRequest,
): Promise<TokenAnswer | undefined> {
  const { issuer } = row;
  const client = await readClient(deps, row, row.version);
  if (issuer === null || client === undefined) return undefined;
  return deps.oauth.exchange(row.org_id, { issuer, client, resource, scopes, subjectToken });
}

/** Another token, secret, resource or set of scopes is another key. */
function keyOf(
  { org_id, id, version }: ScopedCredentialRow,
  { resource, scopes, subjectToken }: UpstreamExchangeRequest,
): string {
  const parts = JSON.stringify([org_id, id, version, resource, [...scopes].sort(), subjectToken.reveal()]);
  return createHash('sha256').update(parts).digest('base64url');
}

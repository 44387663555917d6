/**
 * Fetches client tokens with more scopes than a credential has, for a call that a service refused for missing scopes (MCP
 * step-up). Tokens and refusals are kept in this process's memory, so that a service that always wants more does not cause a
 * request at each call. A client whose scopes were stated gets no others.
 */
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { isAppError } from '../../../../platform/errors.ts';
import type { Vault } from '../../../base/vault/ports.ts';
import type { ForeignOAuth } from '../../foreign-oauth/ports.ts';
import { readClient } from '../refresh/ask.ts';
import { keepUntil } from '../refresh/times.ts';
import type { ScopedCredentialRow } from '../tables.ts';
import type { GivenToken } from './tokens.ts';

export interface WiderTokensDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly vault: Pick<Vault, 'read'>;
  readonly oauth: Pick<ForeignOAuth, 'clientCredentials'>;
}

/** Undefined if the server grants no token with all of these scopes. */
export type TakeWiderToken = (row: ScopedCredentialRow, scopes: readonly string[]) => Promise<GivenToken | undefined>;

interface Kept {
  readonly given: GivenToken | undefined;
  readonly until: number;
}

const maxKept = 5_000;
const refusedMs = 60_000;
const maxScopes = 100;

/** True for a client that may have every scope that its authorization server grants. */
export function isOpenClient({ auth_type, requested_scopes }: ScopedCredentialRow): boolean {
  return auth_type === 'client_credentials' && requested_scopes.length === 0;
}

export function createWiderTokens(deps: WiderTokensDeps): TakeWiderToken {
  const { clock } = deps;
  const kept = new Map<string, Kept>();
  const underWay = new Map<string, Promise<GivenToken | undefined>>();

  const fetch = async (key: string, row: ScopedCredentialRow, scopes: readonly string[]) => {
    const found = await ask(deps, row, scopes);
    for (const oldest of kept.keys()) {
      if (kept.size < maxKept) break;
      kept.delete(oldest);
    }
    kept.set(key, found);
    return found.given;
  };

  return async (row, wanted) => {
    const scopes = [...new Set([...row.granted_scopes, ...wanted])].sort();
    if (!isOpenClient(row) || scopes.length > maxScopes) return undefined;
    // Another version is another secret or follows a refused token: its results are not reused.
    const key = JSON.stringify([row.org_id, row.id, row.version, scopes]);
    const known = kept.get(key);
    if (known !== undefined && known.until > clock.now()) return known.given;
    const running = underWay.get(key) ?? fetch(key, row, scopes).finally(() => underWay.delete(key));
    underWay.set(key, running);
    return running;
  };
}

async function ask(deps: WiderTokensDeps, row: ScopedCredentialRow, scopes: readonly string[]): Promise<Kept> {
  const refused: Kept = { given: undefined, until: deps.clock.now() + refusedMs };
  const { issuer, resource } = row;
  const client = await readClient(deps, row, row.version);
  if (issuer === null || client === undefined) return refused;
  const request = { issuer, client, resource: resource ?? '', scopes };
  const answer = await deps.oauth.clientCredentials(row.org_id, request).catch((error: unknown) => {
    // The upstream server failed, not this one: the call ends as one without a credential.
    if (isAppError(error) && error.code !== 'internal') return undefined;
    throw error;
  });
  if (answer?.kind !== 'tokens') return refused;
  const { accessToken: token, expiresAt, scopes: given } = answer.tokens;
  if (!scopes.every((scope) => given.includes(scope))) return refused;
  return { given: { token, ends: expiresAt ?? null }, until: keepUntil(deps.clock.now(), expiresAt) };
}

/**
 * Refreshes a credential at its authorization server: a single flight across processes. The process that takes the lease in
 * the row asks, once; all others wait for its result. New tokens are stored before anybody uses them. If the process dies
 * between the two, the next try is refused (`invalid_grant`) and a person has to connect again, without a loop.
 */
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { RandomBytes } from '../../../../platform/ids.ts';
import type { Vault } from '../../../base/vault/ports.ts';
import type { ForeignOAuth, TokenSet } from '../../foreign-oauth/ports.ts';
import type { CredentialLifecycle } from '../ports.ts';
import { placeOf } from '../secret-places.ts';
import type { ScopedCredentialRow } from '../tables.ts';
import { askForTokens } from './ask.ts';
import { createRefreshFinish, type FinishDeps, type RefreshFinish } from './finish.ts';
import type { RefreshStore } from './store.ts';
import { isFresh, isPausing } from './times.ts';

export interface RefreshDeps extends Omit<FinishDeps, 'vault'> {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly store: RefreshStore;
  readonly vault: Vault;
  readonly oauth: Pick<ForeignOAuth, 'refresh' | 'clientCredentials' | 'revoke'>;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Pauses between looks while another process refreshes. */
const firstWaitMs = 50;
const longestWaitMs = 1_000;
const maxWaitMs = 10_000;

/**
 * Time after a 401 refresh within which another 401 does not cause a new one: a new token would not help. It doubles with
 * each repetition, so that a service that is made to answer 401 does not use up refresh tokens or flood the authorization
 * server.
 */
export const settleMs = 10_000;
const longestSettleMs = 10 * 60_000;
const maxRecent = 10_000;

interface Recent {
  readonly version: number;
  readonly at: number;
  readonly settleMs: number;
}

interface Core extends RefreshDeps {
  /** What this process got because of a 401, and when. */
  readonly recent: Map<string, Recent>;
  readonly finish: RefreshFinish;
  /** Id of this process, in the leases that it takes. */
  readonly process: string;
}

export function createRefresh(deps: RefreshDeps): CredentialLifecycle['refresh'] {
  const finish = createRefreshFinish(deps);
  const core = { ...deps, finish, recent: new Map(), process: Buffer.from(deps.randomBytes(9)).toString('base64url') };
  return async (orgId, id, failedVersion) => {
    const first = await find(core, orgId, id);
    const step = await judge(core, first, failedVersion);
    if (step === 'keep') return first;
    if (step !== 'ask') {
      await finish.end(first, step.status, step.reason);
      return find(core, orgId, id);
    }
    const after = await askOnce(core, first);
    if (failedVersion !== undefined && after.version !== failedVersion) noteRecent(core, first, after);
    return after;
  };
}

function noteRecent({ recent, clock }: Core, first: ScopedCredentialRow, after: ScopedCredentialRow): void {
  const { org_id, id, version, auth_type } = after;
  const key = `${org_id}/${id}`;
  const before = recent.get(key);
  // A token that had expired does not count as refused.
  const isRefused = auth_type === 'oauth2_code' && isFresh(first, clock.now());
  const isAgain = isRefused && before !== undefined && clock.now() < before.at + 2 * before.settleMs;
  recent.delete(key);
  for (const oldest of recent.keys()) {
    if (recent.size < maxRecent) break;
    recent.delete(oldest);
  }
  const pause = isAgain ? Math.min(before.settleMs * 2, longestSettleMs) : settleMs;
  recent.set(key, { version, at: clock.now(), settleMs: pause });
}

/** True if a 401 was refreshed a moment ago: a server that always answers 401 does not cause a refresh at each call. */
function isRecent({ recent, clock }: Core, { org_id, id, version }: ScopedCredentialRow): boolean {
  const known = recent.get(`${org_id}/${id}`);
  return known?.version === version && clock.now() < known.at + known.settleMs;
}

/** One process asks; the others wait for it and take its result. */
async function askOnce(core: Core, first: ScopedCredentialRow): Promise<ScopedCredentialRow> {
  const { db, clock, store, sleep } = core;
  const { org_id: orgId, id, version } = first;
  let row = first;
  for (let waitedMs = 0, waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    const leased = await store.lease(db, row, core.process, clock);
    if (leased !== undefined) {
      await run(core, leased);
      return find(core, orgId, id);
    }
    if (waitedMs >= maxWaitMs) {
      const detail = 'the credential is being refreshed, and the service does not answer';
      throw new AppError('unavailable', detail, { detail, retryAfterS: 5 });
    }
    await sleep(waitMs);
    waitedMs += waitMs;
    row = await find(core, orgId, id);
    // A dead process leaves its lease: the next round takes it over once it has expired.
    if (row.version !== version || !isInUse(row) || row.lease_by === null) return row;
  }
}

async function run(core: Core, leased: ScopedCredentialRow): Promise<void> {
  const { finish } = core;
  const answer = await askForTokens(core, leased).catch(async (error: unknown) => {
    // No tokens were given: the next process may try at once.
    await finish.release(leased);
    throw error;
  });
  if (answer.kind === 'tokens') return keep(core, leased, answer.tokens);
  if (answer.kind === 'unavailable') return finish.noteFailure(leased);
  return finish.endLeased(leased, answer.kind === 'refused' ? toReason(answer.error) : answer.reason);
}

/** Stores the tokens or revokes them: tokens that arrive after a revocation must not live on. */
async function keep(core: Core, leased: ScopedCredentialRow, tokens: TokenSet): Promise<void> {
  const { db, store, oauth } = core;
  const stored = await storeWithPatience(core, leased, tokens);
  if (stored !== undefined) return;
  const { org_id: orgId, id, issuer, foreign_client_id: clientRowId } = leased;
  const row = await store.find(db, orgId, id);
  // The credential was refreshed or connected by somebody else. Its tokens may be of the same family and must live.
  if ((row !== undefined && row.status !== 'revoked') || issuer === null || clientRowId === null) return;
  const { refreshToken, accessToken } = tokens;
  const hint = refreshToken === undefined ? 'access_token' : 'refresh_token';
  await oauth.revoke(orgId, { issuer, clientRowId, token: refreshToken ?? accessToken, hint });
}

/** Retries the storing: the server has invalidated the old tokens already, so the new ones are given up last. */
async function storeWithPatience({ finish, sleep }: Core, leased: ScopedCredentialRow, tokens: TokenSet) {
  for (const pause of storePausesMs) {
    try {
      return await finish.storeTokens(leased, tokens);
    } catch {
      await sleep(pause);
    }
  }
  return finish.storeTokens(leased, tokens);
}

/** Together shorter than the lease, and longer than a restart of the database takes. */
const storePausesMs = [100, 500, 2_000, 5_000, 10_000];

type Step = 'keep' | 'ask' | { readonly status: 'reauth_required' | 'expired'; readonly reason: string };

/** Decides what to do about a credential; `failedVersion` is the version that the service answered 401 to. */
async function judge(core: Core, row: ScopedCredentialRow, failedVersion: number | undefined): Promise<Step> {
  const { db, vault, clock } = core;
  const now = clock.now();
  const isFailed = failedVersion !== undefined;
  if (isFailed && failedVersion !== row.version) return 'keep';
  if (!isInUse(row) || (isFailed && isFresh(row, now) && isRecent(core, row))) return 'keep';
  switch (row.auth_type) {
    case 'oauth2_code': {
      if (isFailed && isPausing(row, now)) return 'keep';
      if (row.lease_by !== null || (await vault.has(db, placeOf(row, 'refresh_token')))) return 'ask';
      if (!isFresh(row, now)) return { status: 'expired', reason: 'no_refresh_token' };
      return isFailed ? { status: 'reauth_required', reason: 'no_refresh_token' } : 'keep';
    }
    case 'client_credentials':
      return isFailed && isPausing(row, now) ? 'keep' : 'ask';
    case 'token_exchange':
      return 'keep';
    case 'api_key':
    case 'basic':
    case 'mtls': {
      if (!isFailed) return 'keep';
      // The previous secret is valid until then, and is given out instead.
      const isOverlap = row.rotation.overlap_until !== null && row.rotation.overlap_until > now;
      return isOverlap ? 'keep' : { status: 'reauth_required', reason: 'refused' };
    }
  }
}

function isInUse({ status }: ScopedCredentialRow): boolean {
  return status === 'active' || status === 'expiring' || status === 'refreshing' || status === 'rotating';
}

async function find({ db, store }: Core, orgId: string, id: string): Promise<ScopedCredentialRow> {
  const row = await store.find(db, orgId, id);
  if (row === undefined) {
    const detail = 'there is no such credential';
    throw new AppError('not_found', detail, { detail });
  }
  return row;
}

/** Keeps only error words of RFC 6749 section 5.2: no other text of the server is stored. */
function toReason(error: string): string {
  return /^[a-z_]{1,40}$/.test(error) ? error : 'refused';
}

/**
 * Handles the redirect back from the authorization server (RFC 6749 section 4.1.2, RFC 9207). `state` is used up before
 * anything is requested, so that only one of two concurrent callbacks continues. Tokens are stored only if the credential is
 * still as the person agreed to. If the process dies in between, only the new tokens are lost: the credential stays as it
 * was.
 */
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { type ErrorCode, isAppError } from '../../../../platform/errors.ts';
import type { Secret } from '../../../../platform/secret.ts';
import type { Audit } from '../../../base/audit-log/append.ts';
import type { Author } from '../../../base/control/author.ts';
import type { ControlChanges } from '../../../base/control/changes.ts';
import type { Vault } from '../../../base/vault/ports.ts';
import type { ForeignOAuth, TokenAnswer, TokenSet } from '../../foreign-oauth/ports.ts';
import { readIfThere } from '../refresh/ask.ts';
import { fingerprintOf } from '../secret-places.ts';
import type { ScopedCredentialRow } from '../tables.ts';
import { type ClosedReason, type ConnectAttempt, isAsAgreed, type ReadAttempt } from './connect-attempt.ts';
import { stateDigestOf, verifierPlace, verifiersTable } from './start.ts';
import type { ConnectStore } from './store.ts';
import { moved, type ObtainedSecret, type SealedVersion, type StoreObtained } from './store-obtained.ts';
import type { TellConnected } from './tell-connected.ts';

/** Why no usable tokens came back. The server's own text is never shown. */
export type FailureReason =
  /** The person or the authorization server declined. */
  | 'denied'
  | 'refused'
  | 'unavailable'
  /** The answer came from another server than the one that the person was sent to (RFC 9207). */
  | 'issuer_mismatch'
  | 'unusable';

export type Finished =
  | { readonly kind: 'closed'; readonly why: ClosedReason; readonly attempt?: ConnectAttempt }
  | { readonly kind: 'failed'; readonly why: FailureReason; readonly attempt: ConnectAttempt }
  | {
      readonly kind: 'connected';
      readonly attempt: ConnectAttempt;
      readonly credential: ScopedCredentialRow;
      /** Scopes that were requested and not granted. */
      readonly missing: readonly string[];
    };

export interface ConnectCallback {
  /** `query` is unparsed; `binding` is the browser's cookie, undefined if it sent none; `cameTo` is the part after the path. */
  finish(
    authors: readonly Author[],
    query: URLSearchParams,
    binding: string | undefined,
    cameTo?: string,
  ): Promise<Finished>;
}

export interface CallbackDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly store: ConnectStore;
  readonly changes: Pick<ControlChanges, 'hold'>;
  readonly audit: Audit;
  readonly vault: Pick<Vault, 'read' | 'destroy'>;
  readonly foreignOAuth: Pick<ForeignOAuth, 'finish' | 'revoke'>;
  readonly readAttempt: ReadAttempt;
  readonly storeObtained: StoreObtained;
  readonly notifyConnected: TellConnected;
}

/** Scopes that concern only the account. Servers return them with those of the resource (OpenID Connect Core section 5.4). */
const isOfPerson: ReadonlySet<string> = new Set([
  ...['openid', 'profile', 'email', 'address', 'phone', 'offline_access'],
]);
const stateForm = /^[\x21-\x7e]{16,512}$/;

export function createConnectCallback(deps: CallbackDeps): ConnectCallback {
  const { db, store, readAttempt } = deps;
  return {
    async finish(authors, query, binding, cameTo) {
      const state = query.get('state');
      if (state === null || !stateForm.test(state) || binding === undefined) return { kind: 'closed', why: 'unknown' };
      const link = await store.findByState(db, stateDigestOf(state, binding));
      const opened = await readAttempt(db, authors, link);
      if (opened.kind === 'closed') return opened;
      const { attempt } = opened;
      const verifier = await take(deps, attempt);
      if (verifier === undefined) return { kind: 'closed', why: 'used', attempt };
      if (!isAsAgreed(attempt, attempt.link.terms_digest)) return { kind: 'closed', why: 'changed', attempt };
      const answer = await ask(deps, attempt, { state, verifier, callback: query, cameTo });
      if (typeof answer === 'string') return fail(deps, attempt, answer);
      const left = await readLeft(deps, attempt);
      const finished = await keep(deps, attempt, answer);
      if (finished.kind === 'connected') {
        await deps.notifyConnected(attempt.author.orgId, attempt.credential.id);
        if (left !== undefined) await deps.foreignOAuth.revoke(attempt.author.orgId, left);
      } else await giveBack(deps, finished.attempt ?? attempt, answer);
      return finished;
    },
  };
}

/** Uses the link up and takes its stored verifier; undefined for a second callback. */
async function take({ db, clock, store, vault }: CallbackDeps, attempt: ConnectAttempt): Promise<Secret | undefined> {
  const verifier = await readVerifier(vault, db, attempt);
  return db.transaction(async (tx) => {
    const link = await store.use(tx, attempt.link, clock.now());
    if (link === undefined) return undefined;
    await vault.destroy(tx, { orgId: link.org_id, table: verifiersTable, recordId: link.id });
    return verifier;
  });
}

/** Undefined for a second callback. */
async function readVerifier(
  vault: CallbackDeps['vault'],
  db: Db,
  attempt: ConnectAttempt,
): Promise<Secret | undefined> {
  try {
    return await vault.read(db, verifierPlace(attempt.link, attempt.credential));
  } catch (error) {
    if (isAppError(error, 'not_found')) return undefined;
    throw error;
  }
}

interface Answered {
  readonly state: string;
  readonly verifier: Secret;
  readonly callback: URLSearchParams;
  readonly cameTo: string | undefined;
}

/** Exchanges the code; maps an error of the server to a `FailureReason`. */
async function ask(deps: CallbackDeps, attempt: ConnectAttempt, answered: Answered): Promise<TokenSet | FailureReason> {
  const { issuer, foreign_client_id: clientRowId, resource, scopes } = attempt.link;
  if (issuer === null || clientRowId === null) throw new Error('a link that was left by has an issuer and a client');
  const flow = { issuer, clientRowId, resource: resource ?? '', scopes, ...answered };
  const answer = await deps.foreignOAuth.finish(attempt.author.orgId, flow).catch(toFailure);
  if (typeof answer === 'string') return answer;
  return toTokens(answer);
}

const refusals: Readonly<Record<string, FailureReason>> = {
  access_denied: 'denied',
  issuer_mismatch: 'issuer_mismatch',
  temporarily_unavailable: 'unavailable',
};

function toTokens(answer: TokenAnswer): TokenSet | FailureReason {
  if (answer.kind === 'unavailable') return 'unavailable';
  if (answer.kind === 'refused') return refusals[answer.error] ?? 'refused';
  return answer.tokens.tokenType === 'Bearer' ? answer.tokens : 'unusable';
}

const passing: ReadonlySet<ErrorCode> = new Set([
  ...(['upstream_unavailable', 'upstream_timeout', 'unavailable', 'too_many_requests'] as const),
]);
const judged: ReadonlySet<ErrorCode> = new Set([
  'unprocessable',
  'invalid_request',
  'forbidden',
  'unauthorized',
  'not_found',
  'conflict',
]);

function toFailure(error: unknown): FailureReason {
  if (!isAppError(error)) throw error;
  if (passing.has(error.code)) return 'unavailable';
  if (!judged.has(error.code)) throw error;
  return error.extensions?.['reason'] === 'issuer_mismatch' ? 'issuer_mismatch' : 'refused';
}

/** Leaves the credential unchanged and records the attempt in the audit log. */
async function fail(
  { db, changes, audit }: CallbackDeps,
  attempt: ConnectAttempt,
  why: FailureReason,
): Promise<Finished> {
  const { author, credential, link } = attempt;
  await db.transaction(async (tx) => {
    await changes.hold(tx, author.orgId);
    await audit.append(tx, author, {
      action: 'credential.connected',
      resourceType: 'credential',
      resourceId: credential.id,
      failure: why,
      details: { link_id: link.id, service: credential.service, issuer: link.issuer },
    });
  });
  return { kind: 'failed', why, attempt };
}

/** Stores tokens if the credential is still as the person agreed to, and the person may still connect it. */
function keep(deps: CallbackDeps, attempt: ConnectAttempt, tokens: TokenSet): Promise<Finished> {
  const { accessToken, refreshToken } = tokens;
  const secrets = [
    ['access_token', accessToken.reveal()] as const,
    ...(refreshToken === undefined ? [] : [['refresh_token', refreshToken.reveal()] as const]),
  ];
  return deps.storeObtained.withSealed(attempt.credential, secrets, (tx, sealed) =>
    keepIn(tx, deps, attempt, tokens, sealed),
  );
}

async function keepIn(
  tx: Db,
  { clock, store, changes, readAttempt, storeObtained }: CallbackDeps,
  attempt: ConnectAttempt,
  tokens: TokenSet,
  sealed: SealedVersion,
): Promise<Finished | typeof moved> {
  const { author, link } = attempt;
  await changes.hold(tx, author.orgId);
  await store.lockCredential(tx, author.orgId, attempt.credential.id);
  // The link is used by now; everything else is checked again.
  const again = await readAttempt(tx, [author], { ...link, used_at: null, expires_at: Number.MAX_SAFE_INTEGER });
  if (again.kind === 'closed') return { attempt, ...again };
  const { attempt: now } = again;
  if (!isAsAgreed(now, link.terms_digest)) return { kind: 'closed', why: 'changed', attempt: now };
  const kept = await storeObtained.keep(tx, author, now.credential, sealed, toObtained(now, tokens, clock.now()));
  if (kept === moved) return moved;
  const missing = link.scopes.filter((scope) => !tokens.scopes.includes(scope) && !isOfPerson.has(scope));
  return { kind: 'connected', attempt: now, credential: kept, missing };
}

function toObtained({ credential, link }: ConnectAttempt, tokens: TokenSet, now: number): ObtainedSecret {
  const { accessToken, expiresAt, scopes, account } = tokens;
  return {
    fingerprint: fingerprintOf(credential.id, credential.version + 1, accessToken.reveal()),
    issuer: link.issuer,
    foreign_client_id: link.foreign_client_id,
    granted_scopes: [...scopes],
    requested_scopes: [...new Set([...credential.requested_scopes, ...link.scopes])],
    upstream_account: toAccount(account),
    expires_at: expiresAt ?? null,
    last_refreshed_at: now,
  };
}

/** Gives the account name as one line that fits the column. The pages decide how to show it. */
function toAccount(account: string | undefined): string | null {
  const line = (account ?? '').replaceAll(/\p{Cc}+/gu, ' ').trim();
  return line === '' ? null : line.slice(0, 200).toWellFormed();
}

/**
 * Revokes tokens that are not kept, best effort. Skipped if the credential has other tokens: many servers revoke those too,
 * because they belong to the same person and client.
 */
async function giveBack({ foreignOAuth }: CallbackDeps, attempt: ConnectAttempt, tokens: TokenSet): Promise<void> {
  const { issuer, foreign_client_id: clientRowId } = attempt.link;
  const { status, version } = attempt.credential;
  if (issuer === null || clientRowId === null || (status !== 'revoked' && version > 0)) return;
  const { accessToken, refreshToken } = tokens;
  const which = refreshToken === undefined ? 'access_token' : 'refresh_token';
  const ask = { issuer, clientRowId, token: refreshToken ?? accessToken, hint: which } as const;
  await foreignOAuth.revoke(attempt.author.orgId, ask);
}

/** Reads the token of a previous authorization server, so that it can be revoked there. */
async function readLeft({ db, vault }: CallbackDeps, { credential, link }: ConnectAttempt) {
  const { issuer, foreign_client_id: clientRowId, version } = credential;
  if (issuer === null || issuer === link.issuer || clientRowId === null || version === 0) return undefined;
  const token = await readIfThere({ db, vault }, credential, 'refresh_token');
  return token === undefined ? undefined : ({ issuer, clientRowId, token, hint: 'refresh_token' } as const);
}

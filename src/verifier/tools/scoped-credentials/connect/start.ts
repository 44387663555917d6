/**
 * Actions of a person at a link: look at it, go on to the authorization server, or type a secret. Nothing is sent upstream
 * before the person agrees, and what they agreed to is kept with the `state`.
 */
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { RandomBytes } from '../../../../platform/ids.ts';
import type { Author } from '../../../base/control/author.ts';
import type { ControlChanges } from '../../../base/control/changes.ts';
import type { SecretPlace, Vault } from '../../../base/vault/ports.ts';
import type { ForeignOAuth } from '../../foreign-oauth/ports.ts';
import { createFingerprint } from '../fingerprint.ts';
import type { CredentialConnectRow, ScopedCredentialRow } from '../tables.ts';
import { linkMs } from './connect.ts';
import {
  type ClosedReason,
  type ConnectAttempt,
  isAsAgreed,
  type OpenedAttempt,
  type ReadAttempt,
} from './connect-attempt.ts';
import type { ConnectStore } from './store.ts';
import { moved, type SealedVersion, type StoreObtained } from './store-obtained.ts';
import type { TellConnected } from './tell-connected.ts';
import { sha256HexOf, termsDigestOf } from './terms.ts';
import { readTyped, type TypedSecret } from './typed-secret.ts';

export type Started =
  | { readonly kind: 'lead'; readonly attempt: ConnectAttempt; readonly url: string }
  | { readonly kind: 'kept'; readonly attempt: ConnectAttempt; readonly credential: ScopedCredentialRow }
  | { readonly kind: 'closed'; readonly why: ClosedReason; readonly attempt?: ConnectAttempt };

/** A person at a link. */
export interface AtLink {
  /** The person's authors, one for each of their organisations. */
  readonly authors: readonly Author[];
  readonly ticket: string;
}

export interface ConnectStart {
  open(at: AtLink): Promise<OpenedAttempt & { readonly seen?: string }>;
  /**
   * `binding` is the random cookie of the browser: the callback must come with it. `seen` is the digest of what the page
   * showed.
   */
  begin(at: AtLink, seen: string, binding: string): Promise<Started>;
  /** @throws AppError `unprocessable` with pointers, for a secret that does not fit its kind. */
  keep(at: AtLink, seen: string, typed: TypedSecret): Promise<Started>;
}

export interface ConnectStartDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly store: ConnectStore;
  readonly changes: Pick<ControlChanges, 'hold'>;
  readonly vault: Vault;
  readonly foreignOAuth: Pick<ForeignOAuth, 'begin'>;
  readonly readAttempt: ReadAttempt;
  readonly storeObtained: StoreObtained;
  readonly notifyConnected: TellConnected;
}

/** Maximum life of a link, however often somebody begins again. */
const longestMs = 2 * linkMs;
const ticketForm = /^[A-Za-z0-9_-]{43}$/;

export function createConnectStart(deps: ConnectStartDeps): ConnectStart {
  const { db, clock, store, vault, readAttempt } = deps;

  const read = async (from: Db, { authors, ticket }: AtLink): Promise<OpenedAttempt> => {
    const link = ticketForm.test(ticket) ? await store.findByTicket(from, sha256HexOf(ticket)) : undefined;
    return readAttempt(from, authors, link);
  };

  return {
    async open(at) {
      const opened = await read(db, at);
      if (opened.kind === 'closed') return opened;
      return { ...opened, seen: termsDigestOf(opened.attempt.credential, opened.attempt.link) };
    },
    async begin(at, seen, binding) {
      const opened = await read(db, at);
      if (opened.kind === 'closed') return opened;
      const { attempt } = opened;
      if (!isAsAgreed(attempt, seen)) return { kind: 'closed', why: 'changed', attempt };
      const { issuer, foreign_client_id: clientRowId, scopes } = attempt.link;
      if (issuer === null || clientRowId === null) throw wrongKind();
      const resource = attempt.link.resource ?? '';
      const flow = await deps.foreignOAuth.begin(attempt.author.orgId, { issuer, clientRowId, resource, scopes });
      const person = { ...attempt.link, user_id: attempt.author.user };
      const verifier = await vault.seal(verifierPlace(person, attempt.credential), flow.verifier.reveal());
      const now = clock.now();
      const departure = {
        userId: person.user_id,
        termsDigest: seen,
        stateDigest: stateDigestOf(flow.state, binding),
        expiresAt: Math.min(now + linkMs, attempt.link.created_at + longestMs),
      };
      const departed = await db.transaction(async (tx) => {
        const row = await store.depart(tx, attempt.link, departure, now);
        if (row !== undefined) await vault.put(tx, verifier.place, verifier);
        return row;
      });
      if (departed !== undefined) return { kind: 'lead', attempt, url: assertWeb(flow.url, issuer) };
      return { kind: 'closed', why: 'used', attempt };
    },
    async keep(at, seen, typed) {
      const opened = await read(db, at);
      if (opened.kind === 'closed') return opened;
      const { credential } = opened.attempt;
      if (credential.auth_type === 'oauth2_code') throw wrongKind();
      const { secret } = readTyped(credential, typed, clock.now());
      const started = await deps.storeObtained.withSealed(credential, [['secret', secret]], (tx, sealed) =>
        keepTyped(tx, deps, read, { at, seen, typed, sealed }),
      );
      if (started.kind === 'kept') await deps.notifyConnected(credential.org_id, credential.id);
      return started;
    },
  };
}

interface Typed {
  readonly at: AtLink;
  readonly seen: string;
  readonly typed: TypedSecret;
  readonly sealed: SealedVersion;
}

async function keepTyped(
  tx: Db,
  { clock, randomBytes, store, changes, storeObtained }: ConnectStartDeps,
  read: (tx: Db, at: AtLink) => Promise<OpenedAttempt>,
  { at, seen, typed, sealed }: Typed,
): Promise<Started | typeof moved> {
  const first = await read(tx, at);
  if (first.kind === 'closed') return first;
  const { author, credential } = first.attempt;
  await changes.hold(tx, author.orgId);
  await store.lockCredential(tx, author.orgId, credential.id);
  // The holder of the lock may have changed the credential or used the link.
  const opened = await read(tx, at);
  if (opened.kind === 'closed') return opened;
  const { attempt } = opened;
  if (!isAsAgreed(attempt, seen)) return { kind: 'closed', why: 'changed', attempt };
  const now = clock.now();
  const { change } = readTyped(attempt.credential, typed, now);
  const obtained = { ...change, fingerprint: createFingerprint(randomBytes) };
  const kept = await storeObtained.keep(tx, author, attempt.credential, sealed, obtained);
  if (kept === moved) return moved;
  if ((await store.use(tx, attempt.link, now)) === undefined)
    throw new Error('a link that was read while held is open');
  return { kind: 'kept', attempt, credential: kept };
}

/** Binds `state` to the browser's cookie: a `state` without that cookie matches nothing. */
export function stateDigestOf(state: string, binding: string): string {
  return sha256HexOf(JSON.stringify([state, binding]));
}

/** Vault place of the PKCE verifier; it belongs to the person who began the sign-in. */
export function verifierPlace(link: CredentialConnectRow, credential: ScopedCredentialRow): SecretPlace {
  return {
    orgId: link.org_id,
    table: verifiersTable,
    recordId: link.id,
    version: 1,
    field: 'verifier',
    scope: `${credential.scope_level}/${credential.scope_id}`,
    service: credential.service,
    userId: link.user_id,
    agentId: credential.agent_id,
  };
}

export const verifiersTable = 'credential_connects';

/** Refuses redirects to anything but http(s), and from an https issuer to http. */
function assertWeb(url: string, issuer: string): string {
  const { protocol, href } = new URL(url);
  if (protocol === 'https:' || (protocol === 'http:' && issuer.startsWith('http:'))) return href;
  const detail = 'a browser must not be sent to the sign-in address';
  throw new AppError('unprocessable', detail, { detail, extensions: { reason: 'metadata_invalid' } });
}

function wrongKind(): AppError {
  const detail = 'this credential is connected in another way';
  return new AppError('invalid_request', detail, { detail });
}

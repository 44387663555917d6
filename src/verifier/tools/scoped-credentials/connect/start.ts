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
import type { SecretPlace, Vault } from '../../../base/vault/seams.ts';
import type { ForeignOAuth } from '../../foreign-oauth/seams.ts';
import { createFingerprint } from '../fingerprint.ts';
import type { CredentialConnectRow, ScopedCredentialRow } from '../tables.ts';
import { linkMs } from './connect.ts';
import { type KeepBrought, moved, type SealedVersion } from './keep.ts';
import type { ConnectStore } from './store.ts';
import type { TellConnected } from './tell-connected.ts';
import { digestOf, termsDigestOf } from './terms.ts';
import { type ClosedReason, type ConnectTurn, isAsAgreed, type Opened, type ReadTurn } from './turn.ts';
import { readTyped, type TypedSecret } from './typed-secret.ts';

export type Started =
  | { readonly kind: 'lead'; readonly turn: ConnectTurn; readonly url: string }
  | { readonly kind: 'kept'; readonly turn: ConnectTurn; readonly credential: ScopedCredentialRow }
  | { readonly kind: 'closed'; readonly why: ClosedReason; readonly turn?: ConnectTurn };

/** A person at a link. */
export interface AtLink {
  /** The person's authors, one for each of their organisations. */
  readonly authors: readonly Author[];
  readonly ticket: string;
}

export interface ConnectStart {
  open(at: AtLink): Promise<Opened & { readonly seen?: string }>;
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
  readonly readTurn: ReadTurn;
  readonly keepBrought: KeepBrought;
  readonly tellConnected: TellConnected;
}

/** Maximum life of a link, however often somebody begins again. */
const longestMs = 2 * linkMs;
const ticketForm = /^[A-Za-z0-9_-]{43}$/;

export function createConnectStart(deps: ConnectStartDeps): ConnectStart {
  const { db, clock, store, vault, readTurn } = deps;

  const read = async (from: Db, { authors, ticket }: AtLink): Promise<Opened> => {
    const link = ticketForm.test(ticket) ? await store.findByTicket(from, digestOf(ticket)) : undefined;
    return readTurn(from, authors, link);
  };

  return {
    async open(at) {
      const opened = await read(db, at);
      if (opened.kind === 'closed') return opened;
      return { ...opened, seen: termsDigestOf(opened.turn.credential, opened.turn.link) };
    },
    async begin(at, seen, binding) {
      const opened = await read(db, at);
      if (opened.kind === 'closed') return opened;
      const { turn } = opened;
      if (!isAsAgreed(turn, seen)) return { kind: 'closed', why: 'changed', turn };
      const { issuer, foreign_client_id: clientRowId, scopes } = turn.link;
      if (issuer === null || clientRowId === null) throw wrongKind();
      const resource = turn.link.resource ?? '';
      const flow = await deps.foreignOAuth.begin(turn.author.orgId, { issuer, clientRowId, resource, scopes });
      const person = { ...turn.link, user_id: turn.author.user };
      const verifier = await vault.seal(verifierPlace(person, turn.credential), flow.verifier.reveal());
      const now = clock.now();
      const departure = {
        ...{ userId: person.user_id, termsDigest: seen, stateDigest: stateDigestOf(flow.state, binding) },
        expiresAt: Math.min(now + linkMs, turn.link.created_at + longestMs),
      };
      const departed = await db.transaction(async (tx) => {
        const row = await store.depart(tx, turn.link, departure, now);
        if (row !== undefined) await vault.put(tx, verifier.place, verifier);
        return row;
      });
      if (departed !== undefined) return { kind: 'lead', turn, url: assertWeb(flow.url, issuer) };
      return { kind: 'closed', why: 'used', turn };
    },
    async keep(at, seen, typed) {
      const opened = await read(db, at);
      if (opened.kind === 'closed') return opened;
      const { credential } = opened.turn;
      if (credential.auth_type === 'oauth2_code') throw wrongKind();
      const { secret } = readTyped(credential, typed, clock.now());
      const started = await deps.keepBrought.withSealed(credential, [['secret', secret]], (tx, sealed) =>
        keepTyped(tx, deps, read, { at, seen, typed, sealed }),
      );
      if (started.kind === 'kept') await deps.tellConnected(credential.org_id, credential.id);
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
  { clock, randomBytes, store, changes, keepBrought }: ConnectStartDeps,
  read: (tx: Db, at: AtLink) => Promise<Opened>,
  { at, seen, typed, sealed }: Typed,
): Promise<Started | typeof moved> {
  const first = await read(tx, at);
  if (first.kind === 'closed') return first;
  const { author, credential } = first.turn;
  await changes.hold(tx, author.orgId);
  await store.lockCredential(tx, author.orgId, credential.id);
  // The holder of the lock may have changed the credential or used the link.
  const opened = await read(tx, at);
  if (opened.kind === 'closed') return opened;
  const { turn } = opened;
  if (!isAsAgreed(turn, seen)) return { kind: 'closed', why: 'changed', turn };
  const now = clock.now();
  const { change } = readTyped(turn.credential, typed, now);
  const brought = { ...change, fingerprint: createFingerprint(randomBytes) };
  const kept = await keepBrought.keep(tx, author, turn.credential, sealed, brought);
  if (kept === moved) return moved;
  if ((await store.use(tx, turn.link, now)) === undefined) throw new Error('a link that was read while held is open');
  return { kind: 'kept', turn, credential: kept };
}

/** Binds `state` to the browser's cookie: a `state` without that cookie matches nothing. */
export function stateDigestOf(state: string, binding: string): string {
  return digestOf(JSON.stringify([state, binding]));
}

/** Vault place of the PKCE verifier; it belongs to the person who began the sign-in. */
export function verifierPlace(link: CredentialConnectRow, credential: ScopedCredentialRow): SecretPlace {
  return {
    ...{ orgId: link.org_id, table: verifiersTable, recordId: link.id, version: 1, field: 'verifier' },
    ...{ scope: `${credential.scope_level}/${credential.scope_id}`, service: credential.service },
    ...{ userId: link.user_id, agentId: credential.agent_id },
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

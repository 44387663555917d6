/**
 * Ends a refresh: stores the server's answer, or the reason why there is none. Each is one short transaction that changes the
 * row only while the lease of the refreshed version is still held. So everything that happened in between (revocation,
 * rotation, a new connection, another lease) wins.
 */

import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { noLease } from '../../../../platform/db/lease.ts';
import type { Audit } from '../../../base/audit-log/append.ts';
import { type Author, createAuthor } from '../../../base/control/author.ts';
import type { ControlChanges } from '../../../base/control/changes.ts';
import type { Events } from '../../../base/events/append.ts';
import type { SealedSecret, Vault } from '../../../base/vault/ports.ts';
import type { TokenSet } from '../../foreign-oauth/ports.ts';
import { fingerprintOf, placeOf, secretsTable } from '../secret-places.ts';
import type { ScopedCredentialRow } from '../tables.ts';
import { previousVersion } from './ask.ts';
import { toKeptToken } from './kept-token.ts';
import type { RefreshStore, RowChange } from './store.ts';
import { isDue } from './times.ts';

export interface FinishDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly store: RefreshStore;
  readonly vault: Pick<Vault, 'seal' | 'put' | 'read' | 'destroy'>;
  readonly changes: Pick<ControlChanges, 'hold'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly events: Pick<Events, 'append'>;
}

export interface RefreshFinish {
  /** Stores the tokens as the next version; undefined if the lease was lost: nobody may use them then. */
  storeTokens(leased: ScopedCredentialRow, tokens: TokenSet): Promise<ScopedCredentialRow | undefined>;
  /** Keeps the old version and counts the failure. */
  noteFailure(leased: ScopedCredentialRow): Promise<void>;
  /** Releases the lease without counting a failure. */
  release(leased: ScopedCredentialRow): Promise<void>;
  /** Marks that a person has to act: final for this version. */
  endLeased(leased: ScopedCredentialRow, reason: string): Promise<void>;
  /** Does the same without a lease, while the row is at this version and in use. */
  end(row: ScopedCredentialRow, status: 'reauth_required' | 'expired' | 'expiring', reason: string): Promise<void>;
}

export function createRefreshFinish(deps: FinishDeps): RefreshFinish {
  const { db, clock, store, changes } = deps;
  return {
    async storeTokens(leased, tokens) {
      const sealed = await sealNext(deps, leased, tokens);
      return db.transaction((tx) => storeIn(deps, tx, leased, { tokens, sealed }));
    },
    async noteFailure(leased) {
      const status = restingStatus(leased, clock.now());
      const failures = leased.refresh_failures + 1;
      const change = { ...noLease, status, refresh_failures: failures, updated_at: clock.now() };
      await store.updateLeased(db, leased, change);
    },
    async release(leased) {
      await store.updateLeased(db, leased, { ...noLease, status: restingStatus(leased, clock.now()) });
    },
    endLeased: (leased, reason) =>
      db.transaction(async (tx) => {
        await changes.hold(tx, leased.org_id);
        const ended = { ...noLease, ...toEnd('reauth_required', reason, clock.now()) };
        const row = await store.updateLeased(tx, leased, ended);
        if (row !== undefined) await tell(deps, tx, row);
      }),
    end: ({ org_id: orgId, id, version, status: before }, status, reason) =>
      db.transaction(async (tx) => {
        await changes.hold(tx, orgId);
        const row = await store.lock(tx, orgId, id);
        if (row === undefined || row.version !== version || row.status !== before || before === status) return;
        await tell(deps, tx, await store.update(tx, row, toEnd(status, reason, clock.now())));
      }),
  };
}

/** Seals the tokens of the next version before the transaction, because the key may be remote. */
async function sealNext({ db, vault, clock }: FinishDeps, leased: ScopedCredentialRow, tokens: TokenSet) {
  const next = { ...leased, version: leased.version + 1 };
  const access = tokens.accessToken.reveal();
  if (leased.auth_type === 'client_credentials') {
    const isPublic = leased.config.client_auth === 'none';
    const secret = isPublic ? undefined : await vault.read(db, placeOf(leased, 'secret'));
    return Promise.all([
      vault.seal(placeOf(next, 'access_token'), toKeptToken(tokens, clock.now())),
      ...(secret === undefined ? [] : [vault.seal(placeOf(next, 'secret'), secret.reveal())]),
    ]);
  }
  // A server that does not rotate refresh tokens sends none: the present one stays valid.
  const refreshToken = tokens.refreshToken ?? (await vault.read(db, placeOf(leased, 'refresh_token')));
  return Promise.all([
    vault.seal(placeOf(next, 'access_token'), access),
    vault.seal(placeOf(next, 'refresh_token'), refreshToken.reveal()),
  ]);
}

async function storeIn(
  { store, vault, clock }: FinishDeps,
  tx: Db,
  leased: ScopedCredentialRow,
  { tokens, sealed }: { readonly tokens: TokenSet; readonly sealed: readonly SealedSecret[] },
): Promise<ScopedCredentialRow | undefined> {
  const { org_id: orgId, id } = leased;
  const row = await store.lock(tx, orgId, id);
  const isHeld = row?.status === 'refreshing' && row.lease_by === leased.lease_by && row.version === leased.version;
  if (!isHeld) return undefined;
  const now = clock.now();
  for (const one of sealed) await vault.put(tx, one.place, one);
  await vault.destroy(tx, { orgId, table: secretsTable, recordId: id, version: row.version });
  const version = row.version + 1;
  return store.update(tx, row, {
    ...noLease,
    version,
    fingerprint: fingerprintOf(id, version, tokens.accessToken.reveal()),
    status_reason: null,
    last_refreshed_at: now,
    refresh_failures: 0,
    updated_at: now,
    ...toObtained(row, tokens, now),
  });
}

function toObtained(row: ScopedCredentialRow, { expiresAt, scopes }: TokenSet, now: number): RowChange {
  const granted = scopes.length === 0 ? {} : { granted_scopes: scopes };
  if (row.auth_type !== 'client_credentials') return { ...granted, status: 'active', expires_at: expiresAt ?? null };
  // `expires_at` of the row is that of the client's secret; that of the token is stored with the token.
  const previous = previousVersion(row);
  if (previous === undefined) return { ...granted, status: restingStatus(row, now) };
  return { ...granted, status: 'rotating', rotation: { ...row.rotation, previous_version: previous } };
}

/** Gives the status of a credential that is not being refreshed. */
export function restingStatus(row: ScopedCredentialRow, now: number): 'active' | 'expiring' | 'rotating' {
  if (row.rotation.overlap_until !== null) return 'rotating';
  return isDue(row, now) ? 'expiring' : 'active';
}

function toEnd(status: 'reauth_required' | 'expired' | 'expiring', reason: string, now: number): RowChange {
  return { status, status_reason: reason, updated_at: now };
}

const messages = {
  reauth_required: 'the service refuses a credential: connect it again, or give another one',
  expired: 'a credential has expired',
  expiring: 'a credential expires soon and cannot be refreshed',
} as const;

async function tell({ audit, events }: FinishDeps, tx: Db, row: ScopedCredentialRow): Promise<void> {
  const { status, status_reason: reason } = row;
  if (status !== 'reauth_required' && status !== 'expired' && status !== 'expiring') return;
  await publishOutcome({ audit, events }, tx, createAuthor(row.org_id, 'system'), row, {
    code: `credential.${status}`,
    message: messages[status],
    level: status === 'expiring' ? 'info' : 'warn',
    ...(reason === null ? {} : { reason }),
  });
}

export interface CredentialOutcome {
  /** `credential.reauth_required` and others; also the action in the audit log. */
  readonly code: string;
  readonly message: string;
  readonly level: 'info' | 'warn';
  readonly reason?: string;
}

/** Announces what became of a credential, as an event and in the audit log. */
export async function publishOutcome(
  { audit, events }: Pick<FinishDeps, 'audit' | 'events'>,
  tx: Db,
  author: Author,
  row: ScopedCredentialRow,
  { code, message, level, reason }: CredentialOutcome,
): Promise<void> {
  const details = { service: row.service, version: row.version, ...(reason === undefined ? {} : { reason }) };
  const fields = { credential_id: row.id, user_id: row.user_id, ...details };
  const workspaceId = row.scope_level === 'workspace' ? { workspaceId: row.scope_id } : {};
  await events.append(tx, row.org_id, {
    type: 'agent.log',
    code,
    agentId: row.agent_id ?? undefined,
    ...workspaceId,
    data: { level, message, fields },
  });
  await audit.append(tx, author, { action: code, resourceType: 'credential', resourceId: row.id, details });
}

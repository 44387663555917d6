/** Changes credentials: how one is shared and injected, and its secret by rotation. The identifying members never change. */

import { isDeepStrictEqual } from 'node:util';
import type { RotateCredential, UpdateCredential } from '../../../contract/api/scoped-credentials/shapes.ts';
import type { Db } from '../../../platform/db/db.ts';
import { noLease } from '../../../platform/db/lease.ts';
import { unprocessable } from '../../../platform/refusals.ts';
import type { Author } from '../../base/control/author.ts';
import { staleRevision } from '../../base/revision.ts';
import type { SealedSecret } from '../../base/vault/ports.ts';
import type { CredentialCore } from './core.ts';
import { assertNotEnforced, assertShareable } from './enforced.ts';
import { createFingerprint } from './fingerprint.ts';
import { toInjection } from './injection-rules.ts';
import { checkSecret, takesSecret, toConfig } from './material.ts';
import { previousVersion } from './refresh/ask.ts';
import { credentialConflict } from './refuse.ts';
import { changeRotation, overlapUntil, toRotation } from './rotation-plan.ts';
import { placeOf, secretsTable } from './secret-places.ts';
import type { CredentialChange } from './store.ts';
import type { CredentialConfig, ScopedCredentialRow } from './tables.ts';
import { assertMayAllowInDelegation, assertMayWrite } from './visibility.ts';

/** A new secret, sealed for its future version. */
export interface PreparedRotation {
  readonly id: string;
  /** `version` of the row that it was made for, and the ETag that the caller named, if any. */
  readonly version: number;
  readonly revision: number | undefined;
  readonly sealed: SealedSecret;
  readonly config: CredentialConfig;
  readonly expiresAt: number | null;
  readonly overlapSeconds: number | undefined;
}

export interface CredentialUpdates {
  /** @throws AppError `unprocessable` (`immutable`, `secret_by_rotate` …), `precondition_failed`, `forbidden`, `credentialConflict`. */
  update(tx: Db, author: Author, id: string, request: UpdateCredential, revision: number): Promise<ScopedCredentialRow>;
  /**
   * Runs outside of the transaction.
   * @throws AppError `credentialConflict` (`not_rotatable`, `credential_revoked`), `unprocessable`.
   */
  prepareRotation(
    author: Author,
    id: string,
    request: RotateCredential,
    revision: number | undefined,
  ): Promise<PreparedRotation>;
  /** @throws AppError `precondition_failed` if the row changed meanwhile, `credentialConflict`. */
  rotate(tx: Db, author: Author, prepared: PreparedRotation): Promise<ScopedCredentialRow>;
}

export function createCredentialUpdates(core: CredentialCore): CredentialUpdates {
  const { db, store, vault, clock, randomBytes } = core;

  const assertRotatable = (row: ScopedCredentialRow): void => {
    assertLive(row);
    if (takesSecret(row.auth_type) && row.config.client_auth !== 'none') return;
    throw credentialConflict('not_rotatable', 'this kind of credential takes no secret: connect it again');
  };

  return {
    async update(tx, author, id, request, revision) {
      const { row, access } = await core.begin(tx, author, id);
      assertMayWrite(author, row, access);
      assertChangeable(request);
      if (row.revision !== revision) throw staleRevision();
      assertLive(row);
      const change = toChange(row, request, clock.now());
      const after = { ...row, ...change };
      assertMayWrite(author, after, access);
      if (after.allow_in_delegation && !row.allow_in_delegation) assertMayAllowInDelegation(author);
      assertShareable(after);
      assertAsConnected(author, row, after);
      if (after.sharing_mode !== row.sharing_mode) await assertNotEnforced(store, tx, after, row.scope_id);
      if (isSame(row, change)) return row;
      const updated = await store.update(tx, row, { ...change, updated_at: clock.now() });
      await core.tell(tx, author, { action: 'updated' }, [updated]);
      return updated;
    },
    async prepareRotation(author, id, request, revision) {
      const { row, access } = await core.load(db, author, id);
      assertMayWrite(author, row, access);
      if (revision !== undefined && row.revision !== revision) throw staleRevision();
      assertRotatable(row);
      const { secret, certificate, overlap_seconds: overlapSeconds } = request;
      if (certificate !== undefined && row.auth_type !== 'mtls') {
        throw unprocessable('config_mismatch', '/certificate', 'only mtls has a certificate');
      }
      const config = certificate === undefined ? row.config : { ...row.config, certificate };
      const expiresAt = checkSecret(secret, { authType: row.auth_type, config, now: clock.now() });
      const sealed = await vault.seal(placeOf(row, 'secret', row.version + 1), secret);
      return { id, version: row.version, revision, sealed, config, expiresAt, overlapSeconds };
    },
    async rotate(tx, author, { id, version, revision, sealed, config, expiresAt, overlapSeconds }) {
      const { row, access } = await core.begin(tx, author, id);
      assertMayWrite(author, row, access);
      assertRotatable(row);
      if (row.version !== version || (revision !== undefined && row.revision !== revision)) throw staleRevision();
      const now = clock.now();
      const overlap = hasOverlap(row) ? overlapUntil(row.rotation, overlapSeconds, now) : null;
      await destroyOld(row, overlap !== null, tx);
      await vault.put(tx, sealed.place, sealed);
      const plan = toRotation(row.rotation, now);
      const rotated = await store.update(tx, row, {
        version: version + 1,
        fingerprint: createFingerprint(randomBytes),
        config,
        expires_at: expiresAt,
        // The new secret is not the one of the person who connected it.
        connected_by: null,
        status: overlap === null ? 'active' : 'rotating',
        status_reason: null,
        refresh_failures: 0,
        rotation: { ...plan, overlap_until: overlap },
        ...noLease,
        updated_at: now,
      });
      await core.tell(tx, author, { action: 'rotated', message: 'a credential has a new secret' }, [rotated]);
      return rotated;
    },
  };

  /** Destroys the version before the present one; without an overlap, the present one too. */
  async function destroyOld(row: ScopedCredentialRow, isKept: boolean, tx: Db): Promise<void> {
    const all = { orgId: row.org_id, table: secretsTable, recordId: row.id };
    const before = previousVersion(row);
    if (!isKept) await vault.destroy(tx, all);
    else if (before !== undefined) await vault.destroy(tx, { ...all, version: before });
  }
}

/**
 * True if the old secret stays valid for a while. A first secret has no predecessor, a refused one is useless, and a
 * certificate fits only its own key.
 */
function hasOverlap({ version, status, auth_type }: ScopedCredentialRow): boolean {
  return version > 0 && status !== 'reauth_required' && status !== 'expired' && auth_type !== 'mtls';
}

function assertLive({ status }: ScopedCredentialRow): void {
  if (status === 'revoked')
    throw credentialConflict('credential_revoked', 'the credential is revoked: create another one');
}

/**
 * Refuses wider sharing by anybody but the person who connected it, because that person agreed to who can use it.
 * @throws AppError `credentialConflict`.
 */
function assertAsConnected(author: Author, before: ScopedCredentialRow, after: ScopedCredentialRow): void {
  const isShared = before.sharing_mode === 'isolated' && after.sharing_mode !== 'isolated';
  const isLent = !before.allow_in_delegation && after.allow_in_delegation;
  const { connected_by: by } = before;
  if (by === null || by === author.user || !(isShared || isLent)) return;
  const detail = 'it was connected for a narrower use: revoke it and connect a new one';
  throw credentialConflict('connected_for_less', detail);
}

const identifying = ['scope', 'service', 'resource', 'issuer', 'auth_type', 'agent_id', 'user_id'] as const;

function assertChangeable(request: UpdateCredential): void {
  if (request.secret !== undefined) {
    throw unprocessable('secret_by_rotate', '/secret', 'rotate the credential to change its secret');
  }
  if (request.config?.certificate !== undefined) {
    throw unprocessable(
      'secret_by_rotate',
      '/config/certificate',
      'rotate the credential to change its certificate and key',
    );
  }
  const named = identifying.find((member) => request[member] !== undefined);
  if (named === undefined) return;
  throw unprocessable('immutable', `/${named}`, `${named} identifies the credential: revoke it and create another one`);
}

function toChange(row: ScopedCredentialRow, request: UpdateCredential, now: number): CredentialChange {
  const { sharing_mode, injection, config, requested_scopes, allow_in_delegation, rotation } = request;
  const { certificate } = row.config;
  const whole =
    config === undefined ? row.config : { ...config, ...(certificate === undefined ? {} : { certificate }) };
  if ((whole.client_auth === 'none') !== (row.config.client_auth === 'none')) {
    throw unprocessable('immutable', '/config/client_auth', 'a credential cannot gain or lose its secret');
  }
  // Scopes that the authorization server granted stay unchanged.
  const said = takesSecret(row.auth_type) && requested_scopes !== undefined ? { granted_scopes: requested_scopes } : {};
  return {
    ...(sharing_mode === undefined ? {} : { sharing_mode }),
    ...(injection === undefined ? {} : { injection: toInjection(row.auth_type, injection) }),
    ...(config === undefined ? {} : { config: toConfig(row.auth_type, whole) }),
    ...(requested_scopes === undefined ? {} : { requested_scopes, ...said }),
    ...(allow_in_delegation === undefined ? {} : { allow_in_delegation }),
    ...(rotation === undefined ? {} : { rotation: changeRotation(row.rotation, rotation, row.version > 0, now) }),
  };
}

function isSame(row: ScopedCredentialRow, change: CredentialChange): boolean {
  return Object.entries(change).every(([member, value]) => isDeepStrictEqual(Reflect.get(row, member), value));
}

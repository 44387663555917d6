/** Stores what a person brought in the vault as a new version, which replaces all earlier secrets. */

import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { noLease } from '../../../../platform/db/lease.ts';
import type { Author } from '../../../base/control/author.ts';
import type { ControlChanges } from '../../../base/control/changes.ts';
import type { Events } from '../../../base/events/append.ts';
import type { SealedSecret, Vault } from '../../../base/vault/ports.ts';
import { credentialConflict } from '../refuse.ts';
import { placeOf, type SecretField, secretsTable } from '../secret-places.ts';
import type { ScopedCredentialRow } from '../tables.ts';
import { toDocument } from '../views.ts';
import type { Connected, ConnectStore } from './store.ts';

/** Columns that change along; the fingerprint is that of the new secret. */
export type ObtainedSecret = Connected & Pick<ScopedCredentialRow, 'fingerprint'>;

/** Secrets of a row's next version, sealed for it. */
export interface SealedVersion {
  readonly version: number;
  readonly secrets: readonly SealedSecret[];
}

/** The row changed while the secrets were sealed. */
export const moved = Symbol('moved');

export interface StoreObtained {
  /**
   * Seals outside of the transaction, because the key may be remote; again if a refresh came in between.
   * @throws AppError `unavailable` while the key cannot be reached.
   */
  withSealed<T>(
    row: ScopedCredentialRow,
    secrets: readonly (readonly [SecretField, string])[],
    work: (tx: Db, sealed: SealedVersion) => Promise<T | typeof moved>,
  ): Promise<T>;
  /** Stores into a locked row, in the transaction that holds the organisation's lock. */
  keep(
    tx: Db,
    author: Author,
    row: ScopedCredentialRow,
    sealed: SealedVersion,
    obtained: ObtainedSecret,
  ): Promise<ScopedCredentialRow | typeof moved>;
}

export interface StoreObtainedDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly store: Pick<ConnectStore, 'updateCredential' | 'findCredential'>;
  readonly vault: Pick<Vault, 'seal' | 'put' | 'destroy'>;
  readonly changes: Pick<ControlChanges, 'record'>;
  readonly events: Events;
}

const tries = 5;

export function createStoreObtained(deps: StoreObtainedDeps): StoreObtained {
  const { db, clock, store, vault, changes, events } = deps;
  return {
    async withSealed(first, secrets, work) {
      for (let row = first, count = 0; count < tries; count += 1) {
        const version = row.version + 1;
        const sealed: SealedSecret[] = [];
        for (const [field, text] of secrets) sealed.push(await vault.seal(placeOf(row, field, version), text));
        const result = await db.transaction((tx) => work(tx, { version, secrets: sealed }));
        if (result !== moved) return result;
        row = (await store.findCredential(db, row.org_id, row.id)) ?? row;
      }
      throw credentialConflict('credential_busy', 'the credential keeps changing: try again');
    },
    async keep(tx, author, row, { version, secrets }, obtained) {
      if (row.version + 1 !== version) return moved;
      const { org_id: orgId, id } = row;
      // The old tokens are not revoked at the server: many servers then end every grant of this person to our client.
      await vault.destroy(tx, { orgId, table: secretsTable, recordId: id });
      for (const sealed of secrets) await vault.put(tx, sealed.place, sealed);
      const change: Connected = {
        version,
        connected_by: author.user,
        status: 'active',
        status_reason: null,
        refresh_failures: 0,
        ...noLease,
        ...obtained,
      };
      const connected = await store.updateCredential(tx, row, change, clock.now());
      await events.append(tx, orgId, {
        type: 'agent.log',
        code: 'credential.connected',
        agentId: row.agent_id ?? undefined,
        workspaceId: row.scope_level === 'workspace' ? row.scope_id : undefined,
        data: { level: 'info', message: 'a credential was connected', fields: toFacts(connected) },
      });
      await changes.record(tx, author, {
        kind: 'credential',
        subjectId: id,
        action: 'connected',
        revision: connected.revision,
        scope: { level: row.scope_level, id: row.scope_id },
        document: toDocument(connected),
      });
      return connected;
    },
  };
}

/** Facts of the event: nothing of the secret, and no upstream account. */
function toFacts({ id, service, issuer, auth_type, scope_level, scope_id, user_id, ...row }: ScopedCredentialRow) {
  const { granted_scopes, connected_by, version } = row;
  return {
    credential_id: id,
    service,
    issuer,
    auth_type,
    scope: { level: scope_level, id: scope_id },
    user_id,
    granted_scopes,
    connected_by,
    version,
  };
}

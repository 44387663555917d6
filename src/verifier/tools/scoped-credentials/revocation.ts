/**
 * Ends credentials. Their secrets are destroyed in the same transaction, gateways are told in it, the authorization server
 * afterwards.
 */

import type { Db } from '../../../platform/db/db.ts';
import { noLease } from '../../../platform/db/lease.ts';
import type { Author } from '../../base/control/author.ts';
import type { CredentialCore } from './core.ts';
import type { ScopedCredentials } from './ports.ts';
import { secretsTable } from './secret-places.ts';
import type { ScopedCredentialRow } from './tables.ts';
import { assertMayRevoke } from './visibility.ts';

export interface CredentialRevocation extends Pick<ScopedCredentials, 'revokeIn' | 'revokeAllOf'> {
  /** Revokes one, if the author may; a repeat changes nothing. @throws AppError `not_found`, `forbidden`. */
  revoke(tx: Db, author: Author, id: string, reason: string | undefined): Promise<ScopedCredentialRow>;
  /** Revokes those of a removed workspace; gives their number. */
  revokeAllIn(tx: Db, author: Author, workspaceId: string): Promise<number>;
}

export function createCredentialRevocation(core: CredentialCore): CredentialRevocation {
  const { store, vault, clock, changes, upstream } = core;

  const end = async (tx: Db, author: Author, rows: readonly ScopedCredentialRow[], why: string): Promise<void> => {
    if (rows.length === 0) return;
    await upstream.note(tx, rows);
    const now = clock.now();
    const ended: ScopedCredentialRow[] = [];
    for (const row of rows) {
      await vault.destroy(tx, { orgId: row.org_id, table: secretsTable, recordId: row.id });
      ended.push(
        await store.update(tx, row, {
          status: 'revoked',
          status_reason: why.slice(0, maxReason),
          revoked_at: now,
          revoked_by: author.user,
          rotation: { ...row.rotation, next_at: null, overlap_until: null },
          ...noLease,
          updated_at: now,
        }),
      );
    }
    await core.tell(tx, author, { action: 'revoked', message: 'a credential ended', reason: why }, ended);
  };

  return {
    async revoke(tx, author, id, reason = 'revoked') {
      const { row, access } = await core.begin(tx, author, id);
      assertMayRevoke(author, row, access);
      if (row.status !== 'revoked') await end(tx, author, [row], reason);
      return (await store.find(tx, author.orgId, id)) ?? row;
    },
    async revokeIn(tx, author, id, why) {
      await changes.hold(tx, author.orgId);
      const row = await store.lock(tx, author.orgId, id);
      if (row === undefined || row.status === 'revoked') return false;
      await end(tx, author, [row], why);
      return true;
    },
    async revokeAllOf(tx, author, whose, why) {
      await changes.hold(tx, author.orgId);
      const rows = await store.lockAllOf(tx, author.orgId, whose);
      await end(tx, author, rows, why);
      return rows.length;
    },
    async revokeAllIn(tx, author, workspaceId) {
      await changes.hold(tx, author.orgId);
      const rows = await store.lockAllOf(tx, author.orgId, { workspaceId });
      await end(tx, author, rows, 'workspace_removed');
      return rows.length;
    },
  };
}

const maxReason = 500;

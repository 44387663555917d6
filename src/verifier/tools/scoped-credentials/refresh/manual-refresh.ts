/** Refreshes a credential on request of somebody who may change it, and writes that to the audit log. */

import type { ScopedCredential } from '../../../../contract/api/scoped-credentials/shapes.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { Audit } from '../../../base/audit-log/append.ts';
import type { Author } from '../../../base/control/author.ts';
import type { ControlChanges } from '../../../base/control/changes.ts';
import type { AgentStandings } from '../../../configuration/agents/standing.ts';
import type { CredentialLifecycle } from '../ports.ts';
import { credentialConflict } from '../refuse.ts';
import type { ScopedCredentialRow } from '../tables.ts';
import { toCredential } from '../views.ts';
import { assertMayWrite, isVisible, noCredential, toVisibility } from '../visibility.ts';
import { type RefreshStore, refreshableStatuses } from './store.ts';

/** @throws AppError `not_found`, `forbidden`, `credentialConflict` (`reason`), `upstream_unavailable`. */
export type ManualRefresh = (author: Author, id: string) => Promise<ScopedCredential>;

export interface ManualRefreshDeps {
  readonly db: Db;
  readonly store: Pick<RefreshStore, 'find'>;
  readonly agents: Pick<AgentStandings, 'findAccess'>;
  readonly changes: Pick<ControlChanges, 'hold'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly refresh: CredentialLifecycle['refresh'];
}

export function createManualRefresh(deps: ManualRefreshDeps): ManualRefresh {
  const { db, changes, audit, refresh } = deps;
  return async (author, id) => {
    const before = await findWritable(deps, author, id);
    assertRefreshable(before);
    const after = await refresh(author.orgId, id);
    if (after.version === before.version && after.refresh_failures > before.refresh_failures) {
      const detail = 'the service does not answer: the present token stays, and the refresh is retried';
      throw new AppError('upstream_unavailable', detail, { detail, retryAfterS: 30 });
    }
    const { service, version, status } = after;
    await db.transaction(async (tx) => {
      await changes.hold(tx, author.orgId);
      const details = { service, version, status };
      await audit.append(tx, author, {
        action: 'credential.refreshed',
        resourceType: 'credential',
        resourceId: id,
        details,
      });
    });
    return toCredential(after);
  };
}

async function findWritable({ db, store, agents }: ManualRefreshDeps, author: Author, id: string) {
  const row = await store.find(db, author.orgId, id);
  if (row === undefined) throw noCredential();
  const access = row.agent_id === null ? undefined : await agents.findAccess(author.orgId, row.agent_id);
  if (!isVisible(toVisibility(author, undefined), row, access)) throw noCredential();
  assertMayWrite(author, row, access);
  return row;
}

function assertRefreshable({ auth_type: type, status }: ScopedCredentialRow): void {
  if (type !== 'oauth2_code' && type !== 'client_credentials') {
    throw credentialConflict('not_refreshable', 'a credential of this kind has no token to refresh');
  }
  if (refreshableStatuses.some((one) => one === status)) return;
  throw credentialConflict('credential_ended', `the credential is ${status}: connect it first`, { status });
}

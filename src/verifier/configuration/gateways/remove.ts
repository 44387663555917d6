/**
 * Removes a gateway permanently and records who did it in the audit log. If an admin does it, its keys and receipt chains are
 * free again.
 */
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { releaseHoldings } from '../../attestation/attestations/holdings.ts';
import { isAllowed } from '../../base/access/authorize.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import type { Author } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import { createGatewayStore } from './store.ts';

export interface RemoveGatewayDeps {
  readonly db: Db;
  readonly audit: Audit;
  readonly changes: ControlChanges;
}

/** @throws AppError `not_found`. */
export async function removeGateway({ db, audit, changes }: RemoveGatewayDeps, author: Author, id: string) {
  const { orgId } = author;
  await db.transaction(async (tx) => {
    await changes.hold(tx, orgId);
    if (!(await createGatewayStore(tx).remove(orgId, id))) {
      const detail = 'there is no such gateway';
      throw new AppError('not_found', detail, { detail });
    }
    // Another gateway can then own its keys and chains, so this needs the right to appoint gateways.
    const mayRelease = isAllowed({ ...author, organisation: orgId, scopes: 'all' }, 'gateways.appoint', { orgId });
    const released = mayRelease ? await releaseHoldings(tx, orgId, id) : 0;
    const about = { resourceType: 'gateway', resourceId: id, details: { released } };
    await audit.append(tx, author, { action: 'gateway.removed', ...about });
  });
}

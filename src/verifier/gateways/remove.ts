/** Forgets a gateway that is gone for good; who did it stands in the audit log. */
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Audit } from '../audit-log/append.ts';
import type { Author } from '../control/author.ts';
import type { ControlChanges } from '../control/changes.ts';
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
    await audit.append(tx, author, { action: 'gateway.removed', resourceType: 'gateway', resourceId: id });
  });
}

/**
 * Removes unused clients of open registration in the hourly run, so that mass registration cannot fill the table. A client is in
 * use while it holds a grant of a person, a code, a token or a request in progress.
 */
import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import { createAuthor } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import { oauthClientsTable, oauthRecordsTable } from './tables.ts';

export interface IdleClientsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly changes: Pick<ControlChanges, 'hold'>;
}

export const idleClientMs = 30 * 24 * 60 * 60 * 1000;
const maxConcurrent = 500;

/** Removes them, and gives their number. */
export async function removeIdleClients({ db, clock, audit, changes }: IdleClientsDeps): Promise<number> {
  const table = oauthClientsTable;
  const records = oauthRecordsTable;
  const isIdle = and(
    eq(table.origin, 'open'),
    lt(table.updated_at, clock.now() - idleClientMs),
    sql`not exists (select 1 from ${records} where ${records.client_id} = ${table.client_id})`,
  );
  const found = await db.select().from(table).where(isIdle).orderBy(asc(table.seq)).limit(maxConcurrent);
  let removed = 0;
  for (const { client_id, org_id, metadata } of found) {
    await db.transaction(async (tx) => {
      await changes.hold(tx, org_id);
      const gone = await tx
        .delete(table)
        .where(and(eq(table.client_id, client_id), isIdle))
        .returning();
      if (gone.length === 0) return;
      removed += 1;
      const details = { name: metadata['client_name'] ?? null, reason: 'not used for 30 days' };
      await audit.append(
        tx,
        { ...createAuthor(org_id, 'oauth-clients'), isDeployment: false },
        { action: 'oauth_client.removed', resourceType: 'oauth_client', resourceId: client_id, details },
      );
    });
  }
  return removed;
}

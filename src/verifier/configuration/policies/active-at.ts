/** The policies that were active at a revision of the organisation's configuration. */
import { sql } from 'drizzle-orm';
import type { BundlePolicy } from '../../../contract/control/config-bundle.ts';
import type { Scope } from '../../../contract/control/scope.ts';
import { type Db, query } from '../../../platform/db/db.ts';
import { controlChangesTable } from '../../base/control/tables.ts';
import { policiesTable, policyVersionsTable } from './tables.ts';

/** `id` is the name of the record, as in bundles. */
export type ActivePolicy = BundlePolicy & { readonly policyId: string };

interface Row {
  readonly id: string;
  readonly name: string;
  readonly level: Scope['level'];
  readonly scope_id: string;
  readonly version: number;
  readonly text: string;
}

/** Lists them by the log of changes, which has the active version of each record after each change. */
export async function listActiveAt(db: Db, orgId: string, revision: number): Promise<ActivePolicy[]> {
  const rows = await query<Row>(
    db,
    sql`select head.id, head.name, head.scope_level as level, head.scope_id, version.version, version.text
      from (
        select distinct on (subject_id) subject_id, document from ${controlChangesTable}
        where org_id = ${orgId} and kind = 'policy' and seq <= ${revision}
        order by subject_id, seq desc
      ) as last
      join ${policiesTable} as head on head.org_id = ${orgId} and head.id = last.subject_id
      join ${policyVersionsTable} as version on version.org_id = ${orgId} and version.id = head.id
        and version.version = (last.document ->> 'active_version')::integer
      order by head.seq`,
  );
  return rows.map(({ id, name, level, scope_id, version, text }) => ({
    policyId: id,
    id: name,
    scope: { level, id: scope_id },
    version,
    mode: 'active',
    text,
  }));
}

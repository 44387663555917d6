/**
 * Reads all settings that decide for an agent in one statement: one snapshot, so that the revision belongs to the values, and
 * one round trip.
 */
import { sql } from 'drizzle-orm';
import type { Scope, ScopeLevel } from '../../../contract/control/scope.ts';
import { type Db, query } from '../../../platform/db/db.ts';
import { agentsTable } from '../agents/tables.ts';
import { controlChangesTable } from '../../base/control/tables.ts';
import { defaultWorkspace } from '../../base/tenancy.ts';
import type { ScopePath } from './scope-lookup.ts';
import { auditorSettingsTable, type StoredEntries } from './tables.ts';

/** Settings of one auditor at one of the scopes. */
export interface CascadeRow {
  readonly scope: Scope;
  readonly auditorId: string;
  readonly settings: StoredEntries;
}

export interface Cascade {
  /** Organisation, workspace, agent. */
  readonly path: ScopePath;
  /** Revision of the organisation's configuration. */
  readonly revision: number;
  readonly rows: readonly CascadeRow[];
}

interface Row {
  readonly workspace_id: string;
  /** Text with one driver, a number with the other; null before the first change. */
  readonly revision: string | number | null;
  readonly scope_level: ScopeLevel | null;
  readonly scope_id: string;
  readonly auditor_id: string;
  readonly settings: StoredEntries;
}

/** Gives undefined if there is no such agent. */
export async function readCascade(
  db: Db,
  orgId: string,
  agentId: string,
  auditorId: string | undefined,
): Promise<Cascade | undefined> {
  const rows = await query<Row>(
    db,
    sql`with place as (
        select case when implicit then ${defaultWorkspace} else workspace_id end as workspace_id
        from ${agentsTable} where org_id = ${orgId} and id = ${agentId} and removed_at is null
      )
      select place.workspace_id,
        (select max(seq) from ${controlChangesTable} where org_id = ${orgId}) as revision,
        own.scope_level, own.scope_id, own.auditor_id, own.settings
      from place left join lateral (
        select scope_level, scope_id, auditor_id, settings from ${auditorSettingsTable}
        where org_id = ${orgId}
          and (scope_level, scope_id) in (('org', ${orgId}), ('workspace', place.workspace_id), ('agent', ${agentId}))
          ${auditorId === undefined ? sql`` : sql`and auditor_id = ${auditorId}`}
      ) own on true`,
  );
  const [first] = rows;
  if (first === undefined) return undefined;
  return {
    path: [
      { level: 'org', id: orgId },
      { level: 'workspace', id: first.workspace_id },
      { level: 'agent', id: agentId },
    ],
    revision: Number(first.revision ?? 0),
    rows: rows.flatMap(({ scope_level: level, scope_id: id, auditor_id, settings }) =>
      level === null ? [] : [{ scope: { level, id }, auditorId: auditor_id, settings }],
    ),
  };
}

/** Reads installed apps of an agent and people who may speak for it: one query each, whatever their number. */
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { oauthRecordsTable } from '../../identity/issuer/tables.ts';
import {
  type InstallationRow,
  installationsTable,
  type ToolSnapshotRow,
  toolSnapshotsTable,
} from '../installations/tables.ts';

const columns = {
  id: installationsTable.id,
  app_id: installationsTable.app_id,
  name: installationsTable.name,
  title: installationsTable.title,
  version: installationsTable.version,
  config: installationsTable.config,
  is_quarantined: installationsTable.is_quarantined,
  service: installationsTable.service,
  auth: installationsTable.auth,
  snapshot_hash: installationsTable.tools_snapshot_hash,
  // Every tool has all three, in one order; its description is in the snapshot.
  servers: sql<string[]>`jsonb_path_query_array(${installationsTable.tools}, '$[*].server')`,
  names: sql<string[]>`jsonb_path_query_array(${installationsTable.tools}, '$[*].name')`,
  hashes: sql<string[]>`jsonb_path_query_array(${installationsTable.tools}, '$[*].hash')`,
  withheld: sql<string[]>`jsonb_path_query_array(${installationsTable.tools}, '$[*] ? (@.finding == "open").hash')`,
  allowed: sql<string[]>`jsonb_path_query_array(${installationsTable.tools}, '$[*] ? (@.finding == "allowed").hash')`,
};

/** An app in use, with the names of its approved and present tools. */
export type AppInUse = Pick<InstallationRow, keyof typeof columns & keyof InstallationRow> & {
  /** Of the approved snapshot; null before any tool was seen. */
  readonly snapshot_hash: string | null;
  readonly servers: readonly string[];
  readonly names: readonly string[];
  readonly hashes: readonly string[];
  /** Hashes of definitions that a gateway denied, and of those that a person permitted. */
  readonly withheld: readonly string[];
  readonly allowed: readonly string[];
};

/** Lists installed ones; one that is being updated stays in use. */
export function listAppsInUse(db: Db, orgId: string, agentId: string): Promise<AppInUse[]> {
  const table = installationsTable;
  return db
    .select(columns)
    .from(table)
    .where(
      and(...[eq(table.org_id, orgId), eq(table.agent_id, agentId)], inArray(table.status, ['installed', 'updating'])),
    )
    .orderBy(asc(table.seq));
}

export type Snapshot = Pick<ToolSnapshotRow, 'installation_id' | 'hash' | 'definitions'>;

/** Reads the approved snapshots of these installations. */
export async function readSnapshots(
  db: Db,
  orgId: string,
  which: readonly { readonly id: string; readonly hash: string }[],
): Promise<Snapshot[]> {
  if (which.length === 0) return [];
  const table = toolSnapshotsTable;
  const pairs = which.map(({ id, hash }) => sql`(${id}, ${hash})`);
  return db
    .select({ installation_id: table.installation_id, hash: table.hash, definitions: table.definitions })
    .from(table)
    .where(
      and(eq(table.org_id, orgId), sql`(${table.installation_id}, ${table.hash}) in (${sql.join(pairs, sql`, `)})`),
    );
}

/** True while a person's grant to an application is valid. */
export async function isGrantThere(db: Db, userId: string, grantId: string, now: number): Promise<boolean> {
  const table = oauthRecordsTable;
  const rows = await db
    .select({ id: table.grant_id })
    .from(table)
    .where(
      and(
        ...[eq(table.grant_id, grantId), eq(table.model, 'Grant'), eq(table.account_id, userId)],
        gt(table.expires_at, now),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Reads installed apps of an agent and people who may speak for it: one query each, whatever their number. */
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import {
  type InstallationRow,
  installationsTable,
  type ToolSnapshotRow,
  toolSnapshotsTable,
} from '../installations/tables.ts';
import { oauthRecordsTable } from '../issuer/tables.ts';

const columns = {
  ...{ id: installationsTable.id, app_id: installationsTable.app_id, name: installationsTable.name },
  ...{ title: installationsTable.title, version: installationsTable.version, config: installationsTable.config },
  ...{ is_quarantined: installationsTable.is_quarantined, service: installationsTable.service },
  ...{ auth: installationsTable.auth, snapshot_hash: installationsTable.tools_snapshot_hash },
  // Every tool has all three, in one order; what it says of itself stands in the snapshot.
  servers: sql<string[]>`jsonb_path_query_array(${installationsTable.tools}, '$[*].server')`,
  names: sql<string[]>`jsonb_path_query_array(${installationsTable.tools}, '$[*].name')`,
  hashes: sql<string[]>`jsonb_path_query_array(${installationsTable.tools}, '$[*].hash')`,
  withheld: sql<string[]>`jsonb_path_query_array(${installationsTable.tools}, '$[*] ? (@.finding == "open").hash')`,
  allowed: sql<string[]>`jsonb_path_query_array(${installationsTable.tools}, '$[*] ? (@.finding == "allowed").hash')`,
};

/** An app that is in use, with the names of the tools that were approved and are there. */
export type AppInUse = Pick<InstallationRow, keyof typeof columns & keyof InstallationRow> & {
  /** Of what was approved; null before any tool was seen. */
  readonly snapshot_hash: string | null;
  readonly servers: readonly string[];
  readonly names: readonly string[];
  readonly hashes: readonly string[];
  /** Hashes of definitions that a gateway's judge denied, and those of them that a person let. */
  readonly withheld: readonly string[];
  readonly allowed: readonly string[];
};

/** Those that are installed; one that is being updated is in use as it was. */
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

/** Of these installations, those that were approved. */
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

/** True while what a person allowed to an application holds. */
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

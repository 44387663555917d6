/** Queries over installations and the tools that their servers showed. */

import { and, asc, desc, eq, isNotNull, lte, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import type { InstallationStatus } from '../../../contract/api/installations/states.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { isFree, isHeld, leaseFor, noLease } from '../../../platform/db/lease.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { type ApprovalRow, approvalsTable } from '../../delegation/approvals/tables.ts';
import { scopedCredentialsTable } from '../scoped-credentials/tables.ts';
import { type InstallationRow, installationsTable, type ToolSnapshotRow, toolSnapshotsTable } from './tables.ts';

export type NewInstallation = Omit<InstallationRow, 'seq'>;

/** Columns that never change, or that change automatically. */
type Fixed = 'org_id' | 'id' | 'seq' | 'app_id' | 'agent_id' | 'revision' | 'created_at' | 'created_by';
export type InstallationChange = Partial<Omit<InstallationRow, Fixed | 'lease_until'>> & {
  readonly lease_until?: number | null | SQL<number>;
};
export type HeldInstallation = Pick<InstallationRow, 'org_id' | 'id' | 'lease_by'>;

export interface InstallationFilter {
  readonly agentId?: string | undefined;
  readonly appId?: string | undefined;
  /** All but removed ones if absent. */
  readonly status?: InstallationStatus | undefined;
}

/** Every query names its organisation, except the search for due work, which covers all. */
export interface InstallationStore {
  insert(tx: Db, row: NewInstallation): Promise<InstallationRow>;
  find(db: Db, orgId: string, id: string): Promise<InstallationRow | undefined>;
  lock(tx: Db, orgId: string, id: string): Promise<InstallationRow | undefined>;
  /** Finds the living one of an agent. */
  findLive(db: Db, orgId: string, agentId: string, appId: string): Promise<InstallationRow | undefined>;
  listOfAgent(db: Db, orgId: string, agentId: string): Promise<InstallationRow[]>;
  listOfWorkspace(db: Db, orgId: string, workspaceId: string): Promise<InstallationRow[]>;
  /** Leaves out tool descriptions, which are megabytes for fifty apps. */
  listAppsOfAgent(db: Db, orgId: string, agentId: string): Promise<InstalledAppRow[]>;
  list(db: Db, orgId: string, filter: InstallationFilter, page: PageStart): Promise<InstallationRow[]>;
  /** Makes those due that wait for a credential of this service; gives their ids. */
  wakeWaiting(db: Db, orgId: string, service: string, now: number): Promise<{ readonly id: string }[]>;
  /** Gives an approval as last recorded; a waiting one may have timed out since. */
  findApproval(db: Db, orgId: string, id: string): Promise<ApprovalState | undefined>;
  /** Changes one in that state and at that revision; undefined if it changed meanwhile. */
  move(
    tx: Db,
    at: Pick<InstallationRow, 'org_id' | 'id' | 'status' | 'revision'>,
    change: InstallationChange & { readonly updated_at: number },
  ): Promise<InstallationRow | undefined>;
  /** Takes one under a lease of this token, if nobody has it and it has work to do. */
  claim(db: Db, which: Pick<InstallationRow, 'org_id' | 'id'>, token: string): Promise<InstallationRow | undefined>;
  wake(db: Db, which: Pick<InstallationRow, 'org_id' | 'id'>, now: number): Promise<void>;
  /** Ends the lease; after a fault the attempts stay counted. */
  release(db: Db, held: HeldInstallation, end: LeaseEnd): Promise<void>;
  /** Lists due ones without a lease, oldest first. */
  listDue(db: Db, limit: number): Promise<Pick<InstallationRow, 'org_id' | 'id'>[]>;
  /** True while another living installation or a living credential uses this client. */
  isClientUsed(db: Db, orgId: string, foreignClientId: string, besides: string): Promise<boolean>;
  findService(db: Db, orgId: string, credentialId: string): Promise<string | undefined>;
  listAgentCredentials(db: Db, orgId: string, agentId: string, service: string): Promise<{ readonly id: string }[]>;
  putSnapshot(tx: Db, row: Omit<ToolSnapshotRow, 'seq'>): Promise<void>;
  findSnapshot(db: Db, orgId: string, installationId: string, hash: string): Promise<ToolSnapshotRow | undefined>;
  /** Keeps the newest ones and the named ones. */
  pruneSnapshots(tx: Db, orgId: string, installationId: string, kept: readonly string[]): Promise<void>;
  dropSnapshots(tx: Db, orgId: string, installationId: string): Promise<void>;
}

const appColumns = {
  id: installationsTable.id,
  app_id: installationsTable.app_id,
  version: installationsTable.version,
  name: installationsTable.name,
  agent_id: installationsTable.agent_id,
  status: installationsTable.status,
  workspace_id: installationsTable.workspace_id,
  service: installationsTable.service,
  is_quarantined: installationsTable.is_quarantined,
  auth: installationsTable.auth,
  // Every tool has both: both arrays have the same order.
  servers: sql<string[]>`jsonb_path_query_array(${installationsTable.tools}, '$[*].server')`,
  names: sql<string[]>`jsonb_path_query_array(${installationsTable.tools}, '$[*].name')`,
  // Hashes identify the tool, because they cover its name.
  withheld: sql<string[]>`jsonb_path_query_array(${installationsTable.tools}, '$[*] ? (@.finding == "open").hash')`,
  hashes: sql<string[]>`jsonb_path_query_array(${installationsTable.tools}, '$[*].hash')`,
};

/** An app with the columns that tool rules need. */
export type InstalledAppRow = Pick<InstallationRow, keyof typeof appColumns & keyof InstallationRow> & {
  readonly servers: readonly string[];
  readonly names: readonly string[];
  readonly hashes: readonly string[];
  readonly withheld: readonly string[];
};

export type ApprovalState = Pick<ApprovalRow, 'status' | 'expires_at'>;

export interface LeaseEnd {
  /** When it is due again; null: not automatically. */
  readonly nextAt: number | null;
  readonly isFault: boolean;
}

/** Length of a work lease. */
export const leaseMs = 60_000;
const maxSnapshots = 10;
/** Maximum per organisation in one round. */
const maxDueOfOne = 100;

export function createInstallationStore(clock: Clock): InstallationStore {
  const table = installationsTable;
  const own = ({ org_id, id }: Pick<InstallationRow, 'org_id' | 'id'>) =>
    and(eq(table.org_id, org_id), eq(table.id, id));
  const isDue = () => and(isNotNull(table.next_at), lte(table.next_at, clock.now()), isFree(table, clock));
  return {
    async insert(tx, row) {
      const [made] = await tx.insert(table).values(row).returning();
      if (made === undefined) throw new Error('an insert returns its row');
      return made;
    },
    find: async (db, orgId, id) =>
      (
        await db
          .select()
          .from(table)
          .where(own({ org_id: orgId, id }))
      )[0],
    lock: async (tx, orgId, id) =>
      (
        await tx
          .select()
          .from(table)
          .where(own({ org_id: orgId, id }))
          .for('update')
      )[0],
    findLive: async (db, orgId, agentId, appId) =>
      (
        await db
          .select()
          .from(table)
          .where(
            and(
              ...[eq(table.org_id, orgId), eq(table.agent_id, agentId), eq(table.app_id, appId)],
              ne(table.status, 'removed'),
            ),
          )
      )[0],
    listOfAgent: (db, orgId, agentId) =>
      db
        .select()
        .from(table)
        .where(and(eq(table.org_id, orgId), eq(table.agent_id, agentId), ne(table.status, 'removed')))
        .orderBy(asc(table.seq)),
    listOfWorkspace: (db, orgId, workspaceId) =>
      db
        .select()
        .from(table)
        .where(and(eq(table.org_id, orgId), eq(table.workspace_id, workspaceId), ne(table.status, 'removed')))
        .orderBy(asc(table.seq)),
    listAppsOfAgent: (db, orgId, agentId) =>
      db
        .select(appColumns)
        .from(table)
        .where(and(eq(table.org_id, orgId), eq(table.agent_id, agentId), ne(table.status, 'removed')))
        .orderBy(asc(table.seq)),
    list: (db, orgId, filter, page) =>
      selectPage(db.select().from(table), {
        where: and(eq(table.org_id, orgId), toCondition(filter)),
        seq: table.seq,
        page,
      }),
    wakeWaiting: (db, orgId, service, now) =>
      db
        .update(table)
        .set({ next_at: now })
        .where(and(eq(table.org_id, orgId), eq(table.service, service), eq(table.status, 'awaiting_connect')))
        .returning({ id: table.id }),
    findApproval: async (db, orgId, id) =>
      (
        await db
          .select({ status: approvalsTable.status, expires_at: approvalsTable.expires_at })
          .from(approvalsTable)
          .where(and(eq(approvalsTable.org_id, orgId), eq(approvalsTable.id, id)))
      )[0],
    async move(tx, at, change) {
      const moved = await tx
        .update(table)
        .set({ ...change, revision: sql`${table.revision} + 1` })
        .where(and(own(at), eq(table.status, at.status), eq(table.revision, at.revision)))
        .returning();
      return moved[0];
    },
    async claim(db, which, token) {
      const taken = await db
        .update(table)
        .set({ ...leaseFor(token, leaseMs, clock), attempts: sql`${table.attempts} + 1` })
        .where(and(own(which), isDue()))
        .returning();
      return taken[0];
    },
    async wake(db, which, now) {
      await db.update(table).set({ next_at: now }).where(own(which));
    },
    async release(db, held, { nextAt, isFault }) {
      await db
        .update(table)
        .set({ ...noLease, next_at: nextAt, ...(isFault ? {} : { attempts: 0 }) })
        .where(and(own(held), isHeld(table, held.lease_by ?? '')));
    },
    listDue: (db, limit) => {
      // An organisation with much work must not crowd out the others.
      const place = sql<number>`row_number() over (partition by ${table.org_id} order by ${table.next_at})`;
      const due = db
        .select({ org_id: table.org_id, id: table.id, next_at: table.next_at, place: place.as('place') })
        .from(table)
        .where(isDue())
        .as('due');
      return db
        .select({ org_id: due.org_id, id: due.id })
        .from(due)
        .where(lte(due.place, maxDueOfOne))
        .orderBy(asc(due.next_at))
        .limit(limit);
    },
    ...createSnapshotQueries(),
    ...createCredentialQueries(),
  };
}

function toCondition({ agentId, appId, status }: InstallationFilter): SQL | undefined {
  const table = installationsTable;
  return and(
    agentId === undefined ? undefined : eq(table.agent_id, agentId),
    appId === undefined ? undefined : eq(table.app_id, appId),
    status === undefined ? ne(table.status, 'removed') : eq(table.status, status),
  );
}

function createCredentialQueries(): Pick<InstallationStore, 'isClientUsed' | 'listAgentCredentials' | 'findService'> {
  const table = installationsTable;
  const credentials = scopedCredentialsTable;
  return {
    async isClientUsed(db, orgId, foreignClientId, besides) {
      const [other] = await db
        .select({ id: table.id })
        .from(table)
        .where(
          and(
            ...[eq(table.org_id, orgId), ne(table.id, besides), ne(table.status, 'removed')],
            sql`${table.auth}->>'foreign_client_id' = ${foreignClientId}`,
          ),
        )
        .limit(1);
      if (other !== undefined) return true;
      const [credential] = await db
        .select({ id: credentials.id })
        .from(credentials)
        .where(
          and(
            eq(credentials.org_id, orgId),
            eq(credentials.foreign_client_id, foreignClientId),
            ne(credentials.status, 'revoked'),
          ),
        )
        .limit(1);
      return credential !== undefined;
    },
    findService: async (db, orgId, credentialId) =>
      (
        await db
          .select({ service: credentials.service })
          .from(credentials)
          .where(and(eq(credentials.org_id, orgId), eq(credentials.id, credentialId)))
      )[0]?.service,
    listAgentCredentials: (db, orgId, agentId, service) =>
      db
        .select({ id: credentials.id })
        .from(credentials)
        .where(
          and(
            ...[eq(credentials.org_id, orgId), eq(credentials.agent_id, agentId), eq(credentials.service, service)],
            ne(credentials.status, 'revoked'),
          ),
        )
        .orderBy(asc(credentials.id)),
  };
}

function createSnapshotQueries(): Pick<
  InstallationStore,
  'putSnapshot' | 'findSnapshot' | 'pruneSnapshots' | 'dropSnapshots'
> {
  const table = toolSnapshotsTable;
  const of = (orgId: string, installationId: string) =>
    and(eq(table.org_id, orgId), eq(table.installation_id, installationId));
  return {
    async putSnapshot(tx, row) {
      const { seen_at, seen_by, approved_at, approved_by, findings } = row;
      await tx
        .insert(table)
        .values(row)
        .onConflictDoUpdate({
          target: [table.org_id, table.installation_id, table.hash],
          set: { seen_at, seen_by, findings, ...(approved_at === null ? {} : { approved_at, approved_by }) },
        });
    },
    findSnapshot: async (db, orgId, installationId, hash) =>
      (
        await db
          .select()
          .from(table)
          .where(and(of(orgId, installationId), eq(table.hash, hash)))
      )[0],
    async pruneSnapshots(tx, orgId, installationId, kept) {
      const newest = await tx
        .select({ hash: table.hash })
        .from(table)
        .where(of(orgId, installationId))
        .orderBy(desc(table.seen_at), desc(table.seq))
        .limit(maxSnapshots);
      const stay = [...new Set([...kept, ...newest.map(({ hash }) => hash)])];
      await tx.delete(table).where(and(of(orgId, installationId), notInArray(table.hash, stay)));
    },
    async dropSnapshots(tx, orgId, installationId) {
      await tx.delete(table).where(of(orgId, installationId));
    },
  };
}

/** Queries over organisations and workspaces. */
import { and, count, eq, inArray, isNull } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { agentsTable } from '../agents/tables.ts';
import { type OrganizationRow, organizationsTable, type WorkspaceRow, workspacesTable } from './tables.ts';

export type NewOrganization = Omit<OrganizationRow, 'seq'>;
export type NewWorkspace = Omit<WorkspaceRow, 'seq'>;
interface Dated {
  readonly updated_at: number;
}
export type ScopeChange = Dated & Partial<Pick<WorkspaceRow, 'name' | 'description' | 'chain' | 'console_values'>>;
export type OrganizationChange = Dated &
  Partial<
    Pick<OrganizationRow, 'name' | 'description' | 'chain' | 'agent_approval' | 'workflow_approval' | 'model_use'>
  >;

/** Every query of a workspace names its organisation; those that write take the caller's transaction. */
export interface WorkspaceStore {
  insertOrganization(tx: Db, row: NewOrganization): Promise<boolean>;
  updateOrganization(
    tx: Db,
    id: string,
    revision: number,
    change: OrganizationChange,
  ): Promise<OrganizationRow | undefined>;
  findOrganization(db: Db, id: string): Promise<OrganizationRow | undefined>;
  listOrganizations(db: Db, page: PageStart): Promise<OrganizationRow[]>;
  /** False if one with this id exists. */
  insert(tx: Db, row: NewWorkspace): Promise<boolean>;
  insertMissing(tx: Db, rows: readonly NewWorkspace[]): Promise<string[]>;
  /** Changes one at a revision; undefined if it has another revision. */
  update(tx: Db, orgId: string, id: string, revision: number, change: ScopeChange): Promise<WorkspaceRow | undefined>;
  remove(tx: Db, orgId: string, id: string, revision: number): Promise<boolean>;
  find(db: Db, orgId: string, id: string): Promise<WorkspaceRow | undefined>;
  findMany(db: Db, orgId: string, ids: readonly string[]): Promise<WorkspaceRow[]>;
  list(db: Db, orgId: string, page: PageStart): Promise<WorkspaceRow[]>;
  /** Lists all of an organisation, by id. */
  listAll(db: Db, orgId: string): Promise<WorkspaceRow[]>;
  countAgents(db: Db, orgId: string, id: string): Promise<number>;
}

export function createWorkspaceStore(): WorkspaceStore {
  const orgs = organizationsTable;
  const table = workspacesTable;
  const own = (orgId: string, id: string) => and(eq(table.org_id, orgId), eq(table.id, id));
  return {
    async insertOrganization(tx, row) {
      const inserted = await tx.insert(orgs).values(row).onConflictDoNothing().returning({ id: orgs.id });
      return inserted.length === 1;
    },
    async updateOrganization(tx, id, revision, change) {
      const updated = await tx
        .update(orgs)
        .set({ ...change, revision: revision + 1 })
        .where(and(eq(orgs.id, id), eq(orgs.revision, revision)))
        .returning();
      return updated[0];
    },
    findOrganization: async (db, id) => (await db.select().from(orgs).where(eq(orgs.id, id)))[0],
    listOrganizations: (db, page) => selectPage(db.select().from(orgs), { seq: orgs.seq, page }),
    async insert(tx, row) {
      return (await tx.insert(table).values(row).onConflictDoNothing().returning({ id: table.id })).length === 1;
    },
    async insertMissing(tx, rows) {
      if (rows.length === 0) return [];
      const inserted = await tx
        .insert(table)
        .values([...rows])
        .onConflictDoNothing()
        .returning({ id: table.id });
      return inserted.map(({ id }) => id);
    },
    async update(tx, orgId, id, revision, change) {
      const updated = await tx
        .update(table)
        .set({ ...change, revision: revision + 1 })
        .where(and(own(orgId, id), eq(table.revision, revision)))
        .returning();
      return updated[0];
    },
    async remove(tx, orgId, id, revision) {
      const removed = await tx
        .delete(table)
        .where(and(own(orgId, id), eq(table.revision, revision)))
        .returning({ id: table.id });
      return removed.length === 1;
    },
    find: async (db, orgId, id) => (await db.select().from(table).where(own(orgId, id)))[0],
    async findMany(db, orgId, ids) {
      if (ids.length === 0) return [];
      return db
        .select()
        .from(table)
        .where(and(eq(table.org_id, orgId), inArray(table.id, [...ids])));
    },
    list: (db, orgId, page) =>
      selectPage(db.select().from(table), { where: eq(table.org_id, orgId), seq: table.seq, page }),
    listAll: (db, orgId) => db.select().from(table).where(eq(table.org_id, orgId)).orderBy(table.id),
    async countAgents(db, orgId, id) {
      const [row] = await db
        .select({ agents: count() })
        .from(agentsTable)
        .where(and(eq(agentsTable.org_id, orgId), eq(agentsTable.workspace_id, id), isNull(agentsTable.removed_at)));
      return row?.agents ?? 0;
    },
  };
}

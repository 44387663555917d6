/** Queries over agents. */
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { PageStart } from '../../platform/http/page.ts';
import { type AgentRow, agentsTable } from './tables.ts';

export type NewAgent = Omit<AgentRow, 'seq'>;

type Changeable =
  | 'name'
  | 'model_id'
  | 'audit_mode'
  | 'audit_mode_until'
  | 'audit_mode_reason'
  | 'audit_mode_by'
  | 'implicit'
  | 'public_passports';
export type AgentChange = Partial<Pick<AgentRow, Changeable>>;

/** Every query names its organisation; those that write take the caller's transaction. */
export interface AgentStore {
  /** Inserts what is not there yet. */
  insertMissing(tx: Db, rows: readonly NewAgent[]): Promise<AgentRow[]>;
  /** Changes an agent that is at a revision; undefined when it is elsewhere. */
  update(
    tx: Db,
    at: Pick<AgentRow, 'org_id' | 'id' | 'revision'>,
    change: AgentChange & { readonly updated_at: number },
  ): Promise<AgentRow | undefined>;
  find(db: Db, orgId: string, id: string): Promise<AgentRow | undefined>;
  findMany(db: Db, orgId: string, ids: readonly string[]): Promise<AgentRow[]>;
  list(db: Db, orgId: string, page: PageStart, workspaceId?: string): Promise<AgentRow[]>;
  /** All that somebody registered, by id. */
  listRegistered(db: Db, orgId: string): Promise<AgentRow[]>;
}

export function createAgentStore(): AgentStore {
  const table = agentsTable;
  const own = (orgId: string, id: string) => and(eq(table.org_id, orgId), eq(table.id, id));
  return {
    async insertMissing(tx, rows) {
      if (rows.length === 0) return [];
      return tx
        .insert(table)
        .values([...rows])
        .onConflictDoNothing()
        .returning();
    },
    async update(tx, { org_id, id, revision }, change) {
      const updated = await tx
        .update(table)
        .set({ ...change, revision: sql`${table.revision} + 1` })
        .where(and(own(org_id, id), eq(table.revision, revision)))
        .returning();
      return updated[0];
    },
    find: async (db, orgId, id) => (await db.select().from(table).where(own(orgId, id)))[0],
    async findMany(db, orgId, ids) {
      if (ids.length === 0) return [];
      return db
        .select()
        .from(table)
        .where(and(eq(table.org_id, orgId), inArray(table.id, [...ids])));
    },
    list: (db, orgId, page, workspaceId) =>
      db
        .select()
        .from(table)
        .where(
          and(
            eq(table.org_id, orgId),
            workspaceId === undefined ? undefined : eq(table.workspace_id, workspaceId),
            page.before === undefined ? undefined : lt(table.seq, page.before),
          ),
        )
        .orderBy(desc(table.seq))
        .limit(page.limit + 1),
    // Spelt as the index is, which holds registered ones only.
    listRegistered: (db, orgId) =>
      db
        .select()
        .from(table)
        .where(and(eq(table.org_id, orgId), sql`not ${table.implicit}`))
        .orderBy(table.id),
  };
}

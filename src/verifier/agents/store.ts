/** Queries over agents. */
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { PageStart } from '../../platform/http/page.ts';
import { type AgentRow, agentsTable } from './tables.ts';

export type NewAgent = Omit<AgentRow, 'seq'>;

export type AgentChange = Pick<AgentRow, 'public_passports' | 'updated_at'>;

export interface AgentStore {
  /** Inserts what is not there yet and returns the ids that were new. */
  insertMissing(rows: readonly NewAgent[]): Promise<string[]>;
  /** Makes an implicit agent a registered one; false when there is no implicit agent of this id and workspace. */
  adopt(row: NewAgent): Promise<boolean>;
  /** Changes an agent that is at a revision; undefined when it is elsewhere. */
  update(orgId: string, id: string, revision: number, change: AgentChange): Promise<AgentRow | undefined>;
  find(orgId: string, id: string): Promise<AgentRow | undefined>;
  findMany(orgId: string, ids: readonly string[]): Promise<AgentRow[]>;
  list(orgId: string, page: PageStart, workspaceId?: string): Promise<AgentRow[]>;
}

export function createAgentStore(db: Db): AgentStore {
  const own = (orgId: string, id: string) => and(eq(agentsTable.org_id, orgId), eq(agentsTable.id, id));
  return {
    async insertMissing(rows) {
      if (rows.length === 0) return [];
      const inserted = await db
        .insert(agentsTable)
        .values([...rows])
        .onConflictDoNothing()
        .returning({ id: agentsTable.id });
      return inserted.map((row) => row.id);
    },
    async adopt(row) {
      const { name, updated_at } = row;
      const updated = await db
        .update(agentsTable)
        .set({ name, updated_at, implicit: false })
        .where(
          and(own(row.org_id, row.id), eq(agentsTable.workspace_id, row.workspace_id), eq(agentsTable.implicit, true)),
        )
        .returning({ id: agentsTable.id });
      return updated.length === 1;
    },
    async update(orgId, id, revision, change) {
      const updated = await db
        .update(agentsTable)
        .set({ ...change, revision: sql`${agentsTable.revision} + 1` })
        .where(and(own(orgId, id), eq(agentsTable.revision, revision)))
        .returning();
      return updated[0];
    },
    async find(orgId, id) {
      return (await db.select().from(agentsTable).where(own(orgId, id)))[0];
    },
    async findMany(orgId, ids) {
      return db
        .select()
        .from(agentsTable)
        .where(and(eq(agentsTable.org_id, orgId), inArray(agentsTable.id, [...ids])));
    },
    async list(orgId, page, workspaceId) {
      return db
        .select()
        .from(agentsTable)
        .where(
          and(
            eq(agentsTable.org_id, orgId),
            workspaceId === undefined ? undefined : eq(agentsTable.workspace_id, workspaceId),
            page.before === undefined ? undefined : lt(agentsTable.seq, page.before),
          ),
        )
        .orderBy(desc(agentsTable.seq))
        .limit(page.limit + 1);
    },
  };
}

/** Queries over environments. Every query names its organisation. */
import { and, eq, sql } from 'drizzle-orm';
import type { AgentStatus } from '../../../contract/api/agents/states.ts';
import { type Db, query } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { type EnvironmentRow, environmentsTable } from './tables.ts';

export type NewEnvironment = Omit<EnvironmentRow, 'seq'>;

/** An agent of an environment as it is now; nulls if it is no longer registered in the workspace. */
export interface EnvironmentMember {
  readonly environment: string;
  readonly name: string;
  readonly model_id: string | null;
  readonly status: AgentStatus | null;
}

export interface EnvironmentStore {
  insert(tx: Db, row: NewEnvironment): Promise<EnvironmentRow | undefined>;
  /** Changes one at a revision; undefined at another one. */
  update(
    tx: Db,
    at: Pick<EnvironmentRow, 'org_id' | 'id' | 'revision'>,
    change: Pick<EnvironmentRow, 'deployment_type' | 'agents' | 'updated_at'>,
  ): Promise<EnvironmentRow | undefined>;
  remove(tx: Db, at: Pick<EnvironmentRow, 'org_id' | 'id' | 'revision'>): Promise<boolean>;
  find(db: Db, orgId: string, id: string): Promise<EnvironmentRow | undefined>;
  list(db: Db, orgId: string, page: PageStart, workspaceId: string | undefined): Promise<EnvironmentRow[]>;
  /** Lists all of an organisation, by id. */
  listAll(db: Db, orgId: string): Promise<EnvironmentRow[]>;
  /** Lists the agents of environments, in the order of their names. */
  listMembers(db: Db, orgId: string, ids: readonly string[]): Promise<EnvironmentMember[]>;
}

export function createEnvironmentStore(): EnvironmentStore {
  const table = environmentsTable;
  const own = (orgId: string, id: string) => and(eq(table.org_id, orgId), eq(table.id, id));
  const at = ({ org_id, id, revision }: Pick<EnvironmentRow, 'org_id' | 'id' | 'revision'>) =>
    and(own(org_id, id), eq(table.revision, revision));
  return {
    insert: async (tx, row) => (await tx.insert(table).values(row).returning())[0],
    async update(tx, before, change) {
      const next = { ...change, revision: before.revision + 1 };
      return (await tx.update(table).set(next).where(at(before)).returning())[0];
    },
    async remove(tx, before) {
      return (await tx.delete(table).where(at(before)).returning({ id: table.id })).length === 1;
    },
    find: async (db, orgId, id) => (await db.select().from(table).where(own(orgId, id)))[0],
    list: (db, orgId, page, workspaceId) =>
      selectPage(db.select().from(table), {
        where: and(
          eq(table.org_id, orgId),
          workspaceId === undefined ? undefined : eq(table.workspace_id, workspaceId),
        ),
        seq: table.seq,
        page,
      }),
    listAll: (db, orgId) => db.select().from(table).where(eq(table.org_id, orgId)).orderBy(table.id),
    async listMembers(db, orgId, ids) {
      if (ids.length === 0) return [];
      return query<EnvironmentMember>(
        db,
        sql`select environments.id as environment, member.name, agents.model_id, agents.status
          from environments
          cross join lateral jsonb_array_elements_text(environments.agents) with ordinality as member (name, place)
          left join agents on agents.org_id = environments.org_id and agents.workspace_id = environments.workspace_id
            and agents.id = member.name and not agents.implicit and agents.removed_at is null
          where environments.org_id = ${orgId}
            and environments.id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))
          order by environments.id, member.place`,
      );
    },
  };
}

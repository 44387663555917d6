/** Queries over agents. */
import { and, asc, desc, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { AgentStatus } from '../../contract/api/agents/states.ts';
import { type Db, query } from '../../platform/db/db.ts';
import type { PageStart } from '../../platform/http/page.ts';
import { type AgentRow, agentsTable } from './tables.ts';

export type NewAgent = Omit<AgentRow, 'seq'>;

/** What a token of an agent rests on: read for every call of one, and no more than that. */
const standing = {
  ...{ org_id: agentsTable.org_id, workspace_id: agentsTable.workspace_id, id: agentsTable.id },
  ...{ spiffe_id: agentsTable.spiffe_id, client_id: agentsTable.client_id, implicit: agentsTable.implicit },
  ...{ status: agentsTable.status, agent_epoch: agentsTable.agent_epoch },
  ...{ access_manifest: agentsTable.access_manifest, owners: agentsTable.owners, editors: agentsTable.editors },
};
export type StandingRow = Pick<AgentRow, keyof typeof standing>;

/** What never changes of an agent, or changes by itself. */
type Fixed = 'org_id' | 'workspace_id' | 'id' | 'seq' | 'spiffe_id' | 'revision' | 'created_at' | 'updated_at';
export type AgentChange = Partial<Omit<AgentRow, Fixed>>;

/** An agent that was seen to do something. */
export interface Seen {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface AgentFilter {
  readonly workspaceId?: string | undefined;
  readonly status?: AgentStatus | undefined;
  /** One of its owners. */
  readonly ownerId?: string | undefined;
  /** Without those that only evidence named. */
  readonly isRegistered?: boolean | undefined;
}

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
  findStanding(db: Db, orgId: string, id: string): Promise<StandingRow | undefined>;
  /** The agent of an identity, in whichever organisation it is. */
  findBySpiffeId(db: Db, spiffeId: string): Promise<StandingRow | undefined>;
  /** Those that were removed too: their places are taken for good. */
  findMany(db: Db, orgId: string, ids: readonly string[]): Promise<AgentRow[]>;
  list(db: Db, orgId: string, page: PageStart, filter: AgentFilter): Promise<AgentRow[]>;
  /** All that somebody registered, by id. */
  listRegistered(db: Db, orgId: string): Promise<AgentRow[]>;
  /** Those in which somebody has a role or is a sponsor. */
  listOf(db: Db, orgId: string, principal: string): Promise<AgentRow[]>;
  /**
   * Notes when agents were seen, in no revision; gives those that it was noted of, removed ones too. A row that somebody
   * is changing is left out: it is noted the next time, and nobody waits for anybody.
   */
  noteSeen(db: Db, orgId: string, seen: readonly Seen[]): Promise<Pick<AgentRow, 'id' | 'removed_at'>[]>;
  /** Notes what an agent did by itself. */
  noteOwn(db: Db, orgId: string, id: string, kind: 'token' | 'heartbeat', now: number): Promise<void>;
}

export function createAgentStore(): AgentStore {
  const table = agentsTable;
  const own = (orgId: string, id: string) => and(eq(table.org_id, orgId), eq(table.id, id));
  const isThere = isNull(table.removed_at);
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
    find: async (db, orgId, id) =>
      (
        await db
          .select()
          .from(table)
          .where(and(own(orgId, id), isThere))
      )[0],
    findStanding: async (db, orgId, id) => {
      const statement = db
        .select(standing)
        .from(table)
        .where(and(own(orgId, id), isThere));
      return (await statement.prepare('agent_standing').execute())[0];
    },
    findBySpiffeId: async (db, spiffeId) => {
      const statement = db
        .select(standing)
        .from(table)
        .where(and(eq(table.spiffe_id, spiffeId), isThere));
      return (await statement.prepare('agent_standing_by_identity').execute())[0];
    },
    async findMany(db, orgId, ids) {
      if (ids.length === 0) return [];
      return db
        .select()
        .from(table)
        .where(and(eq(table.org_id, orgId), inArray(table.id, [...ids])));
    },
    list: (db, orgId, page, filter) =>
      db
        .select()
        .from(table)
        .where(
          and(
            ...[eq(table.org_id, orgId), isThere, toCondition(filter)],
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
        .where(and(eq(table.org_id, orgId), sql`not ${table.implicit}`, isThere))
        .orderBy(table.id),
    listOf: (db, orgId, principal) =>
      db
        .select()
        .from(table)
        .where(
          and(
            eq(table.org_id, orgId),
            isThere,
            or(
              ...[table.owners, table.editors, table.viewers, table.sponsor_ids].map((column) =>
                holds(column, principal),
              ),
            ),
          ),
        )
        .orderBy(asc(table.id)),
    async noteSeen(db, orgId, seen) {
      if (seen.length === 0) return [];
      const values = sql.join(
        seen.map(({ id, at }) => sql`(${id}::text, ${at}::bigint)`),
        sql`, `,
      );
      const free = sql`select id from agents where org_id = ${orgId}
        and ${inArray(
          table.id,
          seen.map(({ id }) => id),
        )} for update skip locked`;
      return query<Pick<AgentRow, 'id' | 'removed_at'>>(
        db,
        sql`update agents set last_activity_at = greatest(coalesce(last_activity_at, 0), seen.at)
          from (values ${values}) as seen (id, at)
          where agents.org_id = ${orgId} and agents.id = seen.id and agents.id in (${free})
          returning agents.id, agents.removed_at`,
      );
    },
    async noteOwn(db, orgId, id, kind, now) {
      const column = kind === 'token' ? 'last_token_at' : 'heartbeat_at';
      await db
        .update(table)
        .set({ [column]: now, last_activity_at: sql`greatest(coalesce(${table.last_activity_at}, 0), ${now})` })
        .where(
          and(
            own(orgId, id),
            sql`${table.id} in (select id from agents where org_id = ${orgId} and id = ${id} for update skip locked)`,
          ),
        );
    },
  };
}

function toCondition({ workspaceId, status, ownerId, isRegistered }: AgentFilter): SQL | undefined {
  return and(
    workspaceId === undefined ? undefined : eq(agentsTable.workspace_id, workspaceId),
    status === undefined ? undefined : eq(agentsTable.status, status),
    ownerId === undefined ? undefined : holds(agentsTable.owners, ownerId),
    isRegistered === true ? sql`not ${agentsTable.implicit}` : undefined,
  );
}

/** Spelt as the index of owners is. */
function holds(column: typeof agentsTable.owners | typeof agentsTable.sponsor_ids, principal: string): SQL {
  return sql`${column} @> ${JSON.stringify([principal])}::jsonb`;
}

/** Queries over agents. */
import { and, asc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { AgentStatus } from '../../../contract/api/agents/states.ts';
import { type Db, query } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { type AgentRow, agentsTable } from './tables.ts';

export type NewAgent = Omit<AgentRow, 'seq'>;

/** Columns that an agent's token depends on. They are read on every call, so there are no others. */
const standing = {
  org_id: agentsTable.org_id,
  workspace_id: agentsTable.workspace_id,
  id: agentsTable.id,
  spiffe_id: agentsTable.spiffe_id,
  client_id: agentsTable.client_id,
  implicit: agentsTable.implicit,
  status: agentsTable.status,
  agent_epoch: agentsTable.agent_epoch,
  access_manifest: agentsTable.access_manifest,
  injection_method: agentsTable.injection_method,
  owners: agentsTable.owners,
  editors: agentsTable.editors,
};
export type StandingRow = Pick<AgentRow, keyof typeof standing>;

/** Columns that never change, or that the store sets. */
type Fixed = 'org_id' | 'workspace_id' | 'id' | 'seq' | 'spiffe_id' | 'revision' | 'created_at' | 'updated_at';
export type AgentChange = Partial<Omit<AgentRow, Fixed>>;

/** An activity of an agent. */
export interface Seen {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface AgentFilter {
  readonly workspaceId?: string | undefined;
  readonly status?: AgentStatus | undefined;
  /** Any of its owners. */
  readonly ownerId?: string | undefined;
  /** Excludes agents that only evidence named. */
  readonly isRegistered?: boolean | undefined;
}

/** Every query names its organisation; writes run in the caller's transaction. */
export interface AgentStore {
  /** Inserts the rows that do not exist yet. */
  insertMissing(tx: Db, rows: readonly NewAgent[]): Promise<AgentRow[]>;
  /** Changes an agent at this revision; undefined at another one. */
  update(
    tx: Db,
    at: Pick<AgentRow, 'org_id' | 'id' | 'revision'>,
    change: AgentChange & { readonly updated_at: number },
  ): Promise<AgentRow | undefined>;
  find(db: Db, orgId: string, id: string): Promise<AgentRow | undefined>;
  findStanding(db: Db, orgId: string, id: string): Promise<StandingRow | undefined>;
  /** Finds the agent of an identity, in any organisation. */
  findBySpiffeId(db: Db, spiffeId: string): Promise<StandingRow | undefined>;
  /** Finds removed agents too: their ids and workspaces are never given again. */
  findMany(db: Db, orgId: string, ids: readonly string[]): Promise<AgentRow[]>;
  list(db: Db, orgId: string, page: PageStart, filter: AgentFilter): Promise<AgentRow[]>;
  /** Lists registered agents, by id. */
  listRegistered(db: Db, orgId: string): Promise<AgentRow[]>;
  /** Lists registered agents that have no OAuth client, by id. */
  listWithoutClient(db: Db, orgId: string, limit: number): Promise<AgentRow[]>;
  listOrganisationsWithoutClient(db: Db): Promise<string[]>;
  setClients(
    tx: Db,
    orgId: string,
    clients: readonly { readonly id: string; readonly clientId: string }[],
    now: number,
  ): Promise<void>;
  /** Lists the agents on which a person has a role or is a sponsor. */
  listOf(db: Db, orgId: string, principal: string): Promise<AgentRow[]>;
  /**
   * Records activity without a new revision, and gives the recorded agents, removed ones too. It skips a row that is locked by a
   * change, so that nobody waits; the next activity is recorded.
   */
  noteSeen(db: Db, orgId: string, seen: readonly Seen[]): Promise<Pick<AgentRow, 'id' | 'removed_at'>[]>;
  /** Records an agent's token or heartbeat. */
  noteOwn(db: Db, orgId: string, id: string, kind: 'token' | 'heartbeat', now: number): Promise<void>;
}

export function createAgentStore(): AgentStore {
  const table = agentsTable;
  const own = (orgId: string, id: string) => and(eq(table.org_id, orgId), eq(table.id, id));
  const isThere = isNull(table.removed_at);
  const isClientless = and(
    sql`not ${table.implicit}`,
    isThere,
    isNull(table.client_id),
    ne(table.status, 'decommissioned'),
  );
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
      selectPage(db.select().from(table), {
        where: and(eq(table.org_id, orgId), isThere, toCondition(filter)),
        seq: table.seq,
        page,
      }),
    // Written like the partial index, which holds registered agents only.
    listRegistered: (db, orgId) =>
      db
        .select()
        .from(table)
        .where(and(eq(table.org_id, orgId), sql`not ${table.implicit}`, isThere))
        .orderBy(table.id),
    listWithoutClient: (db, orgId, limit) =>
      db
        .select()
        .from(table)
        .where(and(eq(table.org_id, orgId), isClientless))
        .orderBy(table.id)
        .limit(limit),
    async listOrganisationsWithoutClient(db) {
      const rows = await db.selectDistinct({ id: table.org_id }).from(table).where(isClientless);
      return rows.map(({ id }) => id);
    },
    async setClients(tx, orgId, clients, now) {
      if (clients.length === 0) return;
      const values = sql.join(
        clients.map(({ id, clientId }) => sql`(${id}::text, ${clientId}::text)`),
        sql`, `,
      );
      await tx.execute(
        sql`update agents set client_id = made.client_id, revision = revision + 1, updated_at = ${now}
          from (values ${values}) as made (id, client_id)
          where agents.org_id = ${orgId} and agents.id = made.id`,
      );
    },
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

/** Written like the index of owners. */
function holds(column: typeof agentsTable.owners | typeof agentsTable.sponsor_ids, principal: string): SQL {
  return sql`${column} @> ${JSON.stringify([principal])}::jsonb`;
}

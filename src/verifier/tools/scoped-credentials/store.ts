/** Queries over scoped credentials; each names its organisation. Rows that a decision depends on are read with `for update`. */
import { and, asc, count, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { CredentialStatus } from '../../../contract/api/scoped-credentials/states.ts';
import type { Db } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import type { CredentialQuery } from './ports.ts';
import { type ScopedCredentialRow, scopedCredentialsTable } from './tables.ts';
import type { Visibility } from './visibility.ts';

export type NewCredentialRow = Omit<ScopedCredentialRow, 'seq'>;
export type CredentialChange = Partial<
  Omit<ScopedCredentialRow, 'org_id' | 'id' | 'seq' | 'scope_level' | 'scope_id' | 'service' | 'agent_id' | 'user_id'>
>;
/** Key that only one living credential has. */
export type CredentialKey = Pick<
  ScopedCredentialRow,
  'org_id' | 'scope_level' | 'scope_id' | 'service' | 'resource' | 'agent_id' | 'user_id'
>;
export interface CredentialFilter {
  readonly service?: string | undefined;
  readonly agentId?: string | undefined;
  readonly userId?: string | undefined;
  readonly workspaceId?: string | undefined;
  /** All but revoked ones if absent. */
  readonly status?: CredentialStatus | undefined;
}
export type CredentialOwner =
  | { readonly agentId: string }
  | { readonly userId: string }
  | { readonly workspaceId: string };

export interface CredentialStore {
  /** Gives undefined if a living credential has the place. */
  insert(tx: Db, row: NewCredentialRow): Promise<ScopedCredentialRow | undefined>;
  /** Writes a change of a locked row, and raises its revision. */
  update(tx: Db, row: ScopedCredentialRow, change: CredentialChange): Promise<ScopedCredentialRow>;
  find(db: Db, orgId: string, id: string): Promise<ScopedCredentialRow | undefined>;
  lock(tx: Db, orgId: string, id: string): Promise<ScopedCredentialRow | undefined>;
  /** Gives the living one of a place, locked. */
  lockAt(tx: Db, place: CredentialKey): Promise<ScopedCredentialRow | undefined>;
  /** Locks all living ones of an agent, a person, or a workspace itself, oldest first. */
  lockAllOf(tx: Db, orgId: string, whose: CredentialOwner): Promise<ScopedCredentialRow[]>;
  list(
    db: Db,
    orgId: string,
    visibility: Visibility,
    filter: CredentialFilter,
    page: PageStart,
  ): Promise<ScopedCredentialRow[]>;
  /** Lists the candidates of all wishes: living ones that are shared, the agents' own, and those of the named persons. */
  listForRequests(db: Db, orgId: string, requests: readonly CredentialQuery[]): Promise<ScopedCredentialRow[]>;
  /** Lists those of other people for a service: they are never an answer, but the explanation names them. */
  listOthers(
    db: Db,
    orgId: string,
    request: CredentialQuery,
    visibility: Visibility,
    limit: number,
  ): Promise<ScopedCredentialRow[]>;
  listEnforced(db: Db, orgId: string, service: string): Promise<ScopedCredentialRow[]>;
  countLive(db: Db, orgId: string, userId?: string): Promise<number>;
}

export function createCredentialStore(): CredentialStore {
  const table = scopedCredentialsTable;
  const own = (orgId: string, id: string) => and(eq(table.org_id, orgId), eq(table.id, id));
  // Written as in the partial indexes, which hold living rows only.
  const isLive = ne(table.status, 'revoked');
  return {
    async insert(tx, row) {
      return (await tx.insert(table).values(row).onConflictDoNothing().returning())[0];
    },
    async update(tx, { org_id, id, revision }, change) {
      const [updated] = await tx
        .update(table)
        .set({ ...change, revision: revision + 1 })
        .where(and(own(org_id, id), eq(table.revision, revision)))
        .returning();
      if (updated === undefined) throw new Error('a credential changed while it was locked');
      return updated;
    },
    find: async (db, orgId, id) => (await db.select().from(table).where(own(orgId, id)))[0],
    lock: async (tx, orgId, id) => (await tx.select().from(table).where(own(orgId, id)).for('update'))[0],
    async lockAt(tx, place) {
      const { org_id, scope_level, scope_id, service } = place;
      const where = and(
        ...[eq(table.org_id, org_id), eq(table.scope_level, scope_level), eq(table.scope_id, scope_id)],
        ...[eq(table.service, service), eq(orEmpty(table.resource), place.resource ?? ''), isLive],
        ...[eq(orEmpty(table.agent_id), place.agent_id ?? ''), eq(orEmpty(table.user_id), place.user_id ?? '')],
      );
      return (await tx.select().from(table).where(where).for('update'))[0];
    },
    lockAllOf: (tx, orgId, whose) =>
      tx
        .select()
        .from(table)
        .where(and(eq(table.org_id, orgId), isLive, ofWhom(whose)))
        .orderBy(asc(table.seq))
        .for('update'),
    list: (db, orgId, visibility, filter, page) =>
      selectPage(db.select().from(table), {
        where: and(
          ...[eq(table.org_id, orgId), isVisibleRow(visibility), filtered(filter)],
          filter.status === undefined ? isLive : eq(table.status, filter.status),
        ),
        seq: table.seq,
        page,
      }),
    async listForRequests(db, orgId, requests) {
      if (requests.length === 0) return [];
      const services = [...new Set(requests.map(({ service }) => service))];
      const agents = [...new Set(requests.map(({ agentId }) => agentId))];
      const users = [...new Set(requests.flatMap(({ userId }) => (userId === undefined ? [] : [userId])))];
      const workspaces = [...new Set(requests.map(({ workspaceId }) => workspaceId))];
      const inReach = or(eq(table.scope_level, 'org'), inArray(table.scope_id, workspaces));
      // Written as in the index of places: it is used even without table statistics, and reads none of the thousands of rows
      // that others may have for the service.
      const where = and(
        inArray(orEmpty(table.agent_id), ['', ...agents]),
        inArray(orEmpty(table.user_id), ['', ...users]),
      );
      return db
        .select()
        .from(table)
        .where(and(eq(table.org_id, orgId), inArray(table.service, services), isLive, where, inReach));
    },
    listOthers: (db, orgId, { service, agentId, userId }, visibility, limit) =>
      db
        .select()
        .from(table)
        .where(
          and(
            ...[eq(table.org_id, orgId), eq(table.service, service), isLive, isVisibleRow(visibility)],
            or(
              ne(table.agent_id, agentId),
              and(isNotNull(table.user_id), userId === undefined ? undefined : ne(table.user_id, userId)),
            ),
          ),
        )
        // In the index's order: only the first rows are read.
        .orderBy(asc(table.org_id), asc(table.service), orEmpty(table.agent_id), orEmpty(table.user_id))
        .limit(limit),
    listEnforced: (db, orgId, service) =>
      db
        .select()
        .from(table)
        .where(
          and(
            ...[eq(table.org_id, orgId), eq(table.service, service), eq(orEmpty(table.agent_id), '')],
            ...[eq(table.sharing_mode, 'enforce'), isLive],
          ),
        ),
    async countLive(db, orgId, userId) {
      const ofUser = userId === undefined ? undefined : eq(table.user_id, userId);
      const [row] = await db
        .select({ live: count() })
        .from(table)
        .where(and(eq(table.org_id, orgId), isLive, ofUser));
      return row?.live ?? 0;
    },
  };
}

/** Written as in the index of places. */
function orEmpty(column: Column): SQL<string> {
  return sql<string>`coalesce(${column}, '')`;
}

type Column = (typeof scopedCredentialsTable)['resource' | 'agent_id' | 'user_id'];

function ofWhom(whose: CredentialOwner): SQL | undefined {
  const table = scopedCredentialsTable;
  if ('agentId' in whose) return eq(table.agent_id, whose.agentId);
  if ('userId' in whose) return eq(table.user_id, whose.userId);
  return and(eq(table.scope_level, 'workspace'), eq(table.scope_id, whose.workspaceId));
}

function filtered({ service, agentId, userId, workspaceId }: CredentialFilter): SQL | undefined {
  const table = scopedCredentialsTable;
  return and(
    service === undefined ? undefined : eq(table.service, service),
    agentId === undefined ? undefined : eq(table.agent_id, agentId),
    userId === undefined ? undefined : eq(table.user_id, userId),
    workspaceId === undefined ? undefined : ofWhom({ workspaceId }),
  );
}

/** The SQL form of `isInSight`. */
function isVisibleRow(visibility: Visibility): SQL | undefined {
  const table = scopedCredentialsTable;
  switch (visibility.kind) {
    case 'all':
      return undefined;
    case 'person': {
      const name = JSON.stringify([visibility.user]);
      return or(
        ...[isNull(table.agent_id), eq(table.user_id, visibility.user)],
        sql`exists (select 1 from agents where agents.org_id = ${table.org_id} and agents.id = ${table.agent_id}
          and agents.removed_at is null and (agents.owners @> ${name}::jsonb or agents.editors @> ${name}::jsonb))`,
      );
    }
    case 'agent': {
      const { agentId, workspaceId, userId } = visibility;
      const shared = and(
        isNull(table.agent_id),
        or(eq(table.scope_level, 'org'), eq(table.scope_id, workspaceId ?? '')),
      );
      const whose = userId === undefined ? undefined : or(isNull(table.user_id), eq(table.user_id, userId));
      return or(shared, and(eq(table.agent_id, agentId), whose));
    }
  }
}

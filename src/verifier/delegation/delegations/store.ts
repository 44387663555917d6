/** Queries over delegation grants; each names its organisation. Rows that a decision depends on are read with `for update`. */
import { and, asc, eq, gt, inArray, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { type Db, query } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { type DelegationGrantRow, delegationGrantsTable } from './tables.ts';

export interface GrantFilter {
  readonly status?: 'active' | 'revoked' | undefined;
  readonly agentId?: string | undefined;
  readonly subjectId?: string | undefined;
  /** Only the grants of this person, or of agents that they own or edit. */
  readonly visibleTo?: string | undefined;
}

type GrantOwner = Pick<GrantFilter, 'agentId' | 'subjectId'>;
type GrantChange = Partial<Omit<DelegationGrantRow, 'org_id' | 'id' | 'seq' | 'agent_id' | 'subject_id' | 'revision'>>;

export interface GrantStore {
  insert(tx: Db, row: Omit<DelegationGrantRow, 'seq'>): Promise<DelegationGrantRow>;
  /** Changes a locked row, and raises its revision. */
  update(tx: Db, row: DelegationGrantRow, change: GrantChange): Promise<DelegationGrantRow>;
  /** Counts a token; false if the grant has ended, or is used up. */
  countUse(tx: Db, row: DelegationGrantRow, now: number): Promise<boolean>;
  find(db: Db, orgId: string, id: string): Promise<DelegationGrantRow | undefined>;
  lock(tx: Db, orgId: string, id: string): Promise<DelegationGrantRow | undefined>;
  /** Locks all that nobody ended, overdue ones included, oldest first. */
  lockActive(tx: Db, orgId: string, whose: GrantOwner): Promise<DelegationGrantRow[]>;
  list(db: Db, orgId: string, filter: GrantFilter, page: PageStart, now: number): Promise<DelegationGrantRow[]>;
  /** Revokes the valid tokens that were issued under it, by their ids. */
  revokeTokens(tx: Db, row: DelegationGrantRow, now: number): Promise<void>;
  listEndedSince(db: Db, orgId: string, since: number): Promise<DelegationGrantRow[]>;
  /** Lists organisations with grants whose end is not recorded yet. */
  listDueOrganisations(db: Db, now: number, tokenLifetimeMs: number): Promise<string[]>;
  lockDue(tx: Db, orgId: string, now: number, tokenLifetimeMs: number, limit: number): Promise<DelegationGrantRow[]>;
}

export function createGrantStore(): GrantStore {
  const table = delegationGrantsTable;
  const own = (orgId: string, id: string) => and(eq(table.org_id, orgId), eq(table.id, id));
  // Literals as in the partial index: a statement that is planned once does not know parameter values.
  const isOpen = sql`${table.status} = 'active'`;
  const usedUp = sql`(${table.constraints} ->> 'max_uses')::bigint <= ${table.use_count}`;
  // A used up grant ends when its last token has expired.
  const due = (now: number, tokenLifetimeMs: number) =>
    and(
      eq(table.status, 'active'),
      or(lte(table.expires_at, now), and(usedUp, lt(table.last_used_at, now - tokenLifetimeMs))),
    );
  return {
    async insert(tx, row) {
      const [inserted] = await tx.insert(table).values(row).returning();
      if (inserted === undefined) throw new Error('an insert returns its row');
      return inserted;
    },
    async update(tx, row, change) {
      const [updated] = await tx
        .update(table)
        .set({ ...change, revision: row.revision + 1 })
        .where(and(own(row.org_id, row.id), eq(table.revision, row.revision)))
        .returning();
      if (updated === undefined) throw new Error('a grant changed under its lock');
      return updated;
    },
    async countUse(tx, row, now) {
      const statement = tx
        .update(table)
        .set({ use_count: sql`${table.use_count} + 1`, last_used_at: now })
        .where(and(own(row.org_id, row.id), isOpen, sql`(${usedUp}) is not true`))
        .returning({ id: table.id });
      return (await statement.prepare('count_use').execute()).length === 1;
    },
    find: async (db, orgId, id) => (await db.select().from(table).where(own(orgId, id)))[0],
    lock: async (tx, orgId, id) => (await tx.select().from(table).where(own(orgId, id)).for('update'))[0],
    lockActive(tx, orgId, whose) {
      const statement = tx
        .select()
        .from(table)
        .where(and(eq(table.org_id, orgId), isOpen, ofWhom(whose)))
        .orderBy(asc(table.seq))
        .for('update');
      return statement.prepare(nameOf(whose)).execute();
    },
    list: (db, orgId, filter, page, now) =>
      selectPage(db.select().from(table), {
        where: and(
          ...[eq(table.org_id, orgId), ofWhom(filter), inStatus(filter.status, now), visibleTo(filter.visibleTo)],
        ),
        seq: table.seq,
        page,
      }),
    async revokeTokens(tx, { org_id, id }, now) {
      await tx.execute(sql`insert into revoked_tokens (jti, expires_at)
        select jti, expires_at from delegated_tokens
          where org_id = ${org_id} and grant_id = ${id} and expires_at > ${now}
        on conflict do nothing`);
    },
    listEndedSince: (db, orgId, since) =>
      db
        .select()
        .from(table)
        .where(and(eq(table.org_id, orgId), gt(table.revoked_at, since), ne(table.revoke_reason, 'expired')))
        .orderBy(asc(table.revoked_at), asc(table.seq)),
    async listDueOrganisations(db, now, tokenLifetimeMs) {
      const rows = await query<{ org_id: string }>(
        db,
        sql`select distinct org_id from delegation_grants where ${due(now, tokenLifetimeMs)} order by org_id`,
      );
      return rows.map(({ org_id }) => org_id);
    },
    lockDue: (tx, orgId, now, tokenLifetimeMs, limit) =>
      tx
        .select()
        .from(table)
        .where(and(eq(table.org_id, orgId), due(now, tokenLifetimeMs)))
        .orderBy(asc(table.seq))
        .limit(limit)
        .for('update'),
  };
}

/** Names the statement by its conditions. */
function nameOf({ agentId, subjectId }: GrantOwner): string {
  return `active_grants${agentId === undefined ? '' : '_of_agent'}${subjectId === undefined ? '' : '_of_subject'}`;
}

function ofWhom({ agentId, subjectId }: GrantOwner): SQL | undefined {
  const table = delegationGrantsTable;
  return and(
    agentId === undefined ? undefined : eq(table.agent_id, agentId),
    subjectId === undefined ? undefined : eq(table.subject_id, subjectId),
  );
}

function inStatus(status: GrantFilter['status'], now: number): SQL | undefined {
  const table = delegationGrantsTable;
  if (status === 'active') return and(eq(table.status, 'active'), gt(table.expires_at, now));
  if (status === 'revoked') return or(inArray(table.status, ['revoked']), lte(table.expires_at, now));
  return undefined;
}

function visibleTo(user: string | undefined): SQL | undefined {
  if (user === undefined) return undefined;
  const table = delegationGrantsTable;
  const name = JSON.stringify([user]);
  return or(
    eq(table.subject_id, user),
    sql`exists (select 1 from agents where agents.org_id = ${table.org_id} and agents.id = ${table.agent_id}
      and agents.removed_at is null and (agents.owners @> ${name}::jsonb or agents.editors @> ${name}::jsonb))`,
  );
}

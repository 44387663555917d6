/** Queries over workflows, their revisions and their history. */
import { and, asc, count, eq, inArray, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { WorkflowStatus } from '../../../../contract/api/workflows/states.ts';
import { type Db, query } from '../../../../platform/db/db.ts';
import { selectPage } from '../../../../platform/db/select-page.ts';
import type { PageStart } from '../../../../platform/http/page.ts';
import { agentsTable } from '../../../configuration/agents/tables.ts';
import {
  type WorkflowChangeRow,
  type WorkflowRevisionRow,
  type WorkflowRow,
  workflowChangesTable,
  workflowRevisionsTable,
  workflowsTable,
} from './tables.ts';

type Fixed = 'org_id' | 'id' | 'seq' | 'revision' | 'created_at' | 'created_by';
export type WorkflowChange = Partial<Omit<WorkflowRow, Fixed>>;
export type WorkflowId = Pick<WorkflowRow, 'org_id' | 'id'>;
/** A revision without its graph, which may be large. */
export type RevisionHead = Omit<WorkflowRevisionRow, 'graph'>;

export interface WorkflowFilter {
  readonly status?: WorkflowStatus | undefined;
  readonly workspaceId?: string | undefined;
}

/** Every query names its organisation, except the search for due work, which covers all. */
export interface WorkflowStore {
  insert(tx: Db, row: Omit<WorkflowRow, 'seq'>): Promise<WorkflowRow>;
  find(db: Db, orgId: string, id: string): Promise<WorkflowRow | undefined>;
  findMany(db: Db, orgId: string, ids: readonly string[]): Promise<WorkflowRow[]>;
  lock(tx: Db, orgId: string, id: string): Promise<WorkflowRow | undefined>;
  count(db: Db, orgId: string): Promise<number>;
  list(db: Db, orgId: string, filter: WorkflowFilter, page: PageStart): Promise<WorkflowRow[]>;
  /** Changes a row that the transaction has locked, and increments its revision. */
  change(tx: Db, row: WorkflowRow, change: WorkflowChange & { readonly updated_at: number }): Promise<WorkflowRow>;
  /** Postpones pending work. This does not count as a change. */
  postpone(db: Db, which: WorkflowId, until: number): Promise<void>;
  remove(tx: Db, which: WorkflowId): Promise<void>;
  /** Lists pending work that is due, oldest first, with a fair share for each organisation. */
  listDue(db: Db, now: number, limit: number): Promise<WorkflowId[]>;
  insertRevision(tx: Db, row: Omit<WorkflowRevisionRow, 'seq'>): Promise<void>;
  findRevision(db: Db, orgId: string, id: string, revision: number): Promise<WorkflowRevisionRow | undefined>;
  listRevisions(db: Db, orgId: string, id: string, page: PageStart): Promise<RevisionHead[]>;
  markDeployed(tx: Db, orgId: string, id: string, revision: number, now: number): Promise<void>;
  /** Keeps the newest revisions and those that ever ran. */
  pruneRevisions(tx: Db, which: WorkflowId, below: number): Promise<void>;
  insertChange(tx: Db, row: Omit<WorkflowChangeRow, 'seq'>): Promise<void>;
  listChanges(db: Db, orgId: string, id: string, page: PageStart): Promise<WorkflowChangeRow[]>;
  /** Gives those that run although one of their agents is not active or a nested workflow does not run. */
  findDegraded(db: Db, orgId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Lists running workflows of all organisations whose degraded state was not yet reported. */
  listOtherThanTold(db: Db, limit: number): Promise<(WorkflowId & { readonly degraded: boolean })[]>;
}

const maxDueOfOne = 50;

/** True if something that the deployed revision depends on does not run. Refers to rows `w` and `r`. */
const isDegraded = sql`(exists (
    select 1 from jsonb_array_elements_text(r.agents) as member (id)
    left join ${agentsTable} as agent on agent.org_id = w.org_id and agent.id = member.id and agent.removed_at is null
    where agent.status is distinct from 'active'
  ) or exists (
    select 1 from jsonb_array_elements_text(r.workflows) as part (id)
    left join ${workflowsTable} as inner_one on inner_one.org_id = w.org_id and inner_one.id = part.id
    where inner_one.status is distinct from 'running'
  ))`;

const runningWithRevision = sql`${workflowsTable} as w join ${workflowRevisionsTable} as r
  on r.org_id = w.org_id and r.workflow_id = w.id and r.revision = w.deployed_revision`;

export function createWorkflowStore(): WorkflowStore {
  const table = workflowsTable;
  const own = (orgId: string, id: string) => and(eq(table.org_id, orgId), eq(table.id, id));
  return {
    ...createRevisionQueries(),
    ...createHistoryQueries(),
    async insert(tx, row) {
      const [made] = await tx.insert(table).values(row).returning();
      if (made === undefined) throw new Error('an insert returns its row');
      return made;
    },
    find: async (db, orgId, id) => (await db.select().from(table).where(own(orgId, id)))[0],
    async findMany(db, orgId, ids) {
      if (ids.length === 0) return [];
      return db
        .select()
        .from(table)
        .where(and(eq(table.org_id, orgId), inArray(table.id, [...ids])));
    },
    lock: async (tx, orgId, id) => (await tx.select().from(table).where(own(orgId, id)).for('update'))[0],
    async count(db, orgId) {
      const [row] = await db.select({ workflows: count() }).from(table).where(eq(table.org_id, orgId));
      return row?.workflows ?? 0;
    },
    list: (db, orgId, filter, page) =>
      selectPage(db.select().from(table), {
        where: and(eq(table.org_id, orgId), toCondition(filter)),
        seq: table.seq,
        page,
      }),
    async change(tx, row, change) {
      const [changed] = await tx
        .update(table)
        .set({ ...change, revision: row.revision + 1 })
        .where(and(own(row.org_id, row.id), eq(table.revision, row.revision)))
        .returning();
      if (changed === undefined) throw new Error('a workflow changed under its lock');
      return changed;
    },
    async postpone(db, { org_id, id }, until) {
      await db
        .update(table)
        .set({ next_at: until })
        .where(and(own(org_id, id), isNotNull(table.next_at)));
    },
    async remove(tx, { org_id, id }) {
      await tx.delete(table).where(own(org_id, id));
      const revisions = workflowRevisionsTable;
      await tx.delete(revisions).where(and(eq(revisions.org_id, org_id), eq(revisions.workflow_id, id)));
      const changes = workflowChangesTable;
      await tx.delete(changes).where(and(eq(changes.org_id, org_id), eq(changes.workflow_id, id)));
    },
    listDue(db, now, limit) {
      const place = sql<number>`row_number() over (partition by ${table.org_id} order by ${table.next_at})`;
      const due = db
        .select({ org_id: table.org_id, id: table.id, next_at: table.next_at, place: place.as('place') })
        .from(table)
        .where(and(isNotNull(table.next_at), lte(table.next_at, now)))
        .as('due');
      return db
        .select({ org_id: due.org_id, id: due.id })
        .from(due)
        .where(lte(due.place, maxDueOfOne))
        .orderBy(asc(due.next_at))
        .limit(limit);
    },
    async findDegraded(db, orgId, ids) {
      if (ids.length === 0) return new Set();
      const rows = await query<{ readonly id: string }>(
        db,
        sql`select w.id from ${runningWithRevision} where w.org_id = ${orgId} and w.status = 'running'
          and w.id in (${sql.join(
            ids.map((id) => sql`${id}`),
            sql`, `,
          )}) and ${isDegraded}`,
      );
      return new Set(rows.map(({ id }) => id));
    },
    listOtherThanTold: (db, limit) =>
      query<WorkflowId & { readonly degraded: boolean }>(
        db,
        sql`select org_id, id, degraded from (
            select w.org_id, w.id, w.seq, w.is_told_degraded, ${isDegraded} as degraded
            from ${runningWithRevision} where w.status = 'running'
          ) as seen where degraded <> is_told_degraded order by seq limit ${limit}`,
      ),
  };
}

function toCondition({ status, workspaceId }: WorkflowFilter): SQL | undefined {
  return and(
    status === undefined ? undefined : eq(workflowsTable.status, status),
    workspaceId === undefined ? undefined : eq(workflowsTable.workspace_id, workspaceId),
  );
}

type RevisionQueries = 'insertRevision' | 'findRevision' | 'listRevisions' | 'markDeployed' | 'pruneRevisions';

function createRevisionQueries(): Pick<WorkflowStore, RevisionQueries> {
  const table = workflowRevisionsTable;
  const of = (orgId: string, id: string) => and(eq(table.org_id, orgId), eq(table.workflow_id, id));
  const head = {
    org_id: table.org_id,
    workflow_id: table.workflow_id,
    revision: table.revision,
    seq: table.seq,
    agent_id: table.agent_id,
    graph_digest: table.graph_digest,
    agents: table.agents,
    workflows: table.workflows,
    deployed_at: table.deployed_at,
    created_at: table.created_at,
    created_by: table.created_by,
  };
  return {
    async insertRevision(tx, row) {
      await tx.insert(table).values(row);
    },
    findRevision: async (db, orgId, id, revision) =>
      (
        await db
          .select()
          .from(table)
          .where(and(of(orgId, id), eq(table.revision, revision)))
      )[0],
    listRevisions: (db, orgId, id, page) =>
      selectPage(db.select(head).from(table), { where: of(orgId, id), seq: table.seq, page }),
    async markDeployed(tx, orgId, id, revision, now) {
      await tx
        .update(table)
        .set({ deployed_at: now })
        .where(and(of(orgId, id), eq(table.revision, revision), isNull(table.deployed_at)));
    },
    async pruneRevisions(tx, { org_id, id }, below) {
      await tx.delete(table).where(and(of(org_id, id), lt(table.revision, below), isNull(table.deployed_at)));
    },
  };
}

function createHistoryQueries(): Pick<WorkflowStore, 'insertChange' | 'listChanges'> {
  const table = workflowChangesTable;
  return {
    async insertChange(tx, row) {
      await tx.insert(table).values(row);
    },
    listChanges: (db, orgId, id, page) =>
      selectPage(db.select().from(table), {
        where: and(eq(table.org_id, orgId), eq(table.workflow_id, id)),
        seq: table.seq,
        page,
      }),
  };
}

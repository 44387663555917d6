/** Queries over access reviews, their instances and decisions. */
import { and, asc, count, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { agentsTable } from '../../configuration/agents/tables.ts';
import {
  type AccessReviewRow,
  accessReviewDecisionsTable,
  accessReviewInstancesTable,
  accessReviewsTable,
  type DecisionRow,
  type InstanceRow,
} from './tables.ts';

export type NewReview = Omit<AccessReviewRow, 'seq'>;
export type NewInstance = Omit<InstanceRow, 'seq'>;
export type NewDecision = Omit<DecisionRow, 'seq'>;
export type InstanceChange = Partial<
  Pick<InstanceRow, 'status' | 'started_at' | 'due_at' | 'completed_at' | 'completed_by' | 'applied_at'>
> & { readonly updated_at: number };
export type DecisionChange = Partial<
  Pick<
    DecisionRow,
    'decision' | 'justification' | 'reviewed_by' | 'reviewed_at' | 'apply_result' | 'apply_detail' | 'applied_at'
  >
>;

/** The number of an instance's decisions of one kind. */
export interface DecisionCount {
  readonly instance_id: string;
  readonly decision: DecisionRow['decision'];
  readonly apply_result: DecisionRow['apply_result'];
  readonly decisions: number;
}

/** Every query names its organisation, except that of the hourly run; writes run in the caller's transaction. */
export interface AccessReviewStore {
  insertReview(tx: Db, row: NewReview): Promise<AccessReviewRow>;
  endReview(tx: Db, orgId: string, id: string, now: number): Promise<AccessReviewRow>;
  findReview(db: Db, orgId: string, id: string): Promise<AccessReviewRow | undefined>;
  listReviews(db: Db, orgId: string, page: PageStart): Promise<AccessReviewRow[]>;
  insertInstance(tx: Db, row: NewInstance): Promise<InstanceRow>;
  updateInstance(tx: Db, orgId: string, id: string, change: InstanceChange): Promise<InstanceRow>;
  /** Removes the instances of a review that have not started. */
  removePlanned(tx: Db, orgId: string, reviewId: string): Promise<void>;
  findInstance(db: Db, orgId: string, id: string): Promise<InstanceRow | undefined>;
  listInstances(db: Db, orgId: string, reviewId: string, page: PageStart): Promise<InstanceRow[]>;
  /** Lists the instances with an automatic step due, in every organisation. */
  listDue(db: Db, now: number): Promise<InstanceRow[]>;
  insertDecisions(tx: Db, rows: readonly NewDecision[]): Promise<void>;
  /** Changes a decision at this revision; undefined at another one. */
  updateDecision(
    tx: Db,
    orgId: string,
    id: string,
    revision: number,
    change: DecisionChange,
  ): Promise<DecisionRow | undefined>;
  /** Changes all decisions of an instance in this state, and gives their number. */
  updateDecisions(
    tx: Db,
    orgId: string,
    instanceId: string,
    where: Partial<Pick<DecisionRow, 'decision' | 'recommendation' | 'apply_result'>>,
    change: DecisionChange,
  ): Promise<number>;
  findDecision(db: Db, orgId: string, id: string): Promise<DecisionRow | undefined>;
  /** Lists denials that are not applied, oldest first. */
  listUnapplied(db: Db, orgId: string, instanceId: string, limit: number): Promise<DecisionRow[]>;
  listDecisions(
    db: Db,
    orgId: string,
    instanceId: string,
    page: PageStart,
    decision?: DecisionRow['decision'],
  ): Promise<DecisionRow[]>;
  /** Lists the present owners of an agent; none if it is gone. */
  listOwners(db: Db, orgId: string, agentId: string): Promise<readonly string[]>;
  countDecisions(db: Db, orgId: string, instanceIds: readonly string[]): Promise<DecisionCount[]>;
}

export function createAccessReviewStore(): AccessReviewStore {
  return { ...reviewQueries(), ...instanceQueries(), ...decisionQueries() };
}

function reviewQueries() {
  const table = accessReviewsTable;
  const own = (orgId: string, id: string) => and(eq(table.org_id, orgId), eq(table.id, id));
  return {
    insertReview: async (tx: Db, row: NewReview) => one(await tx.insert(table).values(row).returning()),
    endReview: async (tx: Db, orgId: string, id: string, now: number) =>
      one(
        await tx
          .update(table)
          .set({ ended_at: now, updated_at: now, revision: sql`${table.revision} + 1` })
          .where(own(orgId, id))
          .returning(),
      ),
    findReview: async (db: Db, orgId: string, id: string) => (await db.select().from(table).where(own(orgId, id)))[0],
    listReviews: (db: Db, orgId: string, page: PageStart) =>
      selectPage(db.select().from(table), { where: eq(table.org_id, orgId), seq: table.seq, page }).execute(),
  };
}

function instanceQueries() {
  const table = accessReviewInstancesTable;
  const own = (orgId: string, id: string) => and(eq(table.org_id, orgId), eq(table.id, id));
  const ofReview = (orgId: string, reviewId: string) => and(eq(table.org_id, orgId), eq(table.review_id, reviewId));
  return {
    insertInstance: async (tx: Db, row: NewInstance) => one(await tx.insert(table).values(row).returning()),
    updateInstance: async (tx: Db, orgId: string, id: string, change: InstanceChange) =>
      one(await tx.update(table).set(change).where(own(orgId, id)).returning()),
    async removePlanned(tx: Db, orgId: string, reviewId: string) {
      await tx.delete(table).where(and(ofReview(orgId, reviewId), eq(table.status, 'not_started')));
    },
    findInstance: async (db: Db, orgId: string, id: string) => (await db.select().from(table).where(own(orgId, id)))[0],
    listInstances: (db: Db, orgId: string, reviewId: string, page: PageStart) =>
      selectPage(db.select().from(table), { where: ofReview(orgId, reviewId), seq: table.seq, page }).execute(),
    async listDue(db: Db, now: number) {
      const reviews = accessReviewsTable;
      const isOwn = and(eq(reviews.org_id, table.org_id), eq(reviews.id, table.review_id));
      const rows = await db
        .select({ instance: table })
        .from(table)
        .innerJoin(reviews, isOwn)
        .where(
          and(
            sql`${table.status} <> 'applied'`,
            or(
              and(eq(table.status, 'not_started'), lte(table.start_at, now)),
              and(eq(table.status, 'in_progress'), lte(table.due_at, now)),
              eq(table.status, 'applying'),
              and(eq(table.status, 'completed'), eq(reviews.auto_apply, true)),
            ),
          ),
        )
        .orderBy(asc(table.seq));
      return rows.map(({ instance }) => instance);
    },
  };
}

function decisionQueries() {
  const table = accessReviewDecisionsTable;
  const ofInstance = (orgId: string, instanceId: string) =>
    and(eq(table.org_id, orgId), eq(table.instance_id, instanceId));
  return {
    async insertDecisions(tx: Db, rows: readonly NewDecision[]) {
      if (rows.length > 0) await tx.insert(table).values([...rows]);
    },
    async updateDecision(tx: Db, orgId: string, id: string, revision: number, change: DecisionChange) {
      const updated = await tx
        .update(table)
        .set({ ...change, revision: revision + 1 })
        .where(and(eq(table.org_id, orgId), eq(table.id, id), eq(table.revision, revision)))
        .returning();
      return updated[0];
    },
    async updateDecisions(
      tx: Db,
      orgId: string,
      instanceId: string,
      where: Partial<Pick<DecisionRow, 'decision' | 'recommendation' | 'apply_result'>>,
      change: DecisionChange,
    ) {
      const { decision, recommendation, apply_result } = where;
      const updated = await tx
        .update(table)
        .set({ ...change, revision: sql`${table.revision} + 1` })
        .where(
          and(
            ofInstance(orgId, instanceId),
            decision === undefined ? undefined : eq(table.decision, decision),
            recommendation === undefined ? undefined : eq(table.recommendation, recommendation),
            apply_result === undefined ? undefined : eq(table.apply_result, apply_result),
          ),
        )
        .returning({ id: table.id });
      return updated.length;
    },
    findDecision: async (db: Db, orgId: string, id: string) =>
      (
        await db
          .select()
          .from(table)
          .where(and(eq(table.org_id, orgId), eq(table.id, id)))
      )[0],
    listUnapplied: (db: Db, orgId: string, instanceId: string, limit: number) =>
      db
        .select()
        .from(table)
        .where(and(ofInstance(orgId, instanceId), eq(table.decision, 'deny'), eq(table.apply_result, 'new')))
        .orderBy(asc(table.seq))
        .limit(limit)
        .execute(),
    listDecisions: (db: Db, orgId: string, instanceId: string, page: PageStart, decision?: DecisionRow['decision']) =>
      selectPage(db.select().from(table), {
        where: and(ofInstance(orgId, instanceId), decision === undefined ? undefined : eq(table.decision, decision)),
        seq: table.seq,
        page,
      }).execute(),
    async listOwners(db: Db, orgId: string, agentId: string) {
      const { org_id, id, owners, removed_at } = agentsTable;
      const own = and(eq(org_id, orgId), eq(id, agentId), isNull(removed_at));
      return (await db.select({ owners }).from(agentsTable).where(own))[0]?.owners ?? [];
    },
    async countDecisions(db: Db, orgId: string, instanceIds: readonly string[]) {
      if (instanceIds.length === 0) return [];
      const { instance_id, decision, apply_result } = table;
      return db
        .select({ instance_id, decision, apply_result, decisions: count() })
        .from(table)
        .where(and(eq(table.org_id, orgId), inArray(instance_id, [...instanceIds])))
        .groupBy(instance_id, decision, apply_result);
    },
  };
}

function one<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('a write returns its row');
  return row;
}

/** Queries over approvals and their decisions. */
import { and, asc, count, desc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { ApprovalKind, ApprovalStatus } from '../../../contract/api/approvals/states.ts';
import type { Db } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { type ApprovalDecisionRow, type ApprovalRow, approvalDecisionsTable, approvalsTable } from './tables.ts';

export type NewApprovalRow = Omit<ApprovalRow, 'seq'>;
export type ApprovalChange = Partial<
  Pick<ApprovalRow, 'status' | 'decided_at' | 'result_id' | 'approved_until' | 'used_at' | 'used_by'>
> & { readonly updated_at: number };

/** Filter of the pending requests that are counted. */
export interface PendingOf {
  readonly agentId?: string | undefined;
  readonly subjectId?: string | undefined;
  /** Requests of this requester that concern no agent. */
  readonly requesterId?: string | undefined;
  readonly kind?: ApprovalKind | undefined;
  readonly exceptKind?: ApprovalKind | undefined;
  /** Limits the count to what the reader may see. */
  readonly where?: SQL | undefined;
}

export interface ListOf {
  readonly status?: ApprovalStatus | undefined;
  readonly kind?: ApprovalKind | undefined;
  readonly agentId?: string | undefined;
  readonly subjectId?: string | undefined;
  /** Limits the list to what the reader may see and may decide. */
  readonly where?: readonly (SQL | undefined)[];
}

/** Every query names its organisation, except that of the hourly run; writes run in the caller's transaction. */
export interface ApprovalStore {
  insert(tx: Db, row: NewApprovalRow): Promise<ApprovalRow>;
  find(db: Db, orgId: string, id: string): Promise<ApprovalRow | undefined>;
  /** Finds a row and locks it (`for update`). */
  lock(tx: Db, orgId: string, id: string): Promise<ApprovalRow | undefined>;
  /** Finds the newest and locks it (`for update`). */
  lockByBinding(tx: Db, orgId: string, bindingHash: string): Promise<ApprovalRow | undefined>;
  /** Locks pending requests, overdue ones included, and approved ones that may still be used (`for update`), oldest first. */
  lockOpen(
    tx: Db,
    orgId: string,
    now: number,
    whose: { agentId: string } | { subjectId: string },
  ): Promise<ApprovalRow[]>;
  /** Changes a locked row. */
  update(tx: Db, row: ApprovalRow, change: ApprovalChange): Promise<ApprovalRow>;
  insertDecision(tx: Db, row: ApprovalDecisionRow): Promise<void>;
  /** Oldest first. */
  listDecisions(db: Db, orgId: string, approvalIds: readonly string[]): Promise<ApprovalDecisionRow[]>;
  /** Counts those that are not overdue. */
  countPending(db: Db, orgId: string, now: number, whose: PendingOf): Promise<number>;
  list(db: Db, orgId: string, now: number, page: PageStart, of: ListOf): Promise<ApprovalRow[]>;
  /** Lists overdue pending requests in every organisation, the longest overdue first. */
  listDue(db: Db, now: number, limit: number): Promise<Pick<ApprovalRow, 'org_id' | 'id'>[]>;
}

const table = approvalsTable;
const own = (orgId: string, id: string) => and(eq(table.org_id, orgId), eq(table.id, id));

export function createApprovalStore(): ApprovalStore {
  return { ...rowQueries(), ...decisionQueries(), ...listQueries() };
}

function rowQueries() {
  return {
    insert: async (tx: Db, row: NewApprovalRow) => one(await tx.insert(table).values(row).returning()),
    find: async (db: Db, orgId: string, id: string) => (await db.select().from(table).where(own(orgId, id)))[0],
    lock: async (tx: Db, orgId: string, id: string) =>
      (await tx.select().from(table).where(own(orgId, id)).for('update'))[0],
    lockByBinding: async (tx: Db, orgId: string, bindingHash: string) =>
      (
        await tx
          .select()
          .from(table)
          .where(and(eq(table.org_id, orgId), eq(table.binding_hash, bindingHash)))
          .orderBy(desc(table.seq))
          .limit(1)
          .for('update')
      )[0],
    lockOpen: (tx: Db, orgId: string, now: number, whose: { agentId: string } | { subjectId: string }) =>
      tx
        .select()
        .from(table)
        .where(
          and(
            eq(table.org_id, orgId),
            'agentId' in whose ? eq(table.agent_id, whose.agentId) : eq(table.subject_id, whose.subjectId),
            or(eq(table.status, 'pending'), and(isNull(table.used_at), gt(table.approved_until, now))),
          ),
        )
        .orderBy(asc(table.seq))
        .for('update')
        .execute(),
    update: async (tx: Db, { org_id, id }: ApprovalRow, change: ApprovalChange) =>
      one(
        await tx
          .update(table)
          .set({ ...change, revision: sql`${table.revision} + 1` })
          .where(own(org_id, id))
          .returning(),
      ),
  };
}

function decisionQueries() {
  const decisions = approvalDecisionsTable;
  return {
    async insertDecision(tx: Db, row: ApprovalDecisionRow) {
      await tx.insert(decisions).values(row);
    },
    async listDecisions(db: Db, orgId: string, approvalIds: readonly string[]) {
      if (approvalIds.length === 0) return [];
      return db
        .select()
        .from(decisions)
        .where(and(eq(decisions.org_id, orgId), inArray(decisions.approval_id, [...approvalIds])))
        .orderBy(asc(decisions.decided_at), asc(decisions.approver));
    },
  };
}

function listQueries() {
  return {
    async countPending(db: Db, orgId: string, now: number, whose: PendingOf) {
      const { agentId, subjectId, requesterId, kind, exceptKind, where } = whose;
      const [row] = await db
        .select({ waiting: count() })
        .from(table)
        .where(
          and(
            ...[eq(table.org_id, orgId), eq(table.status, 'pending'), gt(table.expires_at, now)],
            agentId === undefined ? undefined : eq(table.agent_id, agentId),
            subjectId === undefined ? undefined : eq(table.subject_id, subjectId),
            requesterId === undefined
              ? undefined
              : and(eq(table.requester_id, requesterId), sql`${table.agent_id} is null`),
            kind === undefined ? undefined : eq(table.kind, kind),
            exceptKind === undefined ? undefined : sql`${table.kind} <> ${exceptKind}`,
            where,
          ),
        );
      return row?.waiting ?? 0;
    },
    list: (db: Db, orgId: string, now: number, page: PageStart, of: ListOf) =>
      selectPage(db.select().from(table), {
        where: and(
          eq(table.org_id, orgId),
          of.status === undefined ? undefined : isStatus(of.status, now),
          of.kind === undefined ? undefined : eq(table.kind, of.kind),
          of.agentId === undefined ? undefined : eq(table.agent_id, of.agentId),
          of.subjectId === undefined ? undefined : eq(table.subject_id, of.subjectId),
          ...(of.where ?? []),
        ),
        seq: table.seq,
        page,
      }).execute(),
    listDue: (db: Db, now: number, limit: number) =>
      db
        .select({ org_id: table.org_id, id: table.id })
        .from(table)
        .where(and(eq(table.status, 'pending'), lte(table.expires_at, now)))
        .orderBy(asc(table.expires_at), asc(table.seq))
        .limit(limit)
        .execute(),
  };
}

/** Condition for the present status, whether it is stored or not. */
export function isStatus(status: ApprovalStatus, now: number): SQL | undefined {
  const isOver = lte(table.expires_at, now);
  if (status === 'pending') return and(eq(table.status, 'pending'), gt(table.expires_at, now));
  if (status === 'expired') return or(eq(table.status, 'expired'), and(eq(table.status, 'pending'), isOver));
  return eq(table.status, status);
}

function one<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('a write returns its row');
  return row;
}

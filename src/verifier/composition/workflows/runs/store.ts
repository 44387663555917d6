/** Queries over runs and their steps. */
import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { RunStatus } from '../../../../contract/api/workflows/states.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { type Db, query } from '../../../../platform/db/db.ts';
import { selectPage } from '../../../../platform/db/select-page.ts';
import { sharedNow } from '../../../../platform/db/shared-time.ts';
import type { PageStart } from '../../../../platform/http/page.ts';
import { type StepRow, type WorkflowRunRow, workflowRunsTable, workflowStepsTable } from './tables.ts';

export type NewWorkflowRun = Omit<WorkflowRunRow, 'seq'>;
export type RunSelector = Pick<WorkflowRunRow, 'org_id' | 'id'>;
export type RunChange = Partial<Omit<WorkflowRunRow, 'org_id' | 'id' | 'seq' | 'workflow_id' | 'created_at'>>;

export interface ClaimOrder {
  readonly lease: string;
  readonly leaseMs: number;
}

/** Every query names its organisation, except the search for due work, which covers all. */
export interface WorkflowRunStore {
  insert(tx: Db, row: NewWorkflowRun): Promise<WorkflowRunRow>;
  find(db: Db, orgId: string, id: string): Promise<WorkflowRunRow | undefined>;
  lock(tx: Db, orgId: string, id: string): Promise<WorkflowRunRow | undefined>;
  findByParentStep(db: Db, orgId: string, stepId: string): Promise<WorkflowRunRow | undefined>;
  list(
    db: Db,
    orgId: string,
    workflowId: string,
    status: RunStatus | undefined,
    page: PageStart,
  ): Promise<WorkflowRunRow[]>;
  /** Locks open runs of a workflow, or nested in a run, in the order of their ids (`for update`). */
  lockOpen(tx: Db, orgId: string, of: { workflowId: string } | { parentRunId: string }): Promise<WorkflowRunRow[]>;
  countOpen(db: Db, orgId: string, workflowId?: string): Promise<number>;
  update(tx: Db, which: RunSelector, change: RunChange): Promise<WorkflowRunRow>;
  /** Lists due runs without a lease, oldest first: a limited number of each organisation, except those that are full. */
  listDue(db: Db, most: { ofOne: number; inAll: number; full: readonly string[] }): Promise<RunSelector[]>;
  /** Takes those that no other process took meanwhile. */
  claim(db: Db, which: readonly RunSelector[], order: ClaimOrder): Promise<WorkflowRunRow[]>;
  /** Renews these leases. Returns those that still hold and the status of their runs. */
  renew(
    db: Db,
    leases: readonly (RunSelector & { lease: string })[],
    leaseMs: number,
  ): Promise<Pick<WorkflowRunRow, 'id' | 'status'>[]>;
  steps(db: Db, orgId: string, runId: string): Promise<StepRow[]>;
  stepsOf(db: Db, runIds: readonly string[]): Promise<StepRow[]>;
  /** Lists steps after a place. */
  stepPage(db: Db, orgId: string, runId: string, after: string, limit: number): Promise<StepRow[]>;
  findStep(db: Db, orgId: string, runId: string, stepId: string): Promise<StepRow | undefined>;
  updateStep(tx: Db, row: StepRow, change: Partial<StepRow>): Promise<void>;
  /** Skips the waiting steps of a run. */
  skipWaiting(tx: Db, orgId: string, runId: string): Promise<void>;
  /** Makes runs due whose approval was decided or whose nested run ended without notice. Returns how many. */
  wakeDecided(db: Db): Promise<number>;
  /** Makes a waiting run due. */
  wake(db: Db, which: RunSelector): Promise<void>;
  /** Lists ended runs that may have left something behind, oldest first. */
  listLeft(db: Db, most: number): Promise<WorkflowRunRow[]>;
  /** True for an open run, which then cannot end before the transaction does. */
  holdOpen(tx: Db, orgId: string, id: string): Promise<boolean>;
  /** Removes the values of runs that ended before that time, up to a limit. */
  removePayloads(db: Db, endedBefore: number, now: number, most: number): Promise<number>;
  /** Removes runs that ended before that time, with their steps, up to a limit. */
  removeEnded(db: Db, endedBefore: number, most: number): Promise<number>;
}

export function createWorkflowRunStore({ clock }: { readonly clock: Clock }): WorkflowRunStore {
  const runs = workflowRunsTable;
  const steps = workflowStepsTable;
  const own = ({ org_id, id }: RunSelector) => and(eq(runs.org_id, org_id), eq(runs.id, id));
  // Called at each use: a test clock is read when the statement is built.
  const now = () => sharedNow(clock);
  const isDue = () =>
    sql`next_at is not null and next_at <= ${now()} and (lease_until is null or lease_until <= ${now()})`;
  const named = (which: readonly RunSelector[], more = '') =>
    sql`jsonb_to_recordset(${JSON.stringify(which)}::jsonb) as n(org_id text, id text${sql.raw(more)})`;
  const first = <Row>([row]: readonly Row[]): Row | undefined => row;
  return {
    async insert(tx, row) {
      const [made] = await tx.insert(runs).values(row).returning();
      if (made === undefined) throw new Error('an insert returns its row');
      return made;
    },
    find: async (db, orgId, id) =>
      first(
        await db
          .select()
          .from(runs)
          .where(own({ org_id: orgId, id })),
      ),
    lock: async (tx, orgId, id) =>
      first(
        await tx
          .select()
          .from(runs)
          .where(own({ org_id: orgId, id }))
          .for('update'),
      ),
    findByParentStep: async (db, orgId, stepId) =>
      first(
        await db
          .select()
          .from(runs)
          .where(and(eq(runs.org_id, orgId), eq(runs.parent_step_id, stepId))),
      ),
    list(db, orgId, workflowId, status, page) {
      const hasStatus = status === undefined ? undefined : eq(runs.status, status);
      const where = and(eq(runs.org_id, orgId), eq(runs.workflow_id, workflowId), hasStatus);
      return selectPage(db.select().from(runs), { where, seq: runs.seq, page });
    },
    lockOpen(tx, orgId, of) {
      const whose = 'workflowId' in of ? eq(runs.workflow_id, of.workflowId) : eq(runs.parent_run_id, of.parentRunId);
      const where = and(eq(runs.org_id, orgId), whose, isNull(runs.ended_at));
      return tx.select().from(runs).where(where).orderBy(asc(runs.id)).for('update');
    },
    async countOpen(db, orgId, workflowId) {
      const whose = workflowId === undefined ? undefined : eq(runs.workflow_id, workflowId);
      return db.$count(runs, and(eq(runs.org_id, orgId), whose, isNull(runs.ended_at)));
    },
    async update(tx, which, change) {
      const [row] = await tx.update(runs).set(change).where(own(which)).returning();
      if (row === undefined) throw new Error('a leased run is missing');
      return row;
    },
    listDue: (db, { ofOne, inAll, full }) =>
      query<RunSelector>(
        db,
        sql`select org_id, id from (
            select org_id, id, seq, row_number() over (partition by org_id order by seq) as place from workflow_runs
            where ${isDue()} and not (${JSON.stringify(full)}::jsonb ? org_id)
          ) due where place <= ${ofOne}::int order by place, seq limit ${inAll}::int`,
      ),
    async claim(db, which, { lease, leaseMs }) {
      if (which.length === 0) return [];
      return db
        .update(runs)
        .set({
          lease,
          lease_until: sql`${now()} + ${leaseMs}::int`,
          attempts: sql`attempts + 1`,
          status: sql`case when status in ('queued', 'waiting') then 'running' else status end`,
          begun_at: sql`coalesce(begun_at, ${now()})`,
          updated_at: sql`${now()}`,
        })
        .where(
          sql`(org_id, id) in (select r.org_id, r.id from workflow_runs r join ${named(which)}
            on r.org_id = n.org_id and r.id = n.id where ${isDue()} for update of r skip locked)`,
        )
        .returning();
    },
    renew: (db, leases, leaseMs) =>
      query<Pick<WorkflowRunRow, 'id' | 'status'>>(
        db,
        sql`update workflow_runs r set lease_until = ${now()} + ${leaseMs}::int, attempts = 0
          from ${named(leases, ', lease text')}
          where r.org_id = n.org_id and r.id = n.id and r.lease = n.lease returning r.id, r.status`,
      ),
    steps: (db, orgId, runId) =>
      db
        .select()
        .from(steps)
        .where(and(eq(steps.org_id, orgId), eq(steps.run_id, runId)))
        .orderBy(asc(steps.place)),
    stepsOf: async (db, runIds) =>
      runIds.length === 0
        ? []
        : db
            .select()
            .from(steps)
            .where(inArray(steps.run_id, [...runIds])),
    stepPage: (db, orgId, runId, after, limit) =>
      db
        .select()
        .from(steps)
        .where(and(eq(steps.org_id, orgId), eq(steps.run_id, runId), gt(steps.place, after)))
        .orderBy(asc(steps.place))
        .limit(limit + 1),
    findStep: async (db, orgId, runId, stepId) =>
      first(
        await db
          .select()
          .from(steps)
          .where(and(eq(steps.org_id, orgId), eq(steps.run_id, runId), eq(steps.id, stepId))),
      ),
    async updateStep(tx, { org_id, run_id, place }, change) {
      await tx
        .update(steps)
        .set(change)
        .where(and(eq(steps.org_id, org_id), eq(steps.run_id, run_id), eq(steps.place, place)));
    },
    async skipWaiting(tx, orgId, runId) {
      await tx
        .update(steps)
        .set({ status: 'skipped', waiting_for: null, waiting_id: null, waiting_until: null })
        .where(and(eq(steps.org_id, orgId), eq(steps.run_id, runId), eq(steps.status, 'waiting')));
    },
    async wakeDecided(db) {
      const woken = await query<{ id: string }>(
        db,
        sql`update workflow_runs r set next_at = ${now()} where r.status = 'waiting' and r.next_at > ${now()}
          and (exists (select from workflow_steps s join approvals a on a.org_id = s.org_id and a.id = s.waiting_id
              where s.org_id = r.org_id and s.run_id = r.id and s.status = 'waiting' and s.waiting_for = 'approval'
                and a.status <> 'pending')
            or exists (select from workflow_steps s join workflow_runs c on c.org_id = s.org_id and c.id = s.waiting_id
              where s.org_id = r.org_id and s.run_id = r.id and s.status = 'waiting' and s.waiting_for = 'workflow'
                and c.ended_at is not null))
          returning r.id`,
      );
      return woken.length;
    },
    async wake(db, which) {
      await db
        .update(runs)
        .set({ next_at: sql`${now()}` })
        .where(and(own(which), inArray(runs.status, ['waiting', 'running'])));
    },
    listLeft: (db, most) =>
      db.select().from(runs).where(eq(runs.has_left, true)).orderBy(asc(runs.ended_at)).limit(most),
    async holdOpen(tx, orgId, id) {
      const where = and(own({ org_id: orgId, id }), isNull(runs.ended_at));
      return (await tx.select({ id: runs.id }).from(runs).where(where).for('share')).length > 0;
    },
    async removePayloads(db, endedBefore, at, most) {
      const some = sql`select org_id, id from workflow_runs
        where ended_at < ${endedBefore} and payload_removed_at is null order by ended_at limit ${most}::int`;
      return db.transaction(async (tx) => {
        const gone = await query<RunSelector>(
          tx,
          sql`update workflow_runs set input = null, output = null, payload_removed_at = ${at}
            where (org_id, id) in (${some}) returning org_id, id`,
        );
        if (gone.length > 0) {
          await tx.execute(
            sql`update workflow_steps s set output = null from ${named(gone)}
              where s.org_id = n.org_id and s.run_id = n.id and s.output is not null`,
          );
        }
        return gone.length;
      });
    },
    async removeEnded(db, endedBefore, most) {
      const some = sql`select org_id, id from workflow_runs where ended_at < ${endedBefore} limit ${most}::int`;
      return db.transaction(async (tx) => {
        const gone = await query<RunSelector>(
          tx,
          sql`delete from workflow_runs where (org_id, id) in (${some}) returning org_id, id`,
        );
        if (gone.length > 0) {
          await tx.execute(
            sql`delete from workflow_steps s using ${named(gone)} where s.org_id = n.org_id and s.run_id = n.id`,
          );
        }
        return gone.length;
      });
    },
  };
}

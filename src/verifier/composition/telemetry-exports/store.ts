/** Queries over telemetry exports, and over the decisions that they read. */

import { and, asc, count, eq, gt, inArray, lte, max, sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import { type Db, query } from '../../../platform/db/db.ts';
import { inMs, isFirstFree, isHeld, leaseFor, noLease } from '../../../platform/db/lease.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import { sharedNow } from '../../../platform/db/shared-time.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { evidenceTable } from '../../attestation/evidence/tables.ts';
import { eventsTable } from '../../base/events/tables.ts';
import { exportLeaseMs } from './constants.ts';
import { type ExportRow, telemetryExportsTable } from './tables.ts';

type Which = Pick<ExportRow, 'org_id' | 'id'>;
type Held = Pick<ExportRow, 'org_id' | 'id' | 'lease_by'>;
export type NewExport = Omit<ExportRow, 'seq' | 'fence'>;
export type ExportChange = Partial<Omit<ExportRow, 'org_id' | 'id' | 'seq' | 'revision' | 'created_at' | 'created_by'>>;

export interface Decision {
  readonly seq: number;
  readonly evidenceId: string | null;
  readonly time: number;
}

export interface ExportStore {
  insert(tx: Db, row: NewExport): Promise<ExportRow>;
  find(db: Db, orgId: string, id: string): Promise<ExportRow | undefined>;
  lock(tx: Db, orgId: string, id: string): Promise<ExportRow | undefined>;
  list(db: Db, orgId: string, page: PageStart): Promise<ExportRow[]>;
  count(db: Db, orgId: string): Promise<number>;
  update(tx: Db, which: Which, change: ExportChange): Promise<ExportRow>;
  remove(tx: Db, which: Which): Promise<void>;
  /** Takes exports of all organisations that are due and not leased. */
  claimDue(db: Db, token: string, most: number): Promise<ExportRow[]>;
  /** Records results under a lease; undefined for a lost lease. */
  settle(tx: Db, held: Held, change: ExportChange): Promise<ExportRow | undefined>;
  /** Gives it back, due again after that time. */
  release(db: Db, held: Held, afterMs: number): Promise<void>;
  newestEvent(db: Db): Promise<number>;
  newestEvidence(db: Db, orgId: string): Promise<number>;
  decisions(db: Db, row: Pick<ExportRow, 'org_id' | 'workspace_ids' | 'place'>, limit: number): Promise<Decision[]>;
  /** Counts the Evidence in a range whose events were removed before they were read. */
  countLost(db: Db, row: Pick<ExportRow, 'org_id' | 'workspace_ids' | 'evidence_seq'>, until: number): Promise<number>;
}

export function createExportStore(clock: Clock): ExportStore {
  const table = telemetryExportsTable;
  const own = ({ org_id, id }: Which) => and(eq(table.org_id, org_id), eq(table.id, id));
  const held = (row: Held) => and(own(row), isHeld(table, row.lease_by ?? ''));
  const first = <T>([row]: readonly T[]): T => {
    if (row === undefined) throw new Error('the statement returns its row');
    return row;
  };
  return {
    insert: async (tx, row) => first(await tx.insert(table).values(row).returning()),
    find: async (db, orgId, id) =>
      (
        await db
          .select()
          .from(table)
          .where(own({ org_id: orgId, id }))
      )[0],
    lock: async (tx, orgId, id) =>
      (
        await tx
          .select()
          .from(table)
          .where(own({ org_id: orgId, id }))
          .for('update')
      )[0],
    list: (db, orgId, page) =>
      selectPage(db.select().from(table), { where: eq(table.org_id, orgId), seq: table.seq, page }),
    count: async (db, orgId) => first(await db.select({ n: count() }).from(table).where(eq(table.org_id, orgId))).n,
    update: async (tx, which, change) =>
      first(
        await tx
          .update(table)
          .set({ ...change, revision: sql`${table.revision} + 1` })
          .where(own(which))
          .returning(),
      ),
    async remove(tx, which) {
      await tx.delete(table).where(own(which));
    },
    claimDue: (db, token, most) =>
      db
        .update(table)
        .set(leaseFor(token, exportLeaseMs, clock))
        .where(
          isFirstFree({
            table,
            key: table.seq,
            most,
            clock,
            where: and(eq(table.status, 'active'), lte(table.next_at, sharedNow(clock))),
            order: asc(table.next_at),
          }),
        )
        .returning(),
    settle: async (tx, row, change) => (await tx.update(table).set(change).where(held(row)).returning())[0],
    async release(db, row, afterMs) {
      await db
        .update(table)
        .set({ ...noLease, next_at: inMs(afterMs, clock) })
        .where(held(row));
    },
    newestEvent: async (db) => first(await db.select({ seq: max(eventsTable.seq) }).from(eventsTable)).seq ?? 0,
    newestEvidence: async (db, orgId) =>
      first(
        await db
          .select({ seq: max(evidenceTable.seq) })
          .from(evidenceTable)
          .where(eq(evidenceTable.org_id, orgId)),
      ).seq ?? 0,
    decisions: (db, { org_id, workspace_ids, place }, limit) =>
      db
        .select({ seq: eventsTable.seq, evidenceId: eventsTable.source_id, time: eventsTable.time })
        .from(eventsTable)
        .where(
          and(
            ...[eq(eventsTable.org_id, org_id), eq(eventsTable.type, 'auditor.decision'), gt(eventsTable.seq, place)],
            workspace_ids === null ? undefined : inArray(eventsTable.workspace_id, [...workspace_ids]),
          ),
        )
        .orderBy(asc(eventsTable.seq))
        .limit(limit),
    async countLost(db, { org_id, workspace_ids, evidence_seq }, until) {
      const among =
        workspace_ids === null ? sql`true` : sql`e.workspace_id = any(${sql.param([...workspace_ids])}::text[])`;
      const [row] = await query<{ lost: number }>(
        db,
        sql`select count(*)::int as lost from evidence e
          where e.org_id = ${org_id} and e.seq > ${evidence_seq} and e.seq <= ${until} and ${among}
            and not exists (select 1 from events v where v.org_id = e.org_id and v.source_id = e.evidence_id)`,
      );
      return row?.lost ?? 0;
    },
  };
}

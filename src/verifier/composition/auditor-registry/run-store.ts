/** Queries over verification runs. The process that works on a run holds its lease. */
import { and, asc, desc, eq, isNotNull, isNull, lte, notInArray, or, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { auditorVerificationsTable, type RunRow } from './tables.ts';

export type NewRun = Omit<RunRow, 'seq'>;
export type WhichRun = Pick<RunRow, 'org_id' | 'id'>;
export type RunEnd = Pick<RunRow, 'status' | 'labels_source' | 'auditor_id' | 'checks'> & { readonly ended_at: number };

export interface RunLease {
  readonly by: string;
  readonly now: number;
  readonly until: number;
}

/** Every query names its organisation, except the search for due work, which covers all. */
export interface RunStore {
  insert(tx: Db, row: NewRun): Promise<RunRow>;
  find(db: Db, orgId: string, releaseId: string, id: string): Promise<RunRow | undefined>;
  list(db: Db, orgId: string, releaseId: string, page: PageStart): Promise<RunRow[]>;
  /** Keeps the newest runs of a release. */
  prune(tx: Db, orgId: string, releaseId: string): Promise<void>;
  removeAllOf(tx: Db, orgId: string, releaseId: string): Promise<void>;
  /** Takes a due run for a process, if no other has it. */
  claim(db: Db, which: WhichRun, lease: RunLease): Promise<RunRow | undefined>;
  /** Ends a run that this process still holds; undefined if another process ended or took it. */
  end(tx: Db, which: WhichRun, by: string, end: RunEnd): Promise<RunRow | undefined>;
  /** Cancels a running run, whichever process works on it. */
  cancel(tx: Db, orgId: string, id: string, endedAt: number): Promise<void>;
  /** Gives a run back for later. After a fault the attempt stays counted. */
  release(db: Db, which: WhichRun, by: string, nextAt: number, isFault: boolean): Promise<void>;
  /** Due runs without a lease, oldest first. */
  listDue(db: Db, now: number, limit: number): Promise<WhichRun[]>;
}

const mostKept = 50;

export function createRunStore(): RunStore {
  const table = auditorVerificationsTable;
  const own = ({ org_id, id }: WhichRun) => and(eq(table.org_id, org_id), eq(table.id, id));
  const of = (orgId: string, releaseId: string) => and(eq(table.org_id, orgId), eq(table.release_id, releaseId));
  const isDue = (now: number) =>
    and(
      ...[eq(table.status, 'running'), isNotNull(table.next_at), lte(table.next_at, now)],
      or(isNull(table.lease_until), lte(table.lease_until, now)),
    );
  const free = { lease_by: null, lease_until: null } as const;
  return {
    async insert(tx, row) {
      const [made] = await tx.insert(table).values(row).returning();
      if (made === undefined) throw new Error('an insert returns its row');
      return made;
    },
    find: async (db, orgId, releaseId, id) =>
      (
        await db
          .select()
          .from(table)
          .where(and(of(orgId, releaseId), eq(table.id, id)))
      )[0],
    list: (db, orgId, releaseId, page) =>
      selectPage(db.select().from(table), { where: of(orgId, releaseId), seq: table.seq, page }),
    async prune(tx, orgId, releaseId) {
      const newest = tx
        .select({ id: table.id })
        .from(table)
        .where(of(orgId, releaseId))
        .orderBy(desc(table.seq))
        .limit(mostKept);
      await tx.delete(table).where(and(of(orgId, releaseId), notInArray(table.id, newest)));
    },
    async removeAllOf(tx, orgId, releaseId) {
      await tx.delete(table).where(of(orgId, releaseId));
    },
    async claim(db, which, { by, now, until }) {
      const taken = await db
        .update(table)
        .set({ lease_by: by, lease_until: until, attempts: sql`${table.attempts} + 1` })
        .where(and(own(which), isDue(now)))
        .returning();
      return taken[0];
    },
    async end(tx, which, by, end) {
      const ended = await tx
        .update(table)
        .set({ ...end, ...free, next_at: null })
        .where(and(own(which), eq(table.status, 'running'), eq(table.lease_by, by)))
        .returning();
      return ended[0];
    },
    async cancel(tx, orgId, id, endedAt) {
      await tx
        .update(table)
        .set({ ...free, status: 'cancelled', next_at: null, ended_at: endedAt })
        .where(and(own({ org_id: orgId, id }), eq(table.status, 'running')));
    },
    async release(db, which, by, nextAt, isFault) {
      await db
        .update(table)
        .set({ ...free, next_at: nextAt, ...(isFault ? {} : { attempts: sql`${table.attempts} - 1` }) })
        .where(and(own(which), eq(table.status, 'running'), eq(table.lease_by, by)));
    },
    listDue: (db, now, limit) =>
      db
        .select({ org_id: table.org_id, id: table.id })
        .from(table)
        .where(isDue(now))
        .orderBy(asc(table.next_at))
        .limit(limit),
  };
}

/** Queries over verification runs. The process that works on a run holds its lease. */

import { and, asc, desc, eq, isNotNull, lte, notInArray, sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { isFree, isHeld, leaseFor, noLease } from '../../../platform/db/lease.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { auditorVerificationsTable, type VerificationRunRow } from './tables.ts';

export type NewVerificationRun = Omit<VerificationRunRow, 'seq'>;
export type WhichRun = Pick<VerificationRunRow, 'org_id' | 'id'>;
export type HeldRun = Pick<VerificationRunRow, 'org_id' | 'id' | 'lease_by'>;
export type RunEnd = Pick<VerificationRunRow, 'status' | 'labels_source' | 'auditor_id' | 'checks'> & {
  readonly ended_at: number;
};

/** Every query names its organisation, except the search for due work, which covers all. */
export interface VerificationRunStore {
  insert(tx: Db, row: NewVerificationRun): Promise<VerificationRunRow>;
  find(db: Db, orgId: string, releaseId: string, id: string): Promise<VerificationRunRow | undefined>;
  list(db: Db, orgId: string, releaseId: string, page: PageStart): Promise<VerificationRunRow[]>;
  /** Keeps the newest runs of a release. */
  prune(tx: Db, orgId: string, releaseId: string): Promise<void>;
  removeAllOf(tx: Db, orgId: string, releaseId: string): Promise<void>;
  /** Takes a due run under a lease of this token, if nobody has it. */
  claim(db: Db, which: WhichRun, token: string): Promise<VerificationRunRow | undefined>;
  /** Ends a run under its lease; undefined if another process ended or took it. */
  end(tx: Db, held: HeldRun, end: RunEnd): Promise<VerificationRunRow | undefined>;
  /** Cancels a running run, whichever process works on it. */
  cancel(tx: Db, orgId: string, id: string, endedAt: number): Promise<void>;
  /** Gives a run back for later. After a fault the attempt stays counted. */
  release(db: Db, held: HeldRun, nextAt: number, isFault: boolean): Promise<void>;
  /** Due runs without a lease, oldest first. */
  listDue(db: Db, limit: number): Promise<WhichRun[]>;
}

/** Longer than all waits of a run: 30 s for the registry, 10 s for the vocabulary, 60 s for the kit. */
export const leaseMs = 180_000;
const maxKept = 50;

export function createVerificationRunStore(clock: Clock): VerificationRunStore {
  const table = auditorVerificationsTable;
  const own = ({ org_id, id }: WhichRun) => and(eq(table.org_id, org_id), eq(table.id, id));
  const of = (orgId: string, releaseId: string) => and(eq(table.org_id, orgId), eq(table.release_id, releaseId));
  const isDue = () =>
    and(
      ...[eq(table.status, 'running'), isNotNull(table.next_at), lte(table.next_at, clock.now())],
      isFree(table, clock),
    );
  const isOurs = (held: HeldRun) => and(own(held), eq(table.status, 'running'), isHeld(table, held.lease_by ?? ''));
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
        .limit(maxKept);
      await tx.delete(table).where(and(of(orgId, releaseId), notInArray(table.id, newest)));
    },
    async removeAllOf(tx, orgId, releaseId) {
      await tx.delete(table).where(of(orgId, releaseId));
    },
    async claim(db, which, token) {
      const taken = await db
        .update(table)
        .set({ ...leaseFor(token, leaseMs, clock), attempts: sql`${table.attempts} + 1` })
        .where(and(own(which), isDue()))
        .returning();
      return taken[0];
    },
    async end(tx, held, end) {
      const ended = await tx
        .update(table)
        .set({ ...end, ...noLease, next_at: null })
        .where(isOurs(held))
        .returning();
      return ended[0];
    },
    async cancel(tx, orgId, id, endedAt) {
      await tx
        .update(table)
        .set({ ...noLease, status: 'cancelled', next_at: null, ended_at: endedAt })
        .where(and(own({ org_id: orgId, id }), eq(table.status, 'running')));
    },
    async release(db, held, nextAt, isFault) {
      await db
        .update(table)
        .set({ ...noLease, next_at: nextAt, ...(isFault ? {} : { attempts: sql`${table.attempts} - 1` }) })
        .where(isOurs(held));
    },
    listDue: (db, limit) =>
      db
        .select({ org_id: table.org_id, id: table.id })
        .from(table)
        .where(isDue())
        .orderBy(asc(table.next_at))
        .limit(limit),
  };
}

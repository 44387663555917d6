/** Queries over records with immutable versions: policies and sets of reference values. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { type RecordRow, type RecordType, recordsTable, type VersionRow, versionsTable } from './tables.ts';

/** A record and one of its versions. */
export interface StoredRecord {
  readonly seq: number;
  readonly head: RecordRow;
  readonly version: VersionRow;
}

export type NewVersion = Omit<VersionRow, 'seq' | 'type'>;

export interface Closing {
  readonly at: number;
  readonly by: string;
  readonly reason: string;
}

/** Every query names the organisation. Writes run in the caller's transaction. */
export interface AppraisalRecordStore {
  insert(tx: Db, version: NewVersion): Promise<void>;
  /** Adds a version after the expected one; false if the record is closed or at another version. */
  append(tx: Db, version: NewVersion): Promise<boolean>;
  /** Closes an open record; false if it is already closed. */
  close(tx: Db, orgId: string, id: string, closing: Closing): Promise<boolean>;
  find(db: Db, orgId: string, id: string, version?: number): Promise<StoredRecord | undefined>;
  /** Finds the newest versions of those that exist. */
  findMany(db: Db, orgId: string, ids: readonly string[]): Promise<StoredRecord[]>;
  list(db: Db, orgId: string, page: PageStart): Promise<StoredRecord[]>;
  listVersions(db: Db, orgId: string, id: string, page: PageStart): Promise<VersionRow[]>;
}

export function createAppraisalRecordStore(type: RecordType): AppraisalRecordStore {
  const head = recordsTable;
  const version = versionsTable;
  const ofOrg = (orgId: string) => and(eq(head.org_id, orgId), eq(head.type, type));
  const own = (orgId: string, id: string) => and(ofOrg(orgId), eq(head.id, id));
  const joined = and(eq(version.org_id, head.org_id), eq(version.type, head.type), eq(version.id, head.id));
  const select = (db: Db) => db.select({ seq: head.seq, head, version }).from(head);
  const isNewest = and(joined, eq(version.version, head.version));

  return {
    async insert(tx, row) {
      const { org_id, id } = row;
      await tx.insert(head).values({ org_id, type, id, version: row.version });
      await tx.insert(version).values({ ...row, type });
    },
    async append(tx, row) {
      const moved = await tx
        .update(head)
        .set({ version: row.version })
        .where(and(own(row.org_id, row.id), eq(head.version, row.version - 1), isNull(head.closed_at)))
        .returning({ id: head.id });
      if (moved.length === 0) return false;
      await tx.insert(version).values({ ...row, type });
      return true;
    },
    async close(tx, orgId, id, { at, by, reason }) {
      const closed = await tx
        .update(head)
        .set({ closed_at: at, closed_by: by, closed_reason: reason })
        .where(and(own(orgId, id), isNull(head.closed_at)))
        .returning({ id: head.id });
      return closed.length === 1;
    },
    async find(db, orgId, id, wanted) {
      const on = wanted === undefined ? isNewest : and(joined, eq(version.version, wanted));
      return (await select(db).innerJoin(version, on).where(own(orgId, id)))[0];
    },
    async findMany(db, orgId, ids) {
      if (ids.length === 0) return [];
      return select(db)
        .innerJoin(version, isNewest)
        .where(and(ofOrg(orgId), inArray(head.id, [...ids])));
    },
    async list(db, orgId, page) {
      return selectPage(select(db).innerJoin(version, isNewest), { where: ofOrg(orgId), seq: head.seq, page });
    },
    async listVersions(db, orgId, id, page) {
      return selectPage(db.select().from(version), {
        where: and(eq(version.org_id, orgId), eq(version.type, type), eq(version.id, id)),
        seq: version.seq,
        page,
      });
    },
  };
}

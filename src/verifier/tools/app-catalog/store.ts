/** Queries over the apps that organisations added. */
import { and, count, desc, eq, inArray, or } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { type AppRow, type AppVersionRow, appsTable, appVersionsTable } from './tables.ts';

export type NewApp = Omit<AppRow, 'seq'>;
export type NewAppVersion = Omit<AppVersionRow, 'seq'>;
export type AppChange = Partial<Omit<NewApp, 'org_id' | 'id' | 'revision' | 'name' | 'skeleton'>>;

/** Every query names its organisation; those that write take the caller's transaction. */
export interface AppStore {
  insert(tx: Db, row: NewApp): Promise<void>;
  insertVersion(tx: Db, row: NewAppVersion): Promise<void>;
  /** Changes one at a revision; undefined if it has another revision. */
  update(tx: Db, orgId: string, id: string, revision: number, change: AppChange): Promise<AppRow | undefined>;
  find(db: Db, orgId: string, id: string): Promise<AppRow | undefined>;
  findMany(db: Db, orgId: string, ids: readonly string[]): Promise<AppRow[]>;
  findBySkeleton(db: Db, orgId: string, skeleton: string): Promise<AppRow | undefined>;
  /** Lists all of an organisation, newest first: their number is bounded. */
  listAll(db: Db, orgId: string): Promise<AppRow[]>;
  count(db: Db, orgId: string): Promise<number>;
  findVersion(db: Db, orgId: string, appId: string, version: string): Promise<AppVersionRow | undefined>;
  findVersions(db: Db, orgId: string, which: readonly VersionOf[]): Promise<AppVersionRow[]>;
  listVersions(db: Db, orgId: string, appId: string, page: PageStart): Promise<AppVersionRow[]>;
  listNumbers(db: Db, orgId: string, appId: string): Promise<string[]>;
}

export interface VersionOf {
  readonly appId: string;
  readonly version: string;
}

export function createAppStore(): AppStore {
  const apps = appsTable;
  const versions = appVersionsTable;
  const own = (orgId: string, id: string) => and(eq(apps.org_id, orgId), eq(apps.id, id));
  const of = (orgId: string, appId: string) => and(eq(versions.org_id, orgId), eq(versions.app_id, appId));
  return {
    async insert(tx, row) {
      await tx.insert(apps).values(row);
    },
    async insertVersion(tx, row) {
      await tx.insert(versions).values(row);
    },
    async update(tx, orgId, id, revision, change) {
      const updated = await tx
        .update(apps)
        .set({ ...change, revision: revision + 1 })
        .where(and(own(orgId, id), eq(apps.revision, revision)))
        .returning();
      return updated[0];
    },
    find: async (db, orgId, id) => (await db.select().from(apps).where(own(orgId, id)))[0],
    async findMany(db, orgId, ids) {
      if (ids.length === 0) return [];
      return db
        .select()
        .from(apps)
        .where(and(eq(apps.org_id, orgId), inArray(apps.id, [...ids])));
    },
    findBySkeleton: async (db, orgId, skeleton) =>
      (
        await db
          .select()
          .from(apps)
          .where(and(eq(apps.org_id, orgId), eq(apps.skeleton, skeleton)))
      )[0],
    listAll: (db, orgId) => db.select().from(apps).where(eq(apps.org_id, orgId)).orderBy(desc(apps.seq)),
    async count(db, orgId) {
      const [row] = await db.select({ apps: count() }).from(apps).where(eq(apps.org_id, orgId));
      return row?.apps ?? 0;
    },
    findVersion: async (db, orgId, appId, version) =>
      (
        await db
          .select()
          .from(versions)
          .where(and(of(orgId, appId), eq(versions.version, version)))
      )[0],
    async findVersions(db, orgId, which) {
      if (which.length === 0) return [];
      const each = which.map(({ appId, version }) => and(eq(versions.app_id, appId), eq(versions.version, version)));
      return db
        .select()
        .from(versions)
        .where(and(eq(versions.org_id, orgId), or(...each)));
    },
    listVersions: (db, orgId, appId, page) =>
      selectPage(db.select().from(versions), { where: of(orgId, appId), seq: versions.seq, page }),
    async listNumbers(db, orgId, appId) {
      const rows = await db.select({ version: versions.version }).from(versions).where(of(orgId, appId));
      return rows.map(({ version }) => version);
    },
  };
}

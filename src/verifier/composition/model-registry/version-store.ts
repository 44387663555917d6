/** Queries over versions of models, their files and findings. */
import { and, asc, desc, eq, inArray, ne, not, notInArray, sql } from 'drizzle-orm';
import type { RunCheck } from '../../../contract/api/models/shapes.ts';
import type { RunStatus } from '../../../contract/api/models/states.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { inMs, isFree } from '../../../platform/db/lease.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import {
  type FileRow,
  type ModelRunRow,
  modelFilesTable,
  modelRunsTable,
  modelVersionsTable,
  type VersionRow,
} from './tables.ts';

export type NewVersion = Omit<VersionRow, 'seq'>;
type Fixed =
  | 'org_id'
  | 'model_id'
  | 'version'
  | 'seq'
  | 'kind'
  | 'model_hash'
  | 'created_at'
  | 'created_by'
  | 'revision';
export type VersionChange = Partial<Omit<VersionRow, Fixed>>;
export type NewModelRun = Omit<ModelRunRow, 'seq' | 'lease_until'>;

export interface VersionKey {
  readonly orgId: string;
  readonly modelId: string;
  readonly version: number;
}

export interface VersionStore {
  insert(tx: Db, row: NewVersion, files: readonly FileRow[]): Promise<VersionRow>;
  find(db: Db, key: VersionKey): Promise<VersionRow | undefined>;
  list(db: Db, orgId: string, modelId: string, page: PageStart): Promise<VersionRow[]>;
  /** True if a version was approved and not revoked since. */
  hasApproved(db: Db, orgId: string, modelId: string): Promise<boolean>;
  /** Increments the revision. */
  update(tx: Db, row: VersionRow, change: VersionChange): Promise<VersionRow>;
  /** Removes all versions of a model, with everything that belongs to them. */
  removeAll(tx: Db, orgId: string, modelId: string): Promise<void>;
  filesOf(db: Db, orgId: string, modelId: string, versions: readonly number[]): Promise<FileRow[]>;
  findFile(db: Db, key: VersionKey, path: string): Promise<FileRow | undefined>;
  setFile(
    tx: Db,
    key: VersionKey,
    path: string,
    seen: Pick<FileRow, 'state' | 'format' | 'findings' | 'seen_at'>,
  ): Promise<void>;
}

export interface ModelRunStore {
  /** Begins the lease of the run. Deletes old ended runs of the version, so that sending the same wrong file repeatedly does not fill the table. */
  insertRun(db: Db, row: NewModelRun): Promise<ModelRunRow>;
  findRun(db: Db, key: VersionKey, id: string): Promise<ModelRunRow | undefined>;
  listRuns(db: Db, key: VersionKey, page: PageStart): Promise<ModelRunRow[]>;
  /** Renews the lease. False if it had expired and another process ended the run. */
  extendRun(db: Db, run: Pick<ModelRunRow, 'org_id' | 'id'>, checks: readonly RunCheck[]): Promise<boolean>;
  /** False if it had already ended. */
  endRun(
    db: Db,
    run: Pick<ModelRunRow, 'org_id' | 'id'>,
    end: { readonly status: RunStatus; readonly checks: readonly RunCheck[]; readonly now: number },
  ): Promise<boolean>;
  isRunning(db: Db, key: VersionKey, kind: ModelRunRow['kind']): Promise<boolean>;
  /** Ends runs of all organisations that no process works on any more. Returns how many. */
  endLost(db: Db, check: RunCheck): Promise<number>;
}

export function createVersionStore(clock: Clock): VersionStore & ModelRunStore {
  return { ...createVersionQueries(), ...createFileQueries(), ...createRunQueries(clock) };
}

function createVersionQueries(): Pick<
  VersionStore,
  'insert' | 'find' | 'hasApproved' | 'list' | 'update' | 'removeAll'
> {
  const table = modelVersionsTable;
  const own = ({ orgId, modelId, version }: VersionKey) =>
    and(eq(table.org_id, orgId), eq(table.model_id, modelId), eq(table.version, version));
  return {
    async insert(tx, row, files) {
      const [made] = await tx.insert(table).values(row).returning();
      if (made === undefined) throw new Error('an insert returns its row');
      if (files.length > 0) await tx.insert(modelFilesTable).values([...files]);
      return made;
    },
    find: async (db, key) => (await db.select().from(table).where(own(key)))[0],
    async hasApproved(db, orgId, modelId) {
      const which = and(eq(table.org_id, orgId), eq(table.model_id, modelId));
      const [found] = await db
        .select({ version: table.version })
        .from(table)
        .where(and(which, inArray(table.review, ['approved', 'deprecated'])))
        .limit(1);
      return found !== undefined;
    },
    list: (db, orgId, modelId, page) =>
      selectPage(db.select().from(table), {
        where: and(eq(table.org_id, orgId), eq(table.model_id, modelId)),
        seq: table.seq,
        page,
      }),
    async update(tx, { org_id: orgId, model_id: modelId, version }, change) {
      const [updated] = await tx
        .update(table)
        .set({ ...change, revision: sql`${table.revision} + 1` })
        .where(own({ orgId, modelId, version }))
        .returning();
      if (updated === undefined) throw new Error('a version disappeared under the lock of its organisation');
      return updated;
    },
    async removeAll(tx, orgId, modelId) {
      for (const each of [modelRunsTable, modelFilesTable, modelVersionsTable]) {
        await tx.delete(each).where(and(eq(each.org_id, orgId), eq(each.model_id, modelId)));
      }
    },
  };
}

function createFileQueries(): Pick<VersionStore, 'filesOf' | 'findFile' | 'setFile'> {
  const table = modelFilesTable;
  const own = ({ orgId, modelId, version }: VersionKey, path: string) =>
    and(
      ...[eq(table.org_id, orgId), eq(table.model_id, modelId)],
      ...[eq(table.version, version), eq(table.path, path)],
    );
  return {
    filesOf: async (db, orgId, modelId, versions) =>
      versions.length === 0
        ? []
        : db
            .select()
            .from(table)
            .where(and(eq(table.org_id, orgId), eq(table.model_id, modelId), inArray(table.version, [...versions])))
            .orderBy(asc(table.version), asc(sql`${table.path} collate "C"`)),
    findFile: async (db, key, path) => (await db.select().from(table).where(own(key, path)))[0],
    async setFile(tx, key, path, seen) {
      await tx.update(table).set(seen).where(own(key, path));
    },
  };
}

/** Runs kept for one version; a version has at most 500 files. */
const keptRuns = 1_000;

/** Length of the lease of a run. No process takes a run over: when the lease ends, the run has failed. */
const leaseMs = 120_000;

function createRunQueries(clock: Clock): ModelRunStore {
  const table = modelRunsTable;
  const ofVersion = ({ orgId, modelId, version }: VersionKey) =>
    and(eq(table.org_id, orgId), eq(table.model_id, modelId), eq(table.version, version));
  const isOpen = ({ org_id: orgId, id }: Pick<ModelRunRow, 'org_id' | 'id'>) =>
    and(eq(table.org_id, orgId), eq(table.id, id), eq(table.status, 'running'));
  return {
    async insertRun(db, row) {
      const [made] = await db
        .insert(table)
        .values({ ...row, lease_until: inMs(leaseMs, clock) })
        .returning();
      if (made === undefined) throw new Error('an insert returns its row');
      const key = { orgId: made.org_id, modelId: made.model_id, version: made.version };
      const newest = db
        .select({ seq: table.seq })
        .from(table)
        .where(ofVersion(key))
        .orderBy(desc(table.seq))
        .limit(keptRuns);
      await db.delete(table).where(and(ofVersion(key), ne(table.status, 'running'), notInArray(table.seq, newest)));
      return made;
    },
    findRun: async (db, key, id) =>
      (
        await db
          .select()
          .from(table)
          .where(and(ofVersion(key), eq(table.id, id)))
      )[0],
    listRuns: (db, key, page) => selectPage(db.select().from(table), { where: ofVersion(key), seq: table.seq, page }),
    async extendRun(db, run, checks) {
      const kept = await db
        .update(table)
        .set({ lease_until: inMs(leaseMs, clock), checks })
        .where(isOpen(run))
        .returning({ id: table.id });
      return kept.length > 0;
    },
    async endRun(db, run, { status, checks, now }) {
      const ended = await db
        .update(table)
        .set({ status, checks, ended_at: now, lease_until: null })
        .where(isOpen(run))
        .returning({ id: table.id });
      return ended.length > 0;
    },
    async isRunning(db, key, kind) {
      const rows = await db
        .select({ id: table.id })
        .from(table)
        .where(and(ofVersion(key), eq(table.kind, kind), eq(table.status, 'running'), not(isFree(table, clock))))
        .limit(1);
      return rows.length > 0;
    },
    async endLost(db, check) {
      const ended = await db
        .update(table)
        .set({
          status: 'failed',
          ended_at: clock.now(),
          lease_until: null,
          checks: sql`${table.checks} || ${JSON.stringify([check])}::jsonb`,
        })
        .where(and(eq(table.status, 'running'), isFree(table, clock)))
        .returning({ id: table.id });
      return ended.length;
    },
  };
}

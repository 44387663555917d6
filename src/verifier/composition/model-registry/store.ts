/** Queries over registered models and their served names. Every query names its organisation. */
import { and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { type ModelRow, modelsTable, type ServedNameRow, servedNamesTable } from './tables.ts';

export type NewModel = Omit<ModelRow, 'seq'>;
export type ModelChange = Partial<
  Pick<
    ModelRow,
    'description' | 'workspace_id' | 'tags' | 'aliases' | 'protected_aliases' | 'last_version' | 'updated_at'
  >
>;

export interface ModelFilter {
  readonly name?: string | undefined;
  readonly workspaceId?: string | undefined;
  readonly servedAs?: string | undefined;
}

export interface ModelStore {
  /** Undefined if the name is taken. */
  insert(tx: Db, row: NewModel): Promise<ModelRow | undefined>;
  find(db: Db, orgId: string, id: string): Promise<ModelRow | undefined>;
  findByName(db: Db, orgId: string, name: string): Promise<ModelRow | undefined>;
  count(db: Db, orgId: string): Promise<number>;
  list(db: Db, orgId: string, filter: ModelFilter, page: PageStart): Promise<ModelRow[]>;
  /** Increments the revision. */
  update(tx: Db, row: ModelRow, change: ModelChange): Promise<ModelRow>;
  remove(tx: Db, orgId: string, id: string): Promise<void>;
  leaveWorkspace(tx: Db, orgId: string, workspaceId: string, now: number): Promise<void>;
  namesOf(db: Db, orgId: string, modelIds: readonly string[]): Promise<ServedNameRow[]>;
  countNames(db: Db, orgId: string): Promise<number>;
  /** Finds the first of these names that another model or version has. */
  findTaken(db: Db, orgId: string, names: readonly string[], besides: Owner): Promise<string | undefined>;
  /** Sets all names of a model, or of one version of it. */
  setNames(tx: Db, orgId: string, owner: Owner, names: readonly string[]): Promise<void>;
}

/** `version: null`: the model as a whole. */
export interface Owner {
  readonly modelId: string;
  readonly version: number | null;
}

export function createModelStore(): ModelStore {
  const table = modelsTable;
  const own = (orgId: string, id: string) => and(eq(table.org_id, orgId), eq(table.id, id));
  return {
    insert: async (tx, row) => (await tx.insert(table).values(row).onConflictDoNothing().returning())[0],
    find: async (db, orgId, id) => (await db.select().from(table).where(own(orgId, id)))[0],
    findByName: async (db, orgId, name) =>
      (
        await db
          .select()
          .from(table)
          .where(and(eq(table.org_id, orgId), eq(sql`lower(${table.name})`, name.toLowerCase())))
      )[0],
    async count(db, orgId) {
      const [row] = await db.select({ models: count() }).from(table).where(eq(table.org_id, orgId));
      return row?.models ?? 0;
    },
    list: (db, orgId, filter, page) =>
      selectPage(db.select().from(table), {
        where: and(eq(table.org_id, orgId), toCondition(orgId, filter)),
        seq: table.seq,
        page,
      }),
    async update(tx, row, change) {
      const [updated] = await tx
        .update(table)
        .set({ ...change, revision: sql`${table.revision} + 1` })
        .where(own(row.org_id, row.id))
        .returning();
      if (updated === undefined) throw new Error('a model disappeared under the lock of its organisation');
      return updated;
    },
    async remove(tx, orgId, id) {
      await tx.delete(table).where(own(orgId, id));
    },
    async leaveWorkspace(tx, orgId, workspaceId, now) {
      await tx
        .update(table)
        .set({ workspace_id: null, updated_at: now, revision: sql`${table.revision} + 1` })
        .where(and(eq(table.org_id, orgId), eq(table.workspace_id, workspaceId)));
    },
    ...createNameQueries(),
  };
}

function toCondition(orgId: string, { name, workspaceId, servedAs }: ModelFilter): SQL | undefined {
  const table = modelsTable;
  const names = servedNamesTable;
  return and(
    name === undefined ? undefined : eq(sql`lower(${table.name})`, name.toLowerCase()),
    workspaceId === undefined ? undefined : eq(table.workspace_id, workspaceId),
    servedAs === undefined
      ? undefined
      : sql`${table.id} in (select ${names.model_id} from ${names} where ${names.org_id} = ${orgId} and ${names.name} = ${servedAs})`,
  );
}

function createNameQueries(): Pick<ModelStore, 'namesOf' | 'countNames' | 'findTaken' | 'setNames'> {
  const table = servedNamesTable;
  const isOf = (row: ServedNameRow, { modelId, version }: Owner) => row.model_id === modelId && row.version === version;
  return {
    namesOf: async (db, orgId, modelIds) =>
      modelIds.length === 0
        ? []
        : db
            .select()
            .from(table)
            .where(and(eq(table.org_id, orgId), inArray(table.model_id, [...modelIds])))
            .orderBy(asc(table.name)),
    async countNames(db, orgId) {
      const [row] = await db.select({ names: count() }).from(table).where(eq(table.org_id, orgId));
      return row?.names ?? 0;
    },
    async findTaken(db, orgId, names, besides) {
      if (names.length === 0) return undefined;
      const rows = await db
        .select()
        .from(table)
        .where(and(eq(table.org_id, orgId), inArray(table.name, [...names])));
      return rows.find((row) => !isOf(row, besides))?.name;
    },
    async setNames(tx, orgId, { modelId, version }, names) {
      const isVersion = version === null ? sql`${table.version} is null` : eq(table.version, version);
      await tx.delete(table).where(and(eq(table.org_id, orgId), eq(table.model_id, modelId), isVersion));
      const rows = names.map((name) => ({ org_id: orgId, name, model_id: modelId, version }));
      if (rows.length > 0) await tx.insert(table).values(rows);
    },
  };
}

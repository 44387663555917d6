/** Queries over auditor settings. */
import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { Scope, ScopeLevel } from '../../../contract/control/scope.ts';
import type { Db } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { type AuditorSettingsRow, auditorSettingsTable, type StoredEntries } from './tables.ts';

export type NewAuditorSettings = Omit<AuditorSettingsRow, 'seq'>;

/** Filters of a list. */
export interface SettingsFilter {
  readonly level?: ScopeLevel;
  readonly scopeId?: string;
  readonly auditorId?: string;
}

/** Every query names its organisation; those that write take the caller's transaction. */
export interface AuditorSettingsStore {
  insert(tx: Db, row: NewAuditorSettings): Promise<AuditorSettingsRow>;
  update(tx: Db, row: AuditorSettingsRow, settings: StoredEntries, updatedAt: number): Promise<AuditorSettingsRow>;
  /** Inserts or replaces records, by their ids. */
  putMany(tx: Db, rows: readonly NewAuditorSettings[]): Promise<void>;
  remove(tx: Db, orgId: string, id: string): Promise<void>;
  find(db: Db, orgId: string, id: string): Promise<AuditorSettingsRow | undefined>;
  /** Lists the records of some scopes, of one auditor or of all. */
  listOf(db: Db, orgId: string, scopes: readonly Scope[], auditorId?: string): Promise<AuditorSettingsRow[]>;
  list(db: Db, orgId: string, filter: SettingsFilter, page: PageStart): Promise<AuditorSettingsRow[]>;
  listAll(db: Db, orgId: string): Promise<AuditorSettingsRow[]>;
  listByAuditor(db: Db, orgId: string, auditorId: string): Promise<AuditorSettingsRow[]>;
}

export function createAuditorSettingsStore(): AuditorSettingsStore {
  const table = auditorSettingsTable;
  const ofScope = ({ level, id }: Scope) => and(eq(table.scope_level, level), eq(table.scope_id, id));
  return {
    async insert(tx, row) {
      const [inserted] = await tx.insert(table).values(row).returning();
      if (inserted === undefined) throw new Error('an insert returns its row');
      return inserted;
    },
    async update(tx, { org_id, id, revision }, settings, updatedAt) {
      const [updated] = await tx
        .update(table)
        .set({ settings, updated_at: updatedAt, revision: revision + 1 })
        .where(and(eq(table.org_id, org_id), eq(table.id, id), eq(table.revision, revision)))
        .returning();
      if (updated === undefined) throw new Error('a record changed under the lock of its organisation');
      return updated;
    },
    async putMany(tx, rows) {
      // A statement has at most 65,535 parameters, and a record takes ten.
      for (let start = 0; start < rows.length; start += 1_000) {
        await tx
          .insert(table)
          .values(rows.slice(start, start + 1_000))
          .onConflictDoUpdate({
            target: table.id,
            set: {
              settings: sql`excluded.settings`,
              revision: sql`excluded.revision`,
              updated_at: sql`excluded.updated_at`,
            },
          });
      }
    },
    async remove(tx, orgId, id) {
      await tx.delete(table).where(and(eq(table.org_id, orgId), eq(table.id, id)));
    },
    async find(db, orgId, id) {
      return (
        await db
          .select()
          .from(table)
          .where(and(eq(table.org_id, orgId), eq(table.id, id)))
      )[0];
    },
    listOf: (db, orgId, scopes, auditorId) =>
      db
        .select()
        .from(table)
        .where(
          and(
            eq(table.org_id, orgId),
            or(...scopes.map(ofScope)),
            auditorId === undefined ? undefined : eq(table.auditor_id, auditorId),
          ),
        ),
    list: (db, orgId, { level, scopeId, auditorId }, page) =>
      selectPage(db.select().from(table), {
        where: and(
          eq(table.org_id, orgId),
          level === undefined ? undefined : eq(table.scope_level, level),
          scopeId === undefined ? undefined : eq(table.scope_id, scopeId),
          auditorId === undefined ? undefined : eq(table.auditor_id, auditorId),
        ),
        seq: table.seq,
        page,
      }),
    listAll: (db, orgId) => db.select().from(table).where(eq(table.org_id, orgId)).orderBy(asc(table.id)),
    listByAuditor: (db, orgId, auditorId) =>
      db
        .select()
        .from(table)
        .where(and(eq(table.org_id, orgId), eq(table.auditor_id, auditorId)))
        .orderBy(asc(table.id)),
  };
}

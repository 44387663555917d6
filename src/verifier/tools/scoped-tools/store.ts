/** Queries over rules on tools. */
import { and, count, desc, eq, gt, inArray, or } from 'drizzle-orm';
import type { ToolMode } from '../../../contract/api/scoped-tools/states.ts';
import type { Db } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { controlChangesTable } from '../../base/control/tables.ts';
import { any } from './cascade.ts';
import type { ToolName } from './ports.ts';
import type { ToolRule } from './rule-level.ts';
import { ruleLists, toRules } from './rule-lists.ts';
import { type ScopedToolRow, scopedToolsTable } from './tables.ts';

export type NewScopedTool = Omit<ScopedToolRow, 'seq'>;
export type ScopedToolChange = Partial<Pick<ScopedToolRow, 'mode' | 'allow_override' | 'reason'>> &
  Pick<ScopedToolRow, 'set_by' | 'updated_at'>;

export interface RuleScope {
  readonly level: 'org' | 'workspace';
  readonly id: string;
}

export interface ScopedToolFilter {
  readonly level?: 'org' | 'workspace' | undefined;
  readonly workspaceId?: string | undefined;
  readonly appId?: string | undefined;
  readonly mode?: ToolMode | undefined;
  /** Only rules of the organisation and of this workspace. */
  readonly seenFrom?: string | undefined;
}

/** Every query names its organisation; those that write take the caller's transaction. */
export interface ScopedToolStore {
  insert(tx: Db, row: NewScopedTool): Promise<ScopedToolRow>;
  /** Changes one at a revision; undefined if it has another revision. */
  update(
    tx: Db,
    orgId: string,
    id: string,
    revision: number,
    change: ScopedToolChange,
  ): Promise<ScopedToolRow | undefined>;
  remove(tx: Db, orgId: string, id: string, revision: number): Promise<boolean>;
  find(db: Db, orgId: string, id: string): Promise<ScopedToolRow | undefined>;
  findPlace(db: Db, orgId: string, scope: RuleScope, tool: ToolName): Promise<ScopedToolRow | undefined>;
  list(db: Db, orgId: string, filter: ScopedToolFilter, page: PageStart): Promise<ScopedToolRow[]>;
  /**
   * Lists the rules of the organisation and of a workspace that can match a tool of this app: rules for it and for `*`; all
   * of them for `*`.
   */
  listForApp(db: Db, orgId: string, workspaceId: string, appId: string): Promise<ToolRule[]>;
  /** Reads all rules of a scope: thousands, at once. */
  readScope(db: Db, orgId: string, scope: RuleScope): Promise<ToolRule[]>;
  /** Reads those of these ids that are rules of the scope. */
  listOfIds(db: Db, orgId: string, scope: RuleScope, ids: readonly string[]): Promise<ToolRule[]>;
  /** Lists rules of a scope that were written after this revision, once for each write. */
  listChangedSince(db: Db, orgId: string, scope: RuleScope, revision: number, limit: number): Promise<string[]>;
  listOfScope(db: Db, orgId: string, scope: RuleScope): Promise<ScopedToolRow[]>;
  count(db: Db, orgId: string): Promise<number>;
}

export function createScopedToolStore(): ScopedToolStore {
  const table = scopedToolsTable;
  const own = (orgId: string, id: string) => and(eq(table.org_id, orgId), eq(table.id, id));
  const of = ({ level, id }: RuleScope) => and(eq(table.scope_level, level), eq(table.scope_id, id));
  const rule = {
    id: table.id,
    level: table.scope_level,
    scopeId: table.scope_id,
    mode: table.mode,
    reason: table.reason,
    appId: table.app_id,
    server: table.server,
    name: table.name,
    allowOverride: table.allow_override,
  };
  return {
    async insert(tx, row) {
      const [inserted] = await tx.insert(table).values(row).returning();
      if (inserted === undefined) throw new Error('an insert returns its row');
      return inserted;
    },
    async update(tx, orgId, id, revision, change) {
      const updated = await tx
        .update(table)
        .set({ ...change, revision: revision + 1 })
        .where(and(own(orgId, id), eq(table.revision, revision)))
        .returning();
      return updated[0];
    },
    async remove(tx, orgId, id, revision) {
      const removed = await tx
        .delete(table)
        .where(and(own(orgId, id), eq(table.revision, revision)))
        .returning({ id: table.id });
      return removed.length === 1;
    },
    find: async (db, orgId, id) => (await db.select().from(table).where(own(orgId, id)))[0],
    findPlace: async (db, orgId, scope, { appId, server, name }) =>
      (
        await db
          .select()
          .from(table)
          .where(
            and(
              ...[eq(table.org_id, orgId), of(scope)],
              ...[eq(table.app_id, appId), eq(table.server, server), eq(table.name, name)],
            ),
          )
      )[0],
    list: (db, orgId, { level, workspaceId, appId, mode, seenFrom }, page) =>
      selectPage(db.select().from(table), {
        where: and(
          eq(table.org_id, orgId),
          level === undefined ? undefined : eq(table.scope_level, level),
          workspaceId === undefined ? undefined : of({ level: 'workspace', id: workspaceId }),
          seenFrom === undefined ? undefined : or(eq(table.scope_level, 'org'), eq(table.scope_id, seenFrom)),
          appId === undefined ? undefined : eq(table.app_id, appId),
          mode === undefined ? undefined : eq(table.mode, mode),
        ),
        seq: table.seq,
        page,
      }),
    async listForApp(db, orgId, workspaceId, appId) {
      const scopes = or(of({ level: 'org', id: orgId }), of({ level: 'workspace', id: workspaceId }));
      const ofApp = appId === any ? undefined : inArray(table.app_id, [appId, any]);
      const rows = await db
        .select(rule)
        .from(table)
        .where(and(eq(table.org_id, orgId), scopes, ofApp));
      return rows.map(({ appId, server, name, ...rest }) => ({ ...rest, tool: { appId, server, name } }));
    },
    async readScope(db, orgId, scope) {
      // One list for each column instead of one object for each row: a tenth of the time.
      const [lists] = await db
        .select(ruleLists)
        .from(table)
        .where(and(eq(table.org_id, orgId), of(scope)));
      return lists === undefined ? [] : toRules(lists, scope);
    },
    async listOfIds(db, orgId, scope, ids) {
      const rows = await db
        .select(rule)
        .from(table)
        .where(and(eq(table.org_id, orgId), of(scope), inArray(table.id, [...ids])));
      return rows.map(({ appId, server, name, ...rest }) => ({ ...rest, tool: { appId, server, name } }));
    },
    async listChangedSince(db, orgId, { level, id }, revision, limit) {
      const changes = controlChangesTable;
      const rows = await db
        .select({ id: changes.subject_id })
        .from(changes)
        .where(
          and(
            ...[eq(changes.org_id, orgId), gt(changes.seq, revision), eq(changes.kind, 'tool')],
            ...[eq(changes.scope_level, level), eq(changes.scope_id, id)],
          ),
        )
        .orderBy(desc(changes.seq))
        .limit(limit);
      return rows.map((row) => row.id);
    },
    listOfScope: (db, orgId, scope) =>
      db
        .select()
        .from(table)
        .where(and(eq(table.org_id, orgId), of(scope))),
    async count(db, orgId) {
      const [row] = await db.select({ rules: count() }).from(table).where(eq(table.org_id, orgId));
      return row?.rules ?? 0;
    },
  };
}

/** Queries over policies and their versions. */
import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import type { Scope } from '../../../contract/control/scope.ts';
import type { Db } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { type PolicyRow, type PolicyVersionRow, policiesTable, policyVersionsTable } from './tables.ts';

export type NewPolicy = Omit<PolicyRow, 'seq'>;
export type NewPolicyVersion = Omit<PolicyVersionRow, 'seq'>;
export type PolicyChange = Partial<
  Pick<
    PolicyRow,
    | 'description'
    | 'origin'
    | 'version'
    | 'active_version'
    | 'shadow_version'
    | 'previous_version'
    | 'updated_at'
    | 'removed_at'
  >
>;

export interface PolicyFilter {
  readonly level?: Scope['level'] | undefined;
  readonly scopeId?: string | undefined;
  readonly name?: string | undefined;
  readonly status?: 'draft' | 'active' | 'shadow' | undefined;
}

/** A policy with one of its versions. */
export interface StoredPolicy {
  readonly seq: number;
  readonly head: PolicyRow;
  readonly version: PolicyVersionRow;
}

/** Every query names its organisation; those that write take the caller's transaction. */
export interface PolicyStore {
  insert(tx: Db, row: NewPolicy, version: NewPolicyVersion): Promise<void>;
  insertVersion(tx: Db, version: NewPolicyVersion): Promise<void>;
  /** Changes a head at a revision; undefined if it has another revision. */
  update(
    tx: Db,
    at: Pick<PolicyRow, 'org_id' | 'id' | 'revision'>,
    change: PolicyChange,
  ): Promise<PolicyRow | undefined>;
  find(db: Db, orgId: string, id: string): Promise<PolicyRow | undefined>;
  /** Finds removed ones too, because their version numbers continue. */
  findNamed(db: Db, orgId: string, scope: Scope, name: string): Promise<PolicyRow | undefined>;
  findVersion(db: Db, orgId: string, id: string, version: number): Promise<PolicyVersionRow | undefined>;
  list(db: Db, orgId: string, filter: PolicyFilter, page: PageStart): Promise<StoredPolicy[]>;
  listVersions(db: Db, orgId: string, id: string, page: PageStart): Promise<PolicyVersionRow[]>;
  listScope(db: Db, orgId: string, scope: Scope): Promise<PolicyRow[]>;
  /** Lists versions that are active or shadow, with their heads. */
  listInForce(db: Db, orgId: string): Promise<StoredPolicy[]>;
}

export function createPolicyStore(): PolicyStore {
  const head = policiesTable;
  const version = policyVersionsTable;
  const own = (orgId: string, id: string) => and(eq(head.org_id, orgId), eq(head.id, id));
  const joined = and(eq(version.org_id, head.org_id), eq(version.id, head.id));
  const at = (scope: Scope) => and(eq(head.scope_level, scope.level), eq(head.scope_id, scope.id));
  const isThere = isNull(head.removed_at);
  return {
    async insert(tx, row, first) {
      await tx.insert(head).values(row);
      await tx.insert(version).values(first);
    },
    async insertVersion(tx, row) {
      await tx.insert(version).values(row);
    },
    async update(tx, { org_id, id, revision }, change) {
      const updated = await tx
        .update(head)
        .set({ ...change, revision: revision + 1 })
        .where(and(own(org_id, id), eq(head.revision, revision)))
        .returning();
      return updated[0];
    },
    find: async (db, orgId, id) =>
      (
        await db
          .select()
          .from(head)
          .where(and(own(orgId, id), isThere))
      )[0],
    findNamed: async (db, orgId, scope, name) =>
      (
        await db
          .select()
          .from(head)
          .where(and(eq(head.org_id, orgId), at(scope), eq(head.name, name)))
      )[0],
    findVersion: async (db, orgId, id, number) =>
      (
        await db
          .select()
          .from(version)
          .where(and(eq(version.org_id, orgId), eq(version.id, id), eq(version.version, number)))
      )[0],
    list: (db, orgId, filter, page) =>
      selectPage(
        db
          .select({ seq: head.seq, head, version })
          .from(head)
          .innerJoin(version, and(joined, eq(version.version, head.version))),
        { where: and(eq(head.org_id, orgId), isThere, ...toConditions(filter)), seq: head.seq, page },
      ),
    listVersions: (db, orgId, id, page) =>
      selectPage(db.select().from(version), {
        where: and(eq(version.org_id, orgId), eq(version.id, id)),
        seq: version.seq,
        page,
      }),
    listScope: (db, orgId, scope) =>
      db
        .select()
        .from(head)
        .where(and(eq(head.org_id, orgId), isThere, at(scope)))
        .orderBy(head.name),
    listInForce: (db, orgId) =>
      db
        .select({ seq: head.seq, head, version })
        .from(head)
        .innerJoin(
          version,
          and(joined, or(eq(version.version, head.active_version), eq(version.version, head.shadow_version))),
        )
        .where(and(eq(head.org_id, orgId), isThere, or(isNotNull(head.active_version), isNotNull(head.shadow_version))))
        .orderBy(head.seq, version.version),
  };
}

function toConditions({ level, scopeId, name, status }: PolicyFilter) {
  const head = policiesTable;
  const isActive = isNotNull(head.active_version);
  const isShadow = isNotNull(head.shadow_version);
  const byStatus = {
    active: isActive,
    shadow: and(isNull(head.active_version), isShadow),
    draft: and(isNull(head.active_version), isNull(head.shadow_version)),
  };
  return [
    level === undefined ? undefined : inArray(head.scope_level, [level]),
    scopeId === undefined ? undefined : eq(head.scope_id, scopeId),
    name === undefined ? undefined : eq(head.name, name),
    status === undefined ? undefined : byStatus[status],
  ];
}

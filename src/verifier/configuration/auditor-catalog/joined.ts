/**
 * Auditors that were installed as apps: they join the chain of an agent or a workspace, after the auditors that the chain has
 * anyway, and leave it with the app.
 */
import { and, asc, eq, ne } from 'drizzle-orm';
import type { BundleJoinedAuditor } from '../../../contract/control/config-bundle.ts';
import type { Scope } from '../../../contract/control/scope.ts';
import type { Db } from '../../../platform/db/db.ts';
import { conflict } from '../../../platform/refusals.ts';
import { type JoinedAuditorRow, joinedAuditorsTable } from './tables.ts';

/** Why gateways do not ask an auditor whose claims nobody approved. */
const withheldText = 'it answers otherwise than when it was approved, and nobody has approved that';

export interface NewJoinedAuditor {
  readonly orgId: string;
  readonly scope: Scope;
  readonly auditorId: string;
  readonly installationId: string;
}

/** Writes take the caller's transaction, which holds the organisation's lock and records the change. */
export interface JoinedAuditors {
  /** Does nothing for the same installation again. @throws AppError `conflict` (`auditor_joined`) for another one. */
  join(tx: Db, joined: NewJoinedAuditor): Promise<void>;
  /** Has gateways ask it no longer, or again. */
  withhold(tx: Db, orgId: string, installationId: string, isWithheld: boolean): Promise<void>;
  find(db: Db, orgId: string, installationId: string): Promise<BundleJoinedAuditor | undefined>;
  /** True if another installation has brought this auditor too. */
  isShared(db: Db, orgId: string, auditorId: string, installationId: string): Promise<boolean>;
  /** Gives what has left. */
  leave(tx: Db, orgId: string, installationId: string): Promise<JoinedAuditorRow | undefined>;
  /** In the form that gateways and chains take. */
  listAll(db: Db, orgId: string): Promise<BundleJoinedAuditor[]>;
}

export function createJoinedAuditors(): JoinedAuditors {
  const table = joinedAuditorsTable;
  const of = (orgId: string, installationId: string) =>
    and(eq(table.org_id, orgId), eq(table.installation_id, installationId));
  return {
    async join(tx, { orgId, scope, auditorId, installationId }) {
      const row = {
        org_id: orgId,
        scope_level: scope.level,
        scope_id: scope.id,
        auditor_id: auditorId,
        installation_id: installationId,
        is_withheld: false,
      };
      const made = await tx.insert(table).values(row).onConflictDoNothing().returning();
      if (made.length > 0) return;
      const place = [eq(table.scope_level, scope.level), eq(table.scope_id, scope.id), eq(table.auditor_id, auditorId)];
      const [there] = await tx
        .select()
        .from(table)
        .where(and(eq(table.org_id, orgId), ...place));
      if (there?.installation_id === installationId) return;
      throw conflict(
        `another app has brought auditor ${auditorId} into the chain of this ${scope.level}`,
        'auditor_joined',
      );
    },
    async withhold(tx, orgId, installationId, isWithheld) {
      await tx.update(table).set({ is_withheld: isWithheld }).where(of(orgId, installationId));
    },
    async find(db, orgId, installationId) {
      const [row] = await db.select().from(table).where(of(orgId, installationId));
      return row === undefined ? undefined : toBundle(row);
    },
    async isShared(db, orgId, auditorId, installationId) {
      const others = and(eq(table.auditor_id, auditorId), ne(table.installation_id, installationId));
      const [other] = await db
        .select({ id: table.installation_id })
        .from(table)
        .where(and(eq(table.org_id, orgId), others))
        .limit(1);
      return other !== undefined;
    },
    leave: async (tx, orgId, installationId) =>
      (await tx.delete(table).where(of(orgId, installationId)).returning())[0],
    async listAll(db, orgId) {
      const rows = await db
        .select()
        .from(table)
        .where(eq(table.org_id, orgId))
        .orderBy(asc(table.scope_level), asc(table.scope_id), asc(table.auditor_id));
      return rows.map(toBundle);
    },
  };
}

function toBundle({
  scope_level: level,
  scope_id: id,
  auditor_id,
  is_withheld,
}: JoinedAuditorRow): BundleJoinedAuditor {
  return { scope: { level, id }, auditor_id, ...(is_withheld ? { withheld: withheldText } : {}) };
}

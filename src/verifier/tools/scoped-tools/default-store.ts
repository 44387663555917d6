/** Queries over the default rules of organisations. */
import { and, eq, notExists } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { organizationsTable } from '../../configuration/workspaces/tables.ts';
import { any } from './cascade.ts';
import type { ToolName } from './ports.ts';
import { scopedToolDefaultsTable, scopedToolsTable } from './tables.ts';

export interface BlockOfEveryApp {
  readonly level: 'org' | 'workspace';
  readonly scopeId: string;
  readonly tool: ToolName;
}

export interface DefaultRuleStore {
  /** Notes that an organisation gets its default rule; false if it had one before. */
  claim(tx: Db, orgId: string, now: number): Promise<boolean>;
  /** Lists organisations that have not had theirs. */
  listWithout(db: Db): Promise<string[]>;
  /** Lists rules that block tools of every app. */
  listBlocksOfEveryApp(db: Db, orgId: string): Promise<BlockOfEveryApp[]>;
}

export function createDefaultRuleStore(): DefaultRuleStore {
  const [table, rules, orgs] = [scopedToolDefaultsTable, scopedToolsTable, organizationsTable];
  return {
    async claim(tx, orgId, now) {
      const row = { org_id: orgId, made_at: now };
      return (await tx.insert(table).values(row).onConflictDoNothing().returning()).length === 1;
    },
    async listWithout(db) {
      const made = db.select({ id: table.org_id }).from(table).where(eq(table.org_id, orgs.id));
      return (await db.select({ id: orgs.id }).from(orgs).where(notExists(made))).map(({ id }) => id);
    },
    async listBlocksOfEveryApp(db, orgId) {
      const { scope_level: level, scope_id: scopeId, server, name } = rules;
      const rows = await db
        .select({ level, scopeId, server, name })
        .from(rules)
        .where(and(eq(rules.org_id, orgId), eq(rules.app_id, any), eq(rules.mode, 'blocked')));
      return rows.map((row) => ({ ...row, tool: { appId: any, server: row.server, name: row.name } }));
    },
  };
}

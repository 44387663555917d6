/**
 * Finds agents that lack an app that a rule requires. Rules are read one after the other, so that each run has the same
 * bound.
 */
import { and, asc, eq, isNull, ne, notExists, notInArray, sql } from 'drizzle-orm';
import { ownServicesApp } from '../../../contract/own-tools.ts';
import type { Db } from '../../../platform/db/db.ts';
import { agentsTable } from '../../configuration/agents/tables.ts';
import type { ToolName } from '../scoped-tools/ports.ts';
import { scopedToolsTable } from '../scoped-tools/tables.ts';
import { installationsTable } from './tables.ts';

/** A rule that requires a tool of one app. */
export interface RequiringRule {
  readonly id: string;
  readonly seq: number;
  readonly orgId: string;
  readonly level: 'org' | 'workspace';
  readonly scopeId: string;
  readonly tool: ToolName;
  /** The author of its present text. */
  readonly setBy: string;
}

export interface RequiredStore {
  /** Lists rules of all organisations after a position. */
  listRules(db: Db, afterSeq: number, limit: number): Promise<RequiringRule[]>;
  /** Lists registered, living agents in its scope that lack its app. */
  listLacking(db: Db, rule: RequiringRule, limit: number): Promise<string[]>;
}

export function createRequiredStore(): RequiredStore {
  const [rules, agents, installations] = [scopedToolsTable, agentsTable, installationsTable];
  return {
    async listRules(db, afterSeq, limit) {
      const rows = await db
        .select()
        .from(rules)
        // A rule about every app, or about our own services, names none that could be installed.
        .where(
          and(
            eq(rules.mode, 'required'),
            notInArray(rules.app_id, ['*', ownServicesApp]),
            sql`${rules.seq} > ${afterSeq}`,
          ),
        )
        .orderBy(asc(rules.seq))
        .limit(limit);
      return rows.map((row) => ({
        id: row.id,
        seq: row.seq,
        orgId: row.org_id,
        level: row.scope_level,
        scopeId: row.scope_id,
        tool: { appId: row.app_id, server: row.server, name: row.name },
        setBy: row.set_by,
      }));
    },
    async listLacking(db, { orgId, level, scopeId, tool }, limit) {
      const own = and(
        ...[eq(installations.org_id, agents.org_id), eq(installations.agent_id, agents.id)],
        ...[eq(installations.app_id, tool.appId), ne(installations.status, 'removed')],
      );
      const rows = await db
        .select({ id: agents.id })
        .from(agents)
        .where(
          and(
            ...[eq(agents.org_id, orgId), eq(agents.implicit, false), isNull(agents.removed_at)],
            level === 'org' ? undefined : eq(agents.workspace_id, scopeId),
            notInArray(agents.status, ['decommissioned', 'pending_approval']),
            notExists(db.select({ id: installations.id }).from(installations).where(own)),
          ),
        )
        .orderBy(asc(agents.seq))
        .limit(limit);
      return rows.map(({ id }) => id);
    },
  };
}

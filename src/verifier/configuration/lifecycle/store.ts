/** Queries over lifecycle policies and the problems that they found. */
import { and, asc, count, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { RuleType } from '../../../contract/api/lifecycle/states.ts';
import type { Db } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { type AuditRow, auditLogTable } from '../../base/audit-log/tables.ts';
import { type AgentRow, agentsTable } from '../agents/tables.ts';
import { organizationsTable } from '../workspaces/tables.ts';
import {
  type LifecycleIssueRow,
  type LifecyclePolicyRow,
  lifecycleIssuesTable,
  lifecyclePoliciesTable,
} from './tables.ts';

export type NewPolicy = Omit<LifecyclePolicyRow, 'seq'>;
export type PolicyChange = Omit<NewPolicy, 'org_id' | 'id' | 'revision' | 'created_at' | 'created_by'>;

/** Every query names its organisation; writes run in the caller's transaction. */
export interface LifecycleStore {
  insertPolicy(tx: Db, row: NewPolicy): Promise<LifecyclePolicyRow>;
  /** Replaces a policy at this revision; undefined at another one. */
  updatePolicy(
    tx: Db,
    orgId: string,
    id: string,
    revision: number,
    change: PolicyChange,
  ): Promise<LifecyclePolicyRow | undefined>;
  removePolicy(tx: Db, orgId: string, id: string, revision: number): Promise<boolean>;
  findPolicy(db: Db, orgId: string, id: string): Promise<LifecyclePolicyRow | undefined>;
  listPolicies(db: Db, orgId: string, page: PageStart): Promise<LifecyclePolicyRow[]>;
  /** Lists all policies of an organisation: there are few. */
  listAllPolicies(db: Db, orgId: string): Promise<LifecyclePolicyRow[]>;
  countPolicies(db: Db, orgId: string): Promise<number>;
  /** Lists registered agents, by id. */
  listAgents(db: Db, orgId: string, after: string, limit: number): Promise<AgentRow[]>;
  findAgent(db: Db, orgId: string, id: string): Promise<AgentRow | undefined>;
  listOrganizations(db: Db): Promise<string[]>;
  /** Lists an agent's entries of the audit log, newest first. */
  listEvents(db: Db, orgId: string, agentId: string, limit: number): Promise<AuditRow[]>;
  listIssues(db: Db, orgId: string, agentIds: readonly string[]): Promise<LifecycleIssueRow[]>;
  insertIssue(tx: Db, row: LifecycleIssueRow): Promise<void>;
  noteEnforced(tx: Db, orgId: string, agentId: string, rule: RuleType, now: number): Promise<void>;
  /** Removes one problem of an agent, or all. */
  removeIssues(tx: Db, orgId: string, agentId: string, rule?: RuleType): Promise<void>;
}

export function createLifecycleStore(): LifecycleStore {
  const policies = lifecyclePoliciesTable;
  const issues = lifecycleIssuesTable;
  const agents = agentsTable;
  const log = auditLogTable;
  const own = (orgId: string, id: string) => and(eq(policies.org_id, orgId), eq(policies.id, id));
  const issueOf = (orgId: string, agentId: string, rule?: RuleType) =>
    and(eq(issues.org_id, orgId), eq(issues.agent_id, agentId), rule === undefined ? undefined : eq(issues.rule, rule));
  // Written like the partial index, which holds registered agents only.
  const isRegistered = and(sql`not ${agents.implicit}`, isNull(agents.removed_at));

  return {
    async insertPolicy(tx, row) {
      const [inserted] = await tx.insert(policies).values(row).returning();
      if (inserted === undefined) throw new Error('an insert returns its row');
      return inserted;
    },
    async updatePolicy(tx, orgId, id, revision, change) {
      const updated = await tx
        .update(policies)
        .set({ ...change, revision: revision + 1 })
        .where(and(own(orgId, id), eq(policies.revision, revision)))
        .returning();
      return updated[0];
    },
    async removePolicy(tx, orgId, id, revision) {
      const removed = await tx
        .delete(policies)
        .where(and(own(orgId, id), eq(policies.revision, revision)))
        .returning({ id: policies.id });
      return removed.length === 1;
    },
    findPolicy: async (db, orgId, id) => (await db.select().from(policies).where(own(orgId, id)))[0],
    listPolicies: (db, orgId, page) =>
      selectPage(db.select().from(policies), { where: eq(policies.org_id, orgId), seq: policies.seq, page }),
    listAllPolicies: (db, orgId) =>
      db.select().from(policies).where(eq(policies.org_id, orgId)).orderBy(asc(policies.priority)),
    async countPolicies(db, orgId) {
      const [row] = await db.select({ policies: count() }).from(policies).where(eq(policies.org_id, orgId));
      return row?.policies ?? 0;
    },
    listAgents: (db, orgId, after, limit) =>
      db
        .select()
        .from(agents)
        .where(and(eq(agents.org_id, orgId), isRegistered, gt(agents.id, after)))
        .orderBy(asc(agents.id))
        .limit(limit),
    async findAgent(db, orgId, id) {
      const row = and(eq(agents.org_id, orgId), eq(agents.id, id), isNull(agents.removed_at));
      return (await db.select().from(agents).where(row))[0];
    },
    async listOrganizations(db) {
      const { id } = organizationsTable;
      return (await db.select({ id }).from(organizationsTable).orderBy(asc(id))).map((row) => row.id);
    },
    listEvents: (db, orgId, agentId, limit) =>
      db
        .select()
        .from(log)
        .where(and(eq(log.org_id, orgId), eq(log.resource_type, 'agent'), eq(log.resource_id, agentId)))
        .orderBy(desc(log.seq))
        .limit(limit),
    async listIssues(db, orgId, agentIds) {
      if (agentIds.length === 0) return [];
      return db
        .select()
        .from(issues)
        .where(and(eq(issues.org_id, orgId), inArray(issues.agent_id, [...agentIds])));
    },
    async insertIssue(tx, row) {
      await tx.insert(issues).values(row);
    },
    async noteEnforced(tx, orgId, agentId, rule, now) {
      await tx
        .update(issues)
        .set({ enforced_at: now })
        .where(issueOf(orgId, agentId, rule));
    },
    async removeIssues(tx, orgId, agentId, rule) {
      await tx.delete(issues).where(issueOf(orgId, agentId, rule));
    },
  };
}

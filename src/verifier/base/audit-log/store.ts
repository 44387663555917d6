/** Queries over the audit log; only `append.ts` writes it. */
import { and, asc, eq, gt, gte, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { AuditFilters } from '../../../contract/api/audit-log/shapes.ts';
import type { Db } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { type AuditRow, auditLogTable } from './tables.ts';

/** Entries between two numbers, oldest first. */
export interface AuditRange {
  /** Reads after this number; from the first if absent. */
  readonly after: number | undefined;
  readonly last: number;
  readonly limit: number;
}

/** Every query names the organisation. */
export interface AuditStore {
  /** Newest first. */
  list(orgId: string, filters: AuditFilters, page: PageStart): Promise<AuditRow[]>;
  read(orgId: string, filters: AuditFilters, range: AuditRange): Promise<AuditRow[]>;
}

export function createAuditStore(db: Db): AuditStore {
  const table = auditLogTable;
  return {
    list: (orgId, filters, page) =>
      selectPage(db.select().from(table), {
        where: and(eq(table.org_id, orgId), ...toConditions(filters)),
        seq: table.seq,
        page,
      }),
    read: (orgId, filters, { after, last, limit }) =>
      db
        .select()
        .from(table)
        .where(
          and(
            eq(table.org_id, orgId),
            ...toConditions(filters),
            after === undefined ? undefined : gt(table.seq, after),
            lte(table.seq, last),
          ),
        )
        .orderBy(asc(table.seq))
        .limit(limit),
  };
}

function toConditions({ action, actor, resource, from, to }: AuditFilters): (SQL | undefined)[] {
  const { timestamp, actor_id: actorId, acting_agent_id: actingAgentId } = auditLogTable;
  return [
    action === undefined ? undefined : toActionCondition(action),
    actor === undefined ? undefined : or(eq(actorId, actor), eq(actingAgentId, actor)),
    resource === undefined ? undefined : toResourceCondition(resource),
    from === undefined ? undefined : gte(timestamp, Date.parse(from)),
    to === undefined ? undefined : lt(timestamp, Date.parse(to)),
  ];
}

function toActionCondition(action: string): SQL {
  if (!action.endsWith('*')) return eq(auditLogTable.action, action);
  return sql`starts_with(${auditLogTable.action}, ${action.slice(0, -1)})`;
}

function toResourceCondition(resource: string): SQL | undefined {
  const { resource_type: type, resource_id: id } = auditLogTable;
  const slash = resource.indexOf('/');
  if (slash < 0) return or(eq(type, resource), eq(id, resource));
  return and(eq(type, resource.slice(0, slash)), eq(id, resource.slice(slash + 1)));
}

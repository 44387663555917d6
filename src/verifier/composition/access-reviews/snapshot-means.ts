/** The credentials of agents and the rules that give them tools, as items of an instance. */
import { and, asc, eq, gt, inArray, ne, or, sql } from 'drizzle-orm';
import { ownServicesApp } from '../../../contract/own-tools.ts';
import { toTimestampOrNull } from '../../../platform/clock.ts';
import { type Db, query } from '../../../platform/db/db.ts';
import { agentsTable } from '../../configuration/agents/tables.ts';
import { type ScopedCredentialRow, scopedCredentialsTable } from '../../tools/scoped-credentials/tables.ts';
import { type ScopedToolRow, scopedToolsTable } from '../../tools/scoped-tools/tables.ts';
import { recommend } from './recommend.ts';
import { atOnce, type Item, type ReadItems } from './snapshot-items.ts';
import type { ReviewedSubject } from './tables.ts';

/** Reads all credentials that have not ended: a pending one is used as soon as it is connected. */
export const readCredentialItems: ReadItems = async (tx, { org_id: orgId, workspace_id: workspaceId }, after, now) => {
  const table = scopedCredentialsTable;
  const isInWorkspace = or(
    and(eq(table.scope_level, 'workspace'), eq(table.scope_id, workspaceId ?? '')),
    sql`exists (select 1 from agents where agents.org_id = ${table.org_id} and agents.id = ${table.agent_id}
      and agents.workspace_id = ${workspaceId})`,
  );
  const rows = await tx
    .select()
    .from(table)
    .where(
      and(
        ...[eq(table.org_id, orgId), ne(table.status, 'revoked'), gt(table.id, after)],
        workspaceId === null ? undefined : isInWorkspace,
      ),
    )
    .orderBy(asc(table.id))
    .limit(atOnce);
  const owners = await readOwners(tx, orgId, rows);
  const items = rows.map((row) => toCredentialItem(row, owners.get(row.agent_id ?? '') ?? [], now));
  return { items, last: rows.at(-1)?.id };
};

async function readOwners(tx: Db, orgId: string, rows: readonly ScopedCredentialRow[]) {
  const ids = [...new Set(rows.flatMap(({ agent_id: id }) => (id === null ? [] : [id])))];
  if (ids.length === 0) return new Map<string, readonly string[]>();
  const { org_id, id, owners } = agentsTable;
  const found = await tx
    .select({ id, owners })
    .from(agentsTable)
    .where(and(eq(org_id, orgId), inArray(id, ids)));
  return new Map(found.map((agent) => [agent.id, agent.owners]));
}

function toCredentialItem(row: ScopedCredentialRow, agentOwners: readonly string[], now: number): Item {
  const { id, service, agent_id, user_id, last_used_at, expires_at, created_at } = row;
  const { resource, auth_type, sharing_mode, granted_scopes, upstream_account, allow_in_delegation, status } = row;
  const scope = { level: row.scope_level, id: row.scope_id };
  return {
    principal: agent_id === null ? toPlace(scope) : { type: 'agent', id: agent_id, name: agent_id },
    resource: { type: 'scoped_credential', id, name: service },
    // Its owners; for a shared credential the person who connected it, else its maker.
    owners: user_id !== null ? [user_id] : agent_id !== null ? agentOwners : [row.connected_by ?? row.created_by],
    facts: {
      scope,
      user_id,
      resource,
      auth_type,
      sharing_mode,
      granted_scopes,
      upstream_account,
      allow_in_delegation,
      status,
      last_used_at: toTimestampOrNull(last_used_at),
      expires_at: toTimestampOrNull(expires_at),
    },
    // Gateways fetch a credential before each use, so unseen means unused.
    recommendation: recommend({ lastActivityAt: last_used_at, existsSince: created_at, heardAt: now }, now),
  };
}

/**
 * Reads the rules that give tools. The organisation's rules come first, so that they are applied before the rules that depend on
 * them.
 */
export const readToolItems: ReadItems = async (tx, { org_id: orgId, workspace_id: workspaceId }, after, now) => {
  const table = scopedToolsTable;
  const [level = '', id = ''] = after.split(' ');
  const rows = await tx
    .select()
    .from(table)
    .where(
      and(
        ...[eq(table.org_id, orgId), ne(table.mode, 'blocked')],
        sql`(${table.scope_level}, ${table.id}) > (${level}, ${id})`,
        workspaceId === null ? undefined : and(eq(table.scope_level, 'workspace'), eq(table.scope_id, workspaceId)),
      ),
    )
    .orderBy(asc(table.scope_level), asc(table.id))
    .limit(atOnce);
  const used = rows.length === 0 ? [] : await readInstalled(tx, orgId);
  const last = rows.at(-1);
  const items = rows.map((row) => toToolItem(row, used, now));
  return { items, last: last && `${last.scope_level} ${last.id}` };
};

/** The use of an app in a workspace. */
interface InstalledUse {
  readonly app_id: string;
  readonly workspace_id: string;
  readonly agents: number;
  /** Last use of a credential, the agent's or a shared one; null if none was used. */
  readonly last_used_at: number | null;
}

async function readInstalled(tx: Db, orgId: string): Promise<InstalledUse[]> {
  const rows = await query<Omit<InstalledUse, 'last_used_at'> & { readonly last_used_at: string | null }>(
    tx,
    sql`with used as (
        select service, agent_id, max(last_used_at) as last_used_at from scoped_credentials
        where org_id = ${orgId} group by service, agent_id
      )
      select i.app_id, i.workspace_id, count(distinct i.agent_id)::int as agents,
        max(used.last_used_at)::text as last_used_at
      from installations i left join used
        on used.service = i.service and (used.agent_id is null or used.agent_id = i.agent_id)
      where i.org_id = ${orgId} and i.status not in ('removed', 'uninstalling')
      group by i.app_id, i.workspace_id`,
  );
  return rows.map((row) => ({ ...row, last_used_at: row.last_used_at === null ? null : Number(row.last_used_at) }));
}

function toToolItem(row: ScopedToolRow, installed: readonly InstalledUse[], now: number): Item {
  const { id, app_id, server, name, mode, allow_override, reason, set_by, updated_at } = row;
  const scope = { level: row.scope_level, id: row.scope_id };
  const under = installed.filter(
    (use) => (app_id === '*' || use.app_id === app_id) && (scope.level === 'org' || use.workspace_id === scope.id),
  );
  const times = under.flatMap(({ last_used_at: time }) => (time === null ? [] : [time]));
  const lastActivityAt = times.length === 0 ? null : Math.max(...times);
  const agents = under.reduce((total, use) => total + use.agents, 0);
  // An app without credentials leaves no trace here; one that nobody installed cannot have been used. Our own services are
  // not installed.
  const isUnused = agents === 0 && app_id !== ownServicesApp;
  return {
    principal: toPlace(scope),
    resource: { type: 'scoped_tool', id, name: [app_id, server, name].join(' ') },
    owners: [set_by],
    facts: {
      scope,
      tool: { app_id, server, name },
      mode,
      allow_override,
      reason,
      agents,
      last_used_at: toTimestampOrNull(lastActivityAt),
    },
    recommendation: recommend({ lastActivityAt, existsSince: updated_at, heardAt: isUnused ? now : null }, now),
  };
}

function toPlace({ level, id }: { readonly level: 'org' | 'workspace'; readonly id: string }): ReviewedSubject {
  return { type: level === 'org' ? 'organization' : 'workspace', id, name: id };
}

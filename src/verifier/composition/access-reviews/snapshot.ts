/**
 * The snapshot of an instance, read once at its start: later additions are not in it, and later removals are found when the
 * decision is applied.
 */
import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { type Clock, toTimestampOrNull } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import { type AgentRow, agentsTable } from '../../configuration/agents/tables.ts';
import { activityOf, type Heard, readHeard } from '../../configuration/lifecycle/activity.ts';
import { heardAtOf, lastActivityOf } from '../../configuration/lifecycle/staleness.ts';
import { type DelegationGrantRow, delegationGrantsTable } from '../../delegation/delegations/tables.ts';
import { opensGateway } from '../../identity/api-keys/gateway-keys.ts';
import { type ApiKeyRow, apiKeysTable } from '../../identity/api-keys/tables.ts';
import { recommend } from './recommend.ts';
import { atOnce, type Item, type ItemPage, type ReadItems } from './snapshot-items.ts';
import { readCredentialItems, readToolItems } from './snapshot-means.ts';
import type { NewDecision } from './store.ts';
import type { AccessReviewRow, InstanceRow } from './tables.ts';

export interface SnapshotDeps {
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

/** Reads the items of a review in pages, and gives their number. */
export type TakeSnapshot = (
  tx: Db,
  review: AccessReviewRow,
  instance: InstanceRow,
  write: (rows: readonly NewDecision[]) => Promise<void>,
) => Promise<number>;

/** Agents that have access, or can get it back in one step. */
const reviewedStatuses = ['active', 'stopped', 'suspended', 'orphaned'] as const;

export function createTakeSnapshot({ clock, randomBytes }: SnapshotDeps): TakeSnapshot {
  return async (tx, review, instance, write) => {
    const now = clock.now();
    let total = 0;
    for (const readPage of readersOf[review.scope]) {
      for (let after: string | undefined = ''; after !== undefined; ) {
        const page: ItemPage = await readPage(tx, review, after, now);
        const rows = page.items.map((item) => ({
          org_id: review.org_id,
          id: createId('rvd', clock, randomBytes),
          review_id: review.id,
          instance_id: instance.id,
          ...item,
          decision: 'not_reviewed' as const,
          justification: null,
          reviewed_by: null,
          reviewed_at: null,
          apply_result: 'new' as const,
          apply_detail: null,
          applied_at: null,
          revision: 1,
        }));
        await write(rows);
        total += rows.length;
        after = page.last;
      }
    }
    return total;
  };
}

/** Credentials for our own API and for other services are reviewed together. */
const readersOf: Readonly<Record<AccessReviewRow['scope'], readonly ReadItems[]>> = {
  agents: [readAgents],
  grants: [readGrants],
  credentials: [readKeys, readCredentialItems],
  tools: [readToolItems],
};

async function readAgents(tx: Db, review: AccessReviewRow, after: string, now: number): Promise<ItemPage> {
  const table = agentsTable;
  const { org_id: orgId, workspace_id: workspaceId } = review;
  const rows = await tx
    .select()
    .from(table)
    .where(
      and(
        ...[eq(table.org_id, orgId), sql`not ${table.implicit}`, isNull(table.removed_at), gt(table.id, after)],
        inArray(table.status, [...reviewedStatuses]),
        workspaceId === null ? undefined : eq(table.workspace_id, workspaceId),
      ),
    )
    .orderBy(asc(table.id))
    .limit(atOnce);
  const heard = await readHeard(
    tx,
    orgId,
    rows.map(({ id }) => id),
  );
  return { items: rows.map((row) => toAgentItem(row, heard, now)), last: rows.at(-1)?.id };
}

function toAgentItem(row: AgentRow, heard: Heard, now: number): Item {
  const lastActivityAt = lastActivityOf(row, activityOf(heard, row.id));
  const heardAt = heardAtOf(heard.telemetry);
  const { id, name, workspace_id, status, purpose, injection_method, access_manifest } = row;
  return {
    principal: { type: 'agent', id, name },
    resource: { type: 'workspace', id: workspace_id, name: workspace_id },
    owners: row.owners,
    facts: { status, purpose, injection_method, access_manifest, last_activity_at: toTimestampOrNull(lastActivityAt) },
    recommendation: recommend({ lastActivityAt, existsSince: row.created_at, heardAt }, now),
  };
}

async function readGrants(tx: Db, review: AccessReviewRow, after: string, now: number): Promise<ItemPage> {
  const table = delegationGrantsTable;
  const { org_id: orgId, workspace_id: workspaceId } = review;
  const isInWorkspace = sql`exists (select 1 from agents where agents.org_id = ${table.org_id}
    and agents.id = ${table.agent_id} and agents.workspace_id = ${workspaceId})`;
  const rows = await tx
    .select()
    .from(table)
    .where(
      and(
        ...[eq(table.org_id, orgId), eq(table.status, 'active'), gt(table.expires_at, now), gt(table.id, after)],
        workspaceId === null ? undefined : isInWorkspace,
      ),
    )
    .orderBy(asc(table.id))
    .limit(atOnce);
  return { items: rows.map((row) => toGrantItem(row, now)), last: rows.at(-1)?.id };
}

function toGrantItem(row: DelegationGrantRow, now: number): Item {
  const { id, agent_id, subject_id, scopes, resources, purpose, granted_by, expires_at, last_used_at, use_count } = row;
  return {
    principal: { type: 'agent', id: agent_id, name: agent_id },
    resource: { type: 'delegation', id, name: purpose },
    owners: [subject_id],
    facts: {
      subject_id,
      scopes,
      resources,
      purpose,
      granted_by,
      use_count,
      expires_at: toTimestampOrNull(expires_at),
      last_used_at: toTimestampOrNull(last_used_at),
    },
    // Every use needs a token of ours, so unseen means unused.
    recommendation: recommend({ lastActivityAt: last_used_at, existsSince: row.granted_at, heardAt: now }, now),
  };
}

async function readKeys(tx: Db, review: AccessReviewRow, after: string, now: number): Promise<ItemPage> {
  const table = apiKeysTable;
  const workspaceId = review.workspace_id;
  const rows = await tx
    .select()
    .from(table)
    .where(
      and(
        ...[eq(table.org_id, review.org_id), isNull(table.revoked_at), gt(table.expires_at, now), gt(table.id, after)],
        workspaceId === null ? undefined : eq(table.workspace_id, workspaceId),
      ),
    )
    .orderBy(asc(table.id))
    .limit(atOnce);
  return { items: rows.map((row) => toKeyItem(row, now)), last: rows.at(-1)?.id };
}

function toKeyItem(row: ApiKeyRow, now: number): Item {
  const { id, alias, user_id, agent_id, purpose, scopes, last_used_at, expires_at, created_at } = row;
  // Gateways check keys themselves: a key for gateways may be in use without the verifier seeing it.
  const heardAt = opensGateway(row) ? null : now;
  return {
    principal: { type: 'user', id: user_id, name: user_id },
    resource: { type: 'api_key', id, name: alias },
    owners: [user_id],
    facts: {
      purpose,
      scopes,
      agent_id,
      last_used_at: toTimestampOrNull(last_used_at),
      expires_at: toTimestampOrNull(expires_at),
    },
    recommendation: recommend({ lastActivityAt: last_used_at, existsSince: created_at, heardAt }, now),
  };
}

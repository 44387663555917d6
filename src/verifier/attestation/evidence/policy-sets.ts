/**
 * Finds gateways that decide by different policy sets for the same agent. Stores for each gateway its current set, and since
 * when. During a change, some gateways switch later than others, so only a longer overlap is reported, once a day for each pair
 * of gateways and each agent.
 */
import { and, eq, gt, lt, ne, sql } from 'drizzle-orm';
import type { Evidence } from '../../../contract/evidence.ts';
import { readGatewayId } from '../../../contract/spiffe.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { AgentEvent, Events } from '../../base/events/append.ts';
import { policySetsInUseTable } from './tables.ts';

/** Gateways with one configuration apply a change within seconds of each other; this is far longer. */
export const policySetOverlapMs = 60_000;
/** An unchanged use is written no more often than this. */
const writeEveryMs = 15_000;
const dayMs = 24 * 60 * 60 * 1000;
/** Limit of the cache; evicts the oldest. */
const maxCached = 20_000;

export interface PolicySetWatch {
  /** Notes stored Evidence. */
  note(orgId: string, decided: readonly Evidence[]): Promise<void>;
}

export interface PolicySetWatchDeps {
  readonly db: Db;
  readonly events: Pick<Events, 'appendMany'>;
}

interface Use {
  readonly orgId: string;
  readonly agentId: string;
  readonly workspaceId: string;
  readonly gatewayId: string;
  readonly hash: string;
  /** Times of its oldest and its newest decision in the batch. */
  readonly sinceMs: number;
  readonly untilMs: number;
}

export function createPolicySetWatch({ db, events }: PolicySetWatchDeps): PolicySetWatch {
  const written = new Map<string, { readonly hash: string; readonly untilMs: number }>();

  const isWritten = (use: Use): boolean => {
    const last = written.get(keyOf(use));
    return last?.hash === use.hash && use.untilMs - last.untilMs < writeEveryMs;
  };

  const remember = (use: Use): void => {
    const key = keyOf(use);
    written.delete(key);
    const oldest = written.size >= maxCached ? written.keys().next().value : undefined;
    if (oldest !== undefined) written.delete(oldest);
    written.set(key, use);
  };

  return {
    async note(orgId, decided) {
      const fresh = toUses(orgId, decided).filter((use) => !isWritten(use));
      if (fresh.length === 0) return;
      await db.transaction(async (tx) => {
        const told: AgentEvent[] = [];
        for (const use of fresh) {
          await write(tx, use);
          told.push(...(await findOthers(tx, use)).map((other) => toEvent(use, other)));
        }
        await events.appendMany(tx, orgId, told);
      });
      fresh.forEach(remember);
    },
  };
}

/** Gives the last set of each agent at each gateway, in one order, so that two batches cannot deadlock. */
function toUses(orgId: string, decided: readonly Evidence[]): Use[] {
  const uses = new Map<string, Use>();
  for (const { agent_id: agentId, workspace_id: workspaceId, iss, iat, decision } of decided) {
    const gatewayId = readGatewayId(iss);
    if (gatewayId === undefined) continue;
    const atMs = iat * 1000;
    const use = { orgId, agentId, workspaceId, gatewayId, hash: decision.policy_set_hash };
    const before = uses.get(keyOf(use));
    if (before === undefined || (before.hash !== use.hash && atMs >= before.untilMs)) {
      uses.set(keyOf(use), { ...use, sinceMs: atMs, untilMs: atMs });
    } else if (before.hash === use.hash) {
      const [sinceMs, untilMs] = [Math.min(before.sinceMs, atMs), Math.max(before.untilMs, atMs)];
      uses.set(keyOf(use), { ...use, sinceMs, untilMs });
    }
  }
  return [...uses.entries()].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, use]) => use);
}

function keyOf({ orgId, agentId, gatewayId }: Pick<Use, 'orgId' | 'agentId' | 'gatewayId'>): string {
  return JSON.stringify([orgId, agentId, gatewayId]);
}

/** A different set starts a new use. Late Evidence says nothing about the current set. */
async function write(tx: Db, { orgId, agentId, gatewayId, hash, sinceMs, untilMs }: Use): Promise<void> {
  const table = policySetsInUseTable;
  const isSame = sql`${table.policy_set_hash} = excluded.policy_set_hash`;
  await tx
    .insert(table)
    .values({
      org_id: orgId,
      agent_id: agentId,
      gateway_id: gatewayId,
      policy_set_hash: hash,
      since: sinceMs,
      until: untilMs,
    })
    .onConflictDoUpdate({
      target: [table.org_id, table.agent_id, table.gateway_id],
      set: {
        policy_set_hash: sql`excluded.policy_set_hash`,
        since: sql`case when ${isSame} then least(${table.since}, excluded.since) else excluded.since end`,
        until: sql`greatest(${table.until}, excluded.until)`,
      },
      setWhere: sql`${isSame} or excluded.until >= ${table.until}`,
    });
}

type Other = typeof policySetsInUseTable.$inferSelect;

/** Finds gateways that decided for this agent by another set, for long enough at the same time. */
async function findOthers(tx: Db, use: Use): Promise<Other[]> {
  const table = policySetsInUseTable;
  const ofAgent = and(eq(table.org_id, use.orgId), eq(table.agent_id, use.agentId));
  const [own] = await tx
    .select()
    .from(table)
    .where(and(ofAgent, eq(table.gateway_id, use.gatewayId)));
  if (own === undefined || own.policy_set_hash !== use.hash) return [];
  return tx
    .select()
    .from(table)
    .where(
      and(
        ofAgent,
        ne(table.gateway_id, use.gatewayId),
        ne(table.policy_set_hash, own.policy_set_hash),
        gt(table.until, own.since + policySetOverlapMs),
        lt(table.since, own.until - policySetOverlapMs),
      ),
    );
}

function toEvent(use: Use, other: Other): AgentEvent {
  const sets = [
    { gateway_id: use.gatewayId, policy_set_hash: use.hash },
    { gateway_id: other.gateway_id, policy_set_hash: other.policy_set_hash },
  ].sort((left, right) => (left.gateway_id < right.gateway_id ? -1 : 1));
  const [first, second] = sets.map(({ gateway_id }) => gateway_id);
  const day = Math.floor(use.untilMs / dayMs);
  const message = `gateways ${first} and ${second} use different policy sets for agent ${use.agentId}`;
  return {
    type: 'agent.log',
    code: 'gateway.policy_sets_differ',
    agentId: use.agentId,
    workspaceId: use.workspaceId,
    sourceId: `policy-sets/${use.agentId}/${first}/${second}/${day}`,
    data: { level: 'warn', message, fields: { sets } },
  };
}

/** Lists the members of a deployed workflow: every node that acts as an agent, including those of nested workflows. */
import { sha256Hex } from '@assay/sdk/crypto';
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { type CompositeMember, maxMembers } from '../../../../contract/composite-passport.ts';
import { toTimestamp } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { AppError } from '../../../../platform/errors.ts';
import { isBetterTier } from '../../../../proof/trust-vector.ts';
import type { PassportRow } from '../../../attestation/passports/tables.ts';
import { passportsTable } from '../../../attestation/passports/tables.ts';
import { maxNesting } from '../definitions/nested.ts';
import { agentOfNode } from '../graph/node-config.ts';
import type { DeployedWorkflow, WorkflowDefinitions } from '../ports.ts';

/** A node and the agent that acts there; null for a nested workflow that does not run. */
export interface ActingNode {
  readonly nodeId: string;
  readonly agentId: string | null;
}

/**
 * Lists the members sorted by node, by code units. Visits each workflow once for each depth at which it is nested. Otherwise five
 * levels of 500 nodes would be walked node by node, even where none acts as an agent.
 * @throws AppError `conflict` (`too_many_members`).
 */
export async function listPlaces(
  definitions: Pick<WorkflowDefinitions, 'findRunning'>,
  db: Db,
  workflow: DeployedWorkflow,
): Promise<ActingNode[]> {
  const known = new Map<string, Promise<readonly ActingNode[] | undefined>>();
  const visit = async (one: DeployedWorkflow, depth: number): Promise<ActingNode[]> => {
    const places: ActingNode[] = [];
    for (const node of one.graph.nodes) {
      const agentId = agentOfNode(node, one.agentId);
      if (agentId !== null) places.push({ nodeId: node.id, agentId });
      if (node.type !== 'workflow' || node.ref === null) continue;
      const inner = depth < maxNesting ? await inside(node.ref.id, depth + 1) : undefined;
      if (inner === undefined) places.push({ nodeId: node.id, agentId: null });
      else for (const place of inner) places.push({ ...place, nodeId: `${node.id}/${place.nodeId}` });
      if (places.length > maxMembers) throw tooMany();
    }
    return places;
  };
  /** Undefined for a workflow that does not run. */
  const inside = (id: string, depth: number): Promise<readonly ActingNode[] | undefined> => {
    const key = `${depth} ${id}`;
    const found = known.get(key) ?? findInside(id, depth);
    known.set(key, found);
    return found;
  };
  const findInside = async (id: string, depth: number): Promise<readonly ActingNode[] | undefined> => {
    const running = await definitions.findRunning(db, workflow.orgId, id);
    return running === undefined ? undefined : visit(running, depth);
  };
  const places = await visit(workflow, 1);
  if (places.length > maxMembers) throw tooMany();
  return places.sort((left, right) => (left.nodeId < right.nodeId ? -1 : 1));
}

function tooMany(): AppError {
  const detail = `a composite passport has at most ${maxMembers} members`;
  return new AppError('conflict', detail, { detail, extensions: { reason: 'too_many_members' } });
}

/**
 * Finds the newest passport of each agent. With several gateways it takes the least trusted one, preferring valid to expired
 * ones.
 */
export async function findPassports(
  db: Db,
  orgId: string,
  agentIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, PassportRow>> {
  if (agentIds.length === 0) return new Map();
  const table = passportsTable;
  const rows = await db
    .select()
    .from(table)
    .where(and(eq(table.org_id, orgId), inArray(table.agent_id, [...agentIds]), isNull(table.superseded_by)))
    .orderBy(desc(table.seq));
  const chosen = new Map<string, PassportRow>();
  for (const row of rows) {
    const known = chosen.get(row.agent_id);
    if (known === undefined || isStricter(row, known, now)) chosen.set(row.agent_id, row);
  }
  return chosen;
}

function isStricter(row: PassportRow, than: PassportRow, now: number): boolean {
  const [isExpired, isOtherExpired] = [row, than].map(({ expires_at: end }) => end <= now);
  if (isExpired !== isOtherExpired) return isOtherExpired === true;
  const [isRevoked, isOtherRevoked] = [row, than].map(({ revoked_at: at }) => at !== null);
  if (isRevoked !== isOtherRevoked) return isRevoked === true;
  return isBetterTier(than.status, row.status);
}

/** Gives a member with its passport at a moment. */
export function toMember({ nodeId, agentId }: ActingNode, row: PassportRow | undefined, now: number): CompositeMember {
  const at = { node_id: nodeId, agent_id: agentId };
  if (row === undefined) return { ...at, passport_id: null, digest: null, status: 'missing', evaluated_at: null };
  const own = { passport_id: row.passport_id, digest: sha256Hex(row.jwt), evaluated_at: toTimestamp(row.issued_at) };
  if (row.revoked_at !== null) return { ...at, ...own, status: 'revoked' };
  return { ...at, ...own, status: now < row.expires_at ? row.status : 'expired' };
}

/** Reads exchanges that belong together: sessions of agents, and traces as trees. */
import { and, eq } from 'drizzle-orm';
import {
  maxTraceEvidence,
  type SessionSummary,
  type Trace,
  type TraceNode,
} from '../../../contract/api/evidence/session-shapes.ts';
import type { EvidenceSummary } from '../../../contract/api/evidence/shapes.ts';
import type { Evidence } from '../../../contract/evidence.ts';
import { toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import { toIndexed } from './indexed.ts';
import { evidenceSessionsTable, type SessionRow } from './search-tables.ts';

export interface SessionFilter {
  readonly agentId?: string | undefined;
  readonly workspaceId?: string | undefined;
  readonly sessionId?: string | undefined;
}

/** Lists sessions, the last active first. */
export async function listSessions(
  db: Db,
  orgId: string,
  page: PageStart,
  filter: SessionFilter,
): Promise<Page<SessionSummary>> {
  const table = evidenceSessionsTable;
  const { agentId, workspaceId, sessionId } = filter;
  const where = and(
    eq(table.org_id, orgId),
    agentId === undefined ? undefined : eq(table.agent_id, agentId),
    workspaceId === undefined ? undefined : eq(table.workspace_id, workspaceId),
    sessionId === undefined ? undefined : eq(table.session_id, toIndexed(sessionId)),
  );
  const rows = await selectPage(db.select().from(table), { where, seq: table.seq, page });
  return toPage(rows, page.limit, toSession);
}

function toSession(row: SessionRow): SessionSummary {
  const { session_id, workspace_id, agent_id, evidence_count, denied } = row;
  return {
    session_id,
    workspace_id,
    agent_id,
    first_at: toTimestamp(row.first_at),
    last_at: toTimestamp(row.last_at),
    evidence_count,
    denied,
  };
}

/** One Evidence of a trace: what lists show of it, and itself. */
export interface TraceItem {
  readonly summary: EvidenceSummary;
  readonly evidence: Evidence;
}

/** Puts each Evidence below the one that it follows from. @throws AppError `not_found` for a trace without Evidence. */
export function toTrace(traceId: string, found: readonly TraceItem[]): Trace {
  if (found.length === 0) throw new AppError('not_found', 'no such trace', { detail: 'no evidence has this trace_id' });
  const items = found.slice(0, maxTraceEvidence);
  const nodes: TraceNode[] = [];
  for (const item of items) nodes.push(toNode(item, nodes));
  return { trace_id: traceId, items: nodes, is_cut: found.length > items.length };
}

function toNode({ summary, evidence }: TraceItem, before: readonly TraceNode[]): TraceNode {
  const { previous_evidence_id: previous, continues } = evidence;
  return {
    ...summary,
    ...findParent(evidence, before),
    on_behalf_of: evidence.on_behalf_of ?? null,
    continues: continues ?? null,
    previous_evidence_id: previous ?? null,
  };
}

type Parent = Pick<TraceNode, 'parent_evidence_id' | 'relation'>;

/** What the Evidence names comes first; only what it does not name is derived from the order. */
function findParent(evidence: Evidence, before: readonly TraceNode[]): Parent {
  const named = (id: string | undefined) => before.find((node) => node.evidence_id === id)?.evidence_id;
  const previous = named(evidence.previous_evidence_id);
  if (previous !== undefined) return { parent_evidence_id: previous, relation: 'follows' };
  const continued = named(evidence.continues?.evidence_id);
  if (continued !== undefined) return { parent_evidence_id: continued, relation: 'continues' };
  const isModel = (node: TraceNode) => node.tool === null;
  if (evidence.tool !== undefined) {
    const caller = before.findLast((node) => isModel(node) && node.agent_id === evidence.agent_id);
    return caller === undefined ? root : { parent_evidence_id: caller.evidence_id, relation: 'calls_tool' };
  }
  if (before.some((node) => node.agent_id === evidence.agent_id)) return root;
  const delegating = before.findLast((node) => node.agent_id !== evidence.agent_id);
  return delegating === undefined ? root : { parent_evidence_id: delegating.evidence_id, relation: 'delegates' };
}

const root: Parent = { parent_evidence_id: null, relation: 'follows' };

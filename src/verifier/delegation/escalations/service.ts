/**
 * Answers a gateway whose policies ask for a person. It looks for an unused approval of exactly this binding, and asks for one if
 * there is none. Changes lock the organisation, so that of two exchanges with the same binding only one gets an approval.
 */
import { and, desc, eq } from 'drizzle-orm';
import type { Agent } from '../../../contract/api/agents/shapes.ts';
import { risks } from '../../../contract/api/approvals/states.ts';
import { bindingHashOf } from '../../../contract/binding-hash.ts';
import type { EscalationAnswer, EscalationRequest } from '../../../contract/escalation.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError, isAppError } from '../../../platform/errors.ts';
import { assertServes } from '../../base/access/served-workspaces.ts';
import type { Author } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { VerifierKeys } from '../../base/keys/service.ts';
import type { Agents } from '../../configuration/agents/service.ts';
import { assertRunning } from '../../configuration/agents/standing.ts';
import type { ApiKeys } from '../../identity/api-keys/service.ts';
import { maxPerAgent } from '../approvals/make.ts';
import type { Approvals } from '../approvals/ports.ts';
import { type ApprovalRow, approvalsTable } from '../approvals/tables.ts';
import { toDisplay, toRisk } from './display.ts';
import { repeatMs, signGrant } from './grant.ts';
import { findRequesters } from './requesters.ts';

export interface Escalations {
  /**
   * Gives the outcome of an escalation. A repeat with the same evidence id gets the same outcome.
   * @throws AppError `not_found` (`unknown_agent`); `agent_suspended` and the like; `unprocessable` for an unknown key.
   */
  escalate(caller: Author, gatewayId: string, request: EscalationRequest): Promise<EscalationAnswer>;
}

export interface EscalationsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly issuer: string;
  readonly keys: Pick<VerifierKeys, 'active'>;
  readonly changes: Pick<ControlChanges, 'hold'>;
  readonly agents: Pick<Agents, 'find' | 'findStanding'>;
  readonly apiKeys: Pick<ApiKeys, 'get'>;
  readonly approvals: Pick<Approvals, 'create' | 'use' | 'findByBinding' | 'countPending' | 'toView'>;
}

export function createEscalations(deps: EscalationsDeps): Escalations {
  const { db, clock, changes, approvals } = deps;

  const tell = async (from: Db, row: ApprovalRow): Promise<EscalationAnswer> => {
    const { url, expires_at: end } = await approvals.toView(from, row);
    const status = row.status === 'denied' ? 'denied' : 'pending';
    return { approval_id: row.id, status, expires_at: end, url, grant: null };
  };

  const use = async (
    tx: Db,
    row: ApprovalRow,
    { request, gatewayId, bindingHash }: Asked,
  ): Promise<EscalationAnswer> => {
    const evidenceId = request.evidence_id;
    const used = await approvals.use(tx, row.org_id, row.id, evidenceId);
    const view = await approvals.toView(tx, used);
    const to = { issuer: deps.issuer, gatewayId, evidenceId, bindingHash, now: clock.now() };
    const grant = signGrant(deps.keys.active, view, to);
    const until = view.result?.approval.approved_until ?? null;
    return { approval_id: row.id, status: 'approved', expires_at: until, url: view.url, grant };
  };

  const ask = async (tx: Db, asked: Asked): Promise<EscalationAnswer> => {
    const { caller, agent, request, gatewayId, bindingHash } = asked;
    const { tool, model_id: model, phase } = request.binding;
    const resource = tool ?? model;
    const author = toAgentAuthor(caller, agent.id);
    const creating = approvals.create(tx, author, {
      kind: 'policy_escalation',
      agentId: agent.id,
      workspaceId: agent.workspace_id,
      action: phase,
      bindingHash,
      ...(resource === null ? {} : { resource }),
      ...(request.quorum === undefined ? {} : { quorum: request.quorum }),
      ...(request.on_behalf_of === undefined ? {} : { subjectId: request.on_behalf_of }),
      requesterIds: await findRequesters(tx, deps.apiKeys, caller, request),
      requested: tool === null ? {} : { tools: [tool] },
      risk: toRisk(request),
      evaluationId: request.evidence_id,
      display: toDisplay(request, { agentName: agent.name, workspaceId: agent.workspace_id, gatewayId }),
    });
    const row = await creating.catch((error: unknown) => {
      // Nobody reads more than a few hundred open requests, so no further one is made.
      if (isAppError(error, 'too_many_requests')) return undefined;
      throw error;
    });
    return row === undefined ? refused : tell(tx, row);
  };

  return {
    async escalate(caller, gatewayId, request) {
      if (caller.actor !== undefined) {
        const detail = 'a delegation cannot act for a gateway';
        throw new AppError('forbidden', detail, { detail });
      }
      const { orgId } = caller;
      const { agent_id: agentId } = request.binding;
      const bindingHash = bindingHashOf(request.binding);
      // Only a change takes the lock, so repeats and floods block nobody.
      const found = await findAgent(deps, db, orgId, agentId);
      assertServes(caller, found.workspace_id);
      const known = await findNewest(db, orgId, bindingHash);
      const outlook = judge(known, request, clock.now());
      if (known !== undefined && outlook === 'tell') return tell(db, known);
      const waiting = { agentId, kind: 'policy_escalation' } as const;
      if (outlook === 'ask' && (await approvals.countPending(db, orgId, waiting)) >= maxPerAgent) return refused;
      return db.transaction(async (tx) => {
        await changes.hold(tx, orgId);
        const agent = await findAgent(deps, tx, orgId, agentId);
        const asked = { caller, agent, request, gatewayId, bindingHash };
        const row = await approvals.findByBinding(tx, orgId, bindingHash);
        const step = judge(row, request, clock.now());
        if (row === undefined || step === 'ask') return ask(tx, asked);
        return step === 'tell' ? tell(tx, row) : use(tx, row, asked);
      });
    },
  };
}

/** A call of a gateway, with its agent and its binding. */
interface Asked {
  readonly caller: Author;
  readonly agent: Agent;
  readonly request: EscalationRequest;
  readonly gatewayId: string;
  readonly bindingHash: string;
}

const refused: EscalationAnswer = { approval_id: null, status: 'refused', expires_at: null, url: null, grant: null };

/** Reads the present row without a lock. */
async function findNewest(db: Db, orgId: string, bindingHash: string): Promise<ApprovalRow | undefined> {
  const table = approvalsTable;
  const [row] = await db
    .select()
    .from(table)
    .where(and(eq(table.org_id, orgId), eq(table.binding_hash, bindingHash)))
    .orderBy(desc(table.seq))
    .limit(1);
  return row;
}

/** Decides what to do about the newest approval of a binding: report it, use it, or ask again. */
function judge(row: ApprovalRow | undefined, request: EscalationRequest, now: number): 'tell' | 'use' | 'ask' {
  if (row === undefined) return 'ask';
  // A denial holds for as long as the request would have waited.
  if (row.status === 'denied') return now < row.expires_at ? 'tell' : 'ask';
  if (isLess(row, request)) return 'ask';
  if (row.status === 'pending') return now < row.expires_at ? 'tell' : 'ask';
  if (row.status !== 'approved' || row.approved_until === null) return 'ask';
  if (row.used_at === null) return now < row.approved_until ? 'use' : 'ask';
  return row.used_by === request.evidence_id && now < row.used_at + repeatMs ? 'use' : 'ask';
}

/**
 * Tells whether an approval needed fewer approvers, or had a lower risk, than the policies ask for. The binding contains neither.
 */
function isLess({ quorum, risk }: ApprovalRow, request: EscalationRequest): boolean {
  return quorum < (request.quorum ?? 1) || risks.indexOf(risk) < risks.indexOf(toRisk(request));
}

/** Gives the agent as the requester. The maker of the gateway's credential may approve. */
function toAgentAuthor({ orgId, origin }: Author, agentId: string): Author {
  return {
    orgId,
    user: agentId,
    kind: 'agent',
    role: 'agent',
    scopes: [],
    isDeployment: false,
    ...(origin === undefined ? {} : { origin }),
  };
}

async function findAgent({ agents }: EscalationsDeps, tx: Db, orgId: string, id: string): Promise<Agent> {
  const agent = await agents.find(tx, orgId, id);
  if (agent === undefined) {
    const detail = 'this agent is unknown';
    throw new AppError('not_found', detail, { detail, extensions: { reason: 'unknown_agent' } });
  }
  // An unregistered agent has no owner.
  assertRunning((await agents.findStanding(tx, orgId, id)) ?? agent);
  return agent;
}

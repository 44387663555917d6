/** Requests over the API: who may ask for what, and the checks before anybody is notified. */

import type { CreateApproval } from '../../../contract/api/approvals/request-shapes.ts';
import type { Approval } from '../../../contract/api/approvals/shapes.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { forbidden, unprocessable } from '../../../platform/refusals.ts';
import type { Author } from '../../base/control/author.ts';
import type { AgentRow } from '../../configuration/agents/tables.ts';
import type { Workspaces } from '../../configuration/workspaces/service.ts';
import { holds } from '../../identity/members/roles.ts';
import type { ConsentQuestion } from '../delegations/ports.ts';
import type { ApprovalDeps } from './core.ts';
import type { FindApprovalHooks } from './hooks.ts';
import type { Approvals } from './ports.ts';
import { riskOf } from './risk.ts';
import { answersForAgent, type Decider, needsOwner } from './rules.ts';
import type { ApprovalRow } from './tables.ts';

export interface ApprovalRequests {
  /**
   * Makes a request in the caller's transaction.
   * @throws AppError `forbidden`, `not_found` (agent), `unprocessable` with a `reason`, `too_many_requests`.
   */
  request(tx: Db, author: Author, body: CreateApproval): Promise<Approval>;
}

export interface ApprovalRequestDeps extends Pick<ApprovalDeps, 'changes' | 'clock' | 'roleOf' | 'findAgent'> {
  readonly approvals: Pick<Approvals, 'create' | 'toView'>;
  readonly hooks: FindApprovalHooks;
  readonly workspaces: Pick<Workspaces, 'find'>;
}

export function createApprovalRequests(deps: ApprovalRequestDeps): ApprovalRequests {
  const { changes, clock, approvals, hooks } = deps;

  const askConsent = (tx: Db, author: Author, body: CreateApproval): Promise<ApprovalRow> =>
    hooks().requestConsent(tx, author, toRequest(author, body));

  const ask = async (tx: Db, author: Author, body: CreateApproval): Promise<ApprovalRow> => {
    const { kind, subject, resource, action, requested = {}, policy = {}, approvers = [] } = body;
    const now = clock.now();
    // A leap second is valid in RFC 3339, but cannot be compared.
    if (requested.until !== undefined && !(Date.parse(requested.until) > now)) {
      throw unprocessable('until_over', '/requested/until', 'that time has passed, or it is not a valid time');
    }
    const agent = await findAgentOf(deps, tx, author, body);
    const workspaceId = agent?.workspace_id ?? body.workspace_id;
    if (agent === undefined && workspaceId !== undefined) await assertWorkspace(deps, tx, author, workspaceId);
    if (subject !== undefined && (await deps.roleOf(tx, author.orgId, subject)) === undefined) {
      throw unprocessable('subject_unknown', '/subject', 'the subject is not a member of the organisation');
    }
    const risk = riskOf({ kind, requested, claimed: body.risk }, now);
    if (approvers.length > 0) await assertReachable(deps, tx, author, { body, approvers, risk, agent });
    return approvals.create(tx, author, {
      kind,
      requested,
      risk,
      approvers,
      display: toDisplay(body, agent),
      ...(subject === undefined ? {} : { subjectId: subject }),
      ...(agent === undefined ? {} : { agentId: agent.id }),
      ...(workspaceId === undefined ? {} : { workspaceId }),
      ...(resource === undefined ? {} : { resource }),
      ...(action === undefined ? {} : { action }),
      ...(body.evaluation_id === undefined ? {} : { evaluationId: body.evaluation_id }),
      ...(policy.quorum === undefined ? {} : { quorum: policy.quorum }),
      ...(policy.separation_of_duties === undefined ? {} : { separationOfDuties: policy.separation_of_duties }),
    });
  };

  return {
    async request(tx, author, body) {
      if (author.kind === 'gateway') throw forbidden('gateways use their own endpoint (…/escalations)');
      assertOwnAgent(author, body);
      assertMaySetRules(author, body);
      await changes.hold(tx, author.orgId);
      const row = await (body.kind === 'delegation' ? askConsent(tx, author, body) : ask(tx, author, body));
      return approvals.toView(tx, row);
    },
  };
}

/** An agent asks only for itself, also when it acts for a person. */
function assertOwnAgent(author: Author, { agent_id: named }: CreateApproval): void {
  const acting = author.kind === 'agent' ? author.user : author.actor?.agentId;
  if (acting !== undefined && named !== undefined && named !== acting)
    throw forbidden('an agent may ask only for itself');
}

/** Only admins may name approvers or drop separation of duties. */
function assertMaySetRules({ role, actor }: Author, { approvers = [], policy }: CreateApproval): void {
  if (role === 'admin' && actor === undefined) return;
  if (approvers.length > 0) throw forbidden('only an admin names approvers');
  if (policy?.separation_of_duties === false) throw forbidden('only an admin may turn off the separation of duties');
}

async function findAgentOf(
  { findAgent }: ApprovalRequestDeps,
  tx: Db,
  author: Author,
  { agent_id: named }: CreateApproval,
): Promise<AgentRow | undefined> {
  const agentId = named ?? (author.kind === 'agent' ? author.user : author.actor?.agentId);
  if (agentId === undefined) return undefined;
  const agent = await findAgent(tx, author.orgId, agentId);
  if (agent === undefined || agent.implicit) {
    const detail = 'there is no such agent';
    throw new AppError('not_found', detail, { detail });
  }
  if (agent.status !== 'decommissioned') return agent;
  throw unprocessable('agent_decommissioned', '/agent_id', 'the agent is decommissioned');
}

async function assertWorkspace({ workspaces }: ApprovalRequestDeps, tx: Db, { orgId }: Author, id: string) {
  if ((await workspaces.find(tx, orgId, id)) !== undefined) return;
  throw unprocessable('workspace_unknown', '/workspace_id', 'there is no such workspace');
}

interface NamedApprovers {
  readonly body: CreateApproval;
  readonly approvers: readonly string[];
  readonly risk: ApprovalRow['risk'];
  readonly agent: AgentRow | undefined;
}

/** Refuses a request that nobody could ever approve. */
async function assertReachable(
  deps: ApprovalRequestDeps,
  tx: Db,
  author: Author,
  named: NamedApprovers,
): Promise<void> {
  const { body, approvers, risk, agent } = named;
  const isSeparate = body.policy?.separation_of_duties ?? true;
  const deciders: Decider[] = [];
  for (const user of approvers) {
    const role = await deps.roleOf(tx, author.orgId, user);
    if (role === undefined || !holds(role, 'viewer')) {
      throw unprocessable('approver_unknown', '/approvers', `${user} is not a member of the organisation`);
    }
    deciders.push({ user, role, isOwner: agent?.owners.includes(user) ?? false });
  }
  const able = deciders.filter(({ user }) => !isSeparate || user !== author.user);
  if (able.length < (body.policy?.quorum ?? 1)) {
    throw unprocessable('quorum_unreachable', '/approvers', 'there are fewer approvers than the quorum');
  }
  if (needsOwner({ kind: body.kind, risk, agent_id: agent?.id ?? null }) && !able.some(answersForAgent)) {
    const detail = 'high risk needs an owner of the agent or an admin among the approvers';
    throw unprocessable('quorum_unreachable', '/approvers', detail);
  }
}

/** Gives the wish of a consent request; refuses members that a consent does not use. */
function toRequest(author: Author, body: CreateApproval): ConsentQuestion {
  const { agent_id, subject, requested = {}, approvers = [], resource, risk, policy = {} } = body;
  const agentId = agent_id ?? (author.kind === 'agent' ? author.user : author.actor?.agentId);
  if (agentId === undefined)
    throw unprocessable('agent_missing', '/agent_id', 'agent_id is missing: name the agent that would act');
  if (subject === undefined)
    throw unprocessable('subject_missing', '/subject', 'subject is missing: name the person whose consent is needed');
  const odd = (['workspace_id', 'action', 'evaluation_id', 'display'] as const).find(
    (name) => body[name] !== undefined,
  );
  if (odd !== undefined)
    throw unprocessable('not_for_delegation', `/${odd}`, `a delegation takes no ${odd} of its own`);
  if (requested.until !== undefined || requested.emergency !== undefined) {
    throw unprocessable('not_for_delegation', '/requested', 'a request for a delegation takes ttl only');
  }
  const { ttl, tools, max_uses: maxUses, justification } = requested;
  const { quorum, separation_of_duties: separationOfDuties } = policy;
  return {
    agentId,
    subjectId: subject,
    scopes: requested.scopes ?? [],
    purpose: requested.purpose ?? '',
    resources: requested.resources ?? (resource === undefined ? [] : [resource]),
    ...(ttl === undefined ? {} : { ttlSeconds: ttl }),
    ...(tools === undefined ? {} : { tools }),
    ...(maxUses === undefined ? {} : { maxUses }),
    ...(justification === undefined ? {} : { justification }),
    ...(approvers.length === 0 ? {} : { approvers }),
    ...(risk === undefined ? {} : { risk }),
    ...(quorum === undefined ? {} : { quorum }),
    ...(separationOfDuties === undefined ? {} : { separationOfDuties }),
  };
}

/** Shows the verifier's own facts first, then the requester's text. */
function toDisplay({ kind, display, action, resource }: CreateApproval, agent: AgentRow | undefined) {
  const what = [kind.replaceAll('_', ' '), action, resource === undefined ? undefined : `on ${resource}`];
  const who = agent === undefined ? '' : ` (agent ${agent.name})`;
  const title = `${what.filter((word) => word !== undefined).join(' ')}${who}`;
  const own = display?.title === undefined ? [] : [{ label: 'In the words of the requester', value: display.title }];
  // The most lines that a request may have.
  const lines = [...own, ...(display?.lines ?? [])].slice(0, 50);
  return { title: title.slice(0, 300), ...(lines.length === 0 ? {} : { lines }) };
}

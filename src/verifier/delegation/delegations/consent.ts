/** Asks a person for their consent, limited to what the agent may have at all. */
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';
import type { ApprovalActor, ApprovalDisplay, Requested } from '../../../contract/api/approvals/shapes.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { forbidden } from '../../../platform/refusals.ts';
import type { Author } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { AgentStanding } from '../../configuration/agents/standing.ts';
import type { Approvals } from '../approvals/ports.ts';
import { riskOf } from '../approvals/risk.ts';
import type { ApprovalRow } from '../approvals/tables.ts';
import type { Eligibility, Subject, ToCanonical } from './eligibility.ts';
import type { ConsentQuestion } from './ports.ts';
import { askedTtlS } from './terms.ts';

export interface ConsentDeps {
  readonly clock: Clock;
  readonly changes: Pick<ControlChanges, 'hold'>;
  readonly approvals: Pick<Approvals, 'create' | 'findByBinding'>;
  readonly eligibility: Eligibility;
  readonly issuer: string;
  readonly toCanonical: ToCanonical;
}

/** Runs in the caller's transaction; the result is that of {@link Delegations.requestConsent}. */
export type RequestConsent = (tx: Db, author: Author, request: ConsentQuestion) => Promise<ApprovalRow>;

export function createRequestConsent(deps: ConsentDeps): RequestConsent {
  const { clock, changes, approvals, eligibility } = deps;
  return async (tx, author, request) => {
    const { orgId } = author;
    await changes.hold(tx, orgId);
    const agent = await eligibility.findAgent(tx, orgId, request.agentId);
    if (agent === undefined || (author.kind === 'agent' && author.user !== agent.id)) throw noAgent();
    if (author.kind === 'gateway') throw forbidden('a gateway cannot ask for consent');
    if ((request.approvers ?? []).length > 0 && author.role !== 'admin')
      throw forbidden('only an admin names approvers');
    const requested = toRequested({ ...request, resources: request.resources.map(deps.toCanonical) });
    const subject = await eligibility.assertAllowed(tx, agent, request.subjectId, request);
    const { justification: _words, ...asked } = requested;
    const bindingHash = sha256Hex(
      canonicalize({
        kind: 'delegation',
        agent: agent.id,
        subject: subject.id,
        asked,
        requester: author.user,
        actor: author.actor?.agentId ?? null,
        approvers: request.approvers ?? [],
        risk: request.risk ?? null,
        quorum: request.quorum ?? null,
        separate: request.separationOfDuties ?? null,
      }),
    );
    const known = await approvals.findByBinding(tx, orgId, bindingHash);
    const isFresh = known !== undefined && known.expires_at > clock.now();
    if (isFresh && known.status === 'pending') return known;
    // A denial holds for as long as the request would have waited, so that no agent repeats a question until somebody gives in.
    if (isFresh && known.status === 'denied' && author.kind === 'agent') throw deniedLately();
    const pair = { agentId: agent.id, subjectId: subject.id };
    return approvals.create(tx, author, {
      kind: 'delegation',
      ...pair,
      workspaceId: agent.workspaceId,
      action: 'delegate',
      requested,
      bindingHash,
      actor: toActor(author, agent, deps.issuer),
      risk: riskOf({ kind: 'delegation', requested, claimed: request.risk }, clock.now()),
      ...(request.quorum === undefined ? {} : { quorum: request.quorum }),
      ...(request.separationOfDuties === undefined ? {} : { separationOfDuties: request.separationOfDuties }),
      ...(request.approvers === undefined ? {} : { approvers: request.approvers }),
      display: toDisplay(agent, subject, requested),
    });
  };
}

function toRequested(request: ConsentQuestion): Requested {
  const { scopes, resources, tools, maxUses, purpose, justification, ttlSeconds } = request;
  if (scopes.length === 0 || resources.length === 0) {
    const detail = 'a consent request needs at least one scope and one resource';
    throw new AppError('unprocessable', detail, { detail, extensions: { reason: 'nothing_requested' } });
  }
  const sorted = (list: readonly string[]) => [...new Set(list)].sort();
  return {
    scopes: sorted(scopes),
    resources: sorted(resources),
    ttl: askedTtlS(ttlSeconds),
    purpose,
    ...(tools === undefined ? {} : { tools: sorted(tools) }),
    ...(maxUses === undefined ? {} : { max_uses: maxUses }),
    ...(justification === undefined ? {} : { justification }),
  };
}

/** Gives the actor: verified if the agent asks itself, else only named by somebody. */
function toActor({ kind }: Author, { spiffeId }: AgentStanding, issuer: string): ApprovalActor {
  return { id: spiffeId, issuer, type: 'ai_agent', verified: kind === 'agent' };
}

/** Makes the display for approvers; pages put scopes into plain words. */
function toDisplay({ id, owners }: AgentStanding, subject: Subject, requested: Requested): ApprovalDisplay {
  const { scopes = [], resources = [], tools, ttl = 0, purpose = '', max_uses, justification } = requested;
  const line = (label: string, value: string | undefined) => (value === undefined ? [] : [{ label, value }]);
  return {
    title: `Agent ${id} asks to act for ${subject.name}`.slice(0, 300),
    lines: [
      ...line('Agent', id),
      ...line('Owner', owners.map(({ user }) => user).join(', ')),
      ...line('For', `${subject.name} (${subject.email})`),
      ...line('Purpose', purpose),
      ...line('Scopes', scopes.join(' ')),
      ...line('Resources', resources.join(' ')),
      ...line('Tools', tools?.join(' ')),
      ...line('Seconds', String(ttl)),
      ...line('Uses at most', max_uses === undefined ? undefined : String(max_uses)),
      ...line('Justification', justification),
    ],
  };
}

function deniedLately(): AppError {
  const detail = 'the person recently refused this; they may still allow it themselves';
  return new AppError('conflict', detail, { detail, extensions: { reason: 'denied_lately' } });
}

function noAgent(): AppError {
  const detail = 'there is no such agent';
  return new AppError('not_found', detail, { detail });
}

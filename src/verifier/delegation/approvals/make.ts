/** Makes a request, and sets its requesters, its waiting time and the limit of pending ones. */

import type { ApprovalActor } from '../../../contract/api/approvals/shapes.ts';
import type { ApprovalKind, RequesterKind } from '../../../contract/api/approvals/states.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { createId } from '../../../platform/ids.ts';
import type { Author } from '../../base/control/author.ts';
import type { ApprovalCore } from './core.ts';
import type { Approvals, NewApproval } from './ports.ts';
import type { PendingOf } from './store.ts';

const hourS = 60 * 60;
const dayS = 24 * hourS;

/** A caller waits for these, and an approval of them is for one moment. */
const isUrgent = (kind: ApprovalKind): boolean => kind === 'policy_escalation' || kind === 'tool_call';
/** Gives the seconds that a request waits for a decision. */
export const waitsForS = (kind: ApprovalKind): number => (isUrgent(kind) ? hourS : dayS);
/** Gives the seconds that an approval is valid; for a consent, the time to make the grant. */
export const approvedForS = (kind: ApprovalKind): number => (isUrgent(kind) ? 300 : dayS);

/** Most pending requests for one person's consent to one agent. */
export const maxPerSubject = 50;
/** Most other pending requests of one agent, or of one requester without an agent. */
export const maxPerAgent = 200;

export function createMakeApproval(core: ApprovalCore): Approvals['create'] {
  const { store, clock, randomBytes, makerOfKey, findAgent } = core;

  /** Lists everybody who would approve their own request: also the acting agent, and the maker of its API key. */
  const listRequesters = async (tx: Db, author: Author, named: readonly string[] = []): Promise<string[]> => {
    const { user, kind, actor, credentialId } = author;
    const maker =
      kind === 'agent' && credentialId !== undefined ? await makerOfKey(tx, author.orgId, credentialId) : undefined;
    const all = [user, actor?.agentId, maker, ...named];
    return [...new Set(all.filter((one) => one !== undefined))];
  };

  /** Gives the agent that asks, for itself or for a person; the verifier knows its identity. */
  const toActor = async (tx: Db, { orgId, kind, user, actor }: Author): Promise<ApprovalActor | undefined> => {
    if (actor !== undefined) return { id: actor.spiffeId, type: 'ai_agent', verified: true };
    if (kind !== 'agent') return undefined;
    return { id: (await findAgent(tx, orgId, user))?.spiffe_id ?? user, type: 'ai_agent', verified: true };
  };

  const assertRoom = async (tx: Db, { orgId, user }: Author, request: NewApproval, now: number): Promise<void> => {
    const most = request.kind === 'delegation' ? maxPerSubject : maxPerAgent;
    const waiting = await store.countPending(tx, orgId, now, toRoom(user, request));
    if (waiting < most) return;
    const detail = `${waiting} requests already wait for a decision; the maximum is ${most}`;
    throw new AppError('too_many_requests', detail, {
      detail,
      retryAfterS: 60,
      extensions: { reason: 'too_many_pending' },
    });
  };

  return async (tx, author, request) => {
    const { kind, agentId, subjectId, workspaceId, requested } = request;
    const now = clock.now();
    await assertRoom(tx, author, request, now);
    const waits = now + (request.waitsForS ?? waitsForS(kind)) * 1000;
    const row = await store.insert(tx, {
      org_id: author.orgId,
      id: createId('apr', clock, randomBytes),
      kind,
      status: 'pending',
      requester_id: author.user,
      requester_kind: toRequesterKind(author),
      requester_ids: await listRequesters(tx, author, request.requesterIds),
      actor: request.actor ?? (await toActor(tx, author)) ?? null,
      subject_id: subjectId ?? null,
      agent_id: agentId ?? null,
      workspace_id: workspaceId ?? null,
      resource: request.resource ?? null,
      action: request.action ?? null,
      requested,
      risk: request.risk,
      evaluation_id: request.evaluationId ?? null,
      approvers: [...new Set(request.approvers ?? [])],
      quorum: request.quorum ?? 1,
      separation_of_duties: request.separationOfDuties ?? true,
      display: request.display,
      binding_hash: request.bindingHash ?? null,
      approved_for_s: request.approvedForS ?? approvedForS(kind),
      // A request for a time that has passed is useless.
      expires_at: requested.until === undefined ? waits : Math.min(waits, Date.parse(requested.until)),
      decided_at: null,
      result_id: null,
      approved_until: null,
      used_at: null,
      used_by: null,
      revision: 1,
      created_at: now,
      created_by: author.user,
      updated_at: now,
    });
    await core.note(tx, author, 'requested', row);
    return row;
  };
}

/** Gives the pending requests that count towards the same limit as a new one. */
function toRoom(user: string, { kind, agentId, subjectId }: NewApproval): PendingOf {
  if (agentId === undefined) return { requesterId: user };
  if (kind === 'delegation') return { kind, agentId, subjectId };
  // People's requests about an agent must not use up the limit of the agent's own calls.
  if (kind === 'policy_escalation') return { kind, agentId };
  return { agentId, exceptKind: 'delegation' };
}

function toRequesterKind({ kind }: Author): RequesterKind {
  if (kind === 'anonymous') throw new Error('the requester of an approval must be known');
  return kind;
}

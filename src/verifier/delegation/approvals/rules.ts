/**
 * Rules of who may decide a request, and when the decisions suffice. Pure. The caller reads the present standing of each person
 * at every decision, so that an approval by somebody who left or lost a role no longer counts.
 */
import type { Role } from '../../../platform/http/access.ts';
import type { Author } from '../../base/control/author.ts';
import { holds } from '../../identity/members/roles.ts';
import type { ApprovalRow } from './tables.ts';

/** The members of a request that the rules read. */
export type DecidedOn = Pick<
  ApprovalRow,
  'kind' | 'subject_id' | 'agent_id' | 'requester_ids' | 'approvers' | 'risk' | 'quorum' | 'separation_of_duties'
>;

/** A person's present standing towards a request. */
export interface Decider {
  readonly user: string;
  /** Undefined if they are not a member. */
  readonly role: Role | undefined;
  /** True for an owner of the agent of the request. */
  readonly isOwner: boolean;
}

export const refusalReasons = ['not_in_person', 'sign_in', 'not_a_member', 'own_request', 'not_an_approver'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** Says why this call may not decide: nobody decides through an agent, a gateway, or a call without a known person. */
export function whyNotThisCall({ kind, isDeployment, actor }: Pick<Author, 'kind' | 'isDeployment' | 'actor'>) {
  if (actor !== undefined) return 'not_in_person';
  if (kind === 'person') return undefined;
  if (kind === 'operator') return isDeployment ? undefined : 'sign_in';
  return 'not_in_person';
}

/** Says why this person may not decide; undefined if they may. */
export function whyNot(request: DecidedOn, decider: Decider): RefusalReason | undefined {
  const { user, role } = decider;
  if (isNobody(user)) return 'sign_in';
  if (role === undefined || !holds(role, 'viewer')) return 'not_a_member';
  if (isOwnRequest(request, user)) return 'own_request';
  return isEntitled(request, decider) ? undefined : 'not_an_approver';
}

/** Tells whether these approvers suffice. Each counts once, and only if they may decide now. */
export function isReached(request: DecidedOn, yes: readonly Decider[]): boolean {
  const counted = new Map(yes.filter((one) => whyNot(request, one) === undefined).map((one) => [one.user, one]));
  const deciders = [...counted.values()];
  if (deciders.length < request.quorum) return false;
  return !needsOwner(request) || deciders.some(answersForAgent);
}

/**
 * Tells whether an owner of the agent or an admin must approve: for high-risk actions of an agent. A consent concerns the
 * person's own access and needs no approval by the agent's owner.
 */
export function needsOwner({ kind, risk, agent_id }: Pick<DecidedOn, 'kind' | 'risk' | 'agent_id'>): boolean {
  return kind !== 'delegation' && risk === 'high' && agent_id !== null;
}

/** Tells whether a person's approval suffices for a high risk: an owner of the agent, or an admin. */
export function answersForAgent({ role, isOwner }: Decider): boolean {
  return isOwner || role === 'admin';
}

/** Built-in callers that stand for anybody on this machine, or anybody with the shared token. */
function isNobody(user: string): boolean {
  return user === 'local' || user === 'token';
}

/** Separation of duties: nobody decides their own request, except a subject who consents for themselves. */
function isOwnRequest({ separation_of_duties, requester_ids, kind, subject_id }: DecidedOn, user: string): boolean {
  if (!separation_of_duties || !requester_ids.includes(user)) return false;
  return !(kind === 'delegation' && subject_id === user);
}

function isEntitled(request: DecidedOn, decider: Decider): boolean {
  const { user, role, isOwner } = decider;
  if (request.kind === 'delegation') return consents(request, decider);
  if (request.approvers.length > 0) return request.approvers.includes(user);
  return isOwner || (role !== undefined && holds(role, 'reviewer'));
}

/** Subjects consent for themselves; admins and named approvers consent for others. */
function consents({ subject_id, approvers }: DecidedOn, { user, role }: Decider): boolean {
  return subject_id === user || approvers.includes(user) || role === 'admin';
}

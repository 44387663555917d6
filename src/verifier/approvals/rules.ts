/**
 * Rules of who may decide on a request, and when a decision is enough. Pure: who somebody is now is read
 * by the caller, at every decision anew, so that a yes of somebody who left or lost a role counts no more.
 */
import type { Role } from '../../platform/http/access.ts';
import type { Author } from '../control/author.ts';
import { holds } from '../members/roles.ts';
import type { ApprovalRow } from './tables.ts';

/** Members of a request that a decision rests on. */
export type DecidedOn = Pick<
  ApprovalRow,
  'kind' | 'subject_id' | 'agent_id' | 'requester_ids' | 'approvers' | 'risk' | 'quorum' | 'separation_of_duties'
>;

/** Somebody as they stand to the request at this moment. */
export interface Decider {
  readonly user: string;
  /** Undefined if they are no member. */
  readonly role: Role | undefined;
  /** True for an owner of the agent of the request. */
  readonly isOwner: boolean;
}

export const refusalReasons = ['not_in_person', 'sign_in', 'not_a_member', 'own_request', 'not_an_approver'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** Nobody decides through an agent, a gateway, or a call without a known person. */
export function whyNotThisCall({ kind, isDeployment, actor }: Pick<Author, 'kind' | 'isDeployment' | 'actor'>) {
  if (actor !== undefined) return 'not_in_person';
  if (kind === 'person') return undefined;
  if (kind === 'operator') return isDeployment ? undefined : 'sign_in';
  return 'not_in_person';
}

/** Why this one may not decide; undefined if they may. */
export function whyNot(request: DecidedOn, decider: Decider): RefusalReason | undefined {
  const { user, role } = decider;
  if (isNobody(user)) return 'sign_in';
  if (role === undefined || !holds(role, 'viewer')) return 'not_a_member';
  if (isOwnRequest(request, user)) return 'own_request';
  return isEntitled(request, decider) ? undefined : 'not_an_approver';
}

/** True if these approvers are enough: each counts once, and only if they may decide now. */
export function isReached(request: DecidedOn, yes: readonly Decider[]): boolean {
  const counted = new Map(yes.filter((one) => whyNot(request, one) === undefined).map((one) => [one.user, one]));
  const deciders = [...counted.values()];
  if (deciders.length < request.quorum) return false;
  return !needsOwner(request) || deciders.some(answersForAgent);
}

/**
 * High-risk actions of an agent need its owner, or an admin. A consent is about what is the person's
 * own: it is theirs to give, whatever the owner of the agent thinks of it.
 */
export function needsOwner({ kind, risk, agent_id }: Pick<DecidedOn, 'kind' | 'risk' | 'agent_id'>): boolean {
  return kind !== 'delegation' && risk === 'high' && agent_id !== null;
}

/** True for an owner of the agent or an admin, whose approval a high risk needs. */
export function answersForAgent({ role, isOwner }: Decider): boolean {
  return isOwner || role === 'admin';
}

/** Built-in callers who are anybody on this machine, or anybody with the shared token. */
function isNobody(user: string): boolean {
  return user === 'local' || user === 'token';
}

/** Separation of duties; subjects may consent for themselves. */
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

/** Subjects consent for themselves, admins and whom they named for others. */
function consents({ subject_id, approvers }: DecidedOn, { user, role }: Decider): boolean {
  return subject_id === user || approvers.includes(user) || role === 'admin';
}

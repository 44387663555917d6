/** Rules of who sees, ends and makes a delegation. Pure. */

import type { RevokeReason } from '../../../contract/api/delegations/states.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Role } from '../../../platform/http/access.ts';
import { forbidden } from '../../../platform/refusals.ts';
import type { AgentAccess } from '../../base/access/authorize.ts';
import type { Author } from '../../base/control/author.ts';
import { whyNotThisCall } from '../approvals/rules.ts';
import type { ApprovalRow } from '../approvals/tables.ts';
import type { DelegationGrantRow } from './tables.ts';

type Person = Pick<Author, 'user' | 'kind' | 'role' | 'actor'>;
type Pair = Pick<DelegationGrantRow, 'agent_id' | 'subject_id'>;

/** Tells whether a role sees everything in its organisation. */
export function isOverseer(role: Role): boolean {
  return role === 'admin' || role === 'operator' || role === 'reviewer';
}

/** Tells whether an author may see a grant. */
export function maySee(author: Person, { agent_id, subject_id }: Pair, agent: AgentAccess | undefined): boolean {
  if (author.kind === 'agent') return author.user === agent_id;
  // An agent that acts for a person sees only grants about itself.
  if (author.actor !== undefined && author.actor.agentId !== agent_id) return false;
  if (isOverseer(author.role)) return true;
  return author.user === subject_id || isOneOf(author, agent?.owners) || isOneOf(author, agent?.editors);
}

/** Tells whether an author may see a consent request. */
export function maySeeRequest(author: Person, asked: ApprovalRow, agent: AgentAccess | undefined): boolean {
  const pair = { agent_id: asked.agent_id ?? '', subject_id: asked.subject_id ?? '' };
  if (maySee(author, pair, agent)) return true;
  return author.actor === undefined && (isOneOf(author, asked.requester_ids) || isOneOf(author, asked.approvers));
}

/** Gives the reason to record if this author ends it; undefined if they may not. */
export function toRevokeReason(
  author: Person,
  { agent_id, subject_id }: Pair,
  agent: AgentAccess | undefined,
): RevokeReason | undefined {
  // The two parties: the person, and the agent that gives it up.
  const binds = author.kind === 'agent' ? agent_id : subject_id;
  if (author.user === binds && author.kind !== 'operator') return 'user';
  if (author.kind === 'agent') return undefined;
  return author.role === 'admin' || author.role === 'operator' || isOneOf(author, agent?.owners) ? 'admin' : undefined;
}

/**
 * Checks who may make a grant of an approved request: the subject, or a person who may consent for them. An agent may not, and
 * nobody for their own request.
 * @throws AppError `forbidden`.
 */
export function assertMayGrant(author: Author, asked: ApprovalRow): void {
  if (whyNotThisCall(author) !== undefined) {
    throw forbidden('only a signed-in person or the operator token can create a grant');
  }
  if (author.kind === 'person' && author.user === asked.subject_id) return;
  if (asked.separation_of_duties && asked.requester_ids.includes(author.user)) {
    throw forbidden('the requester cannot consent for somebody else');
  }
  if (author.role === 'admin' || asked.approvers.includes(author.user)) return;
  throw forbidden('only the person it is for, or somebody authorised, can consent');
}

export function noGrant(): AppError {
  const detail = 'there is no such delegation';
  return new AppError('not_found', detail, { detail });
}

function isOneOf({ user, kind }: Person, list: readonly string[] | undefined): boolean {
  return kind !== 'agent' && kind !== 'gateway' && (list ?? []).includes(user);
}

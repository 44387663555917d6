/**
 * Checks who may see, write and end a credential: by role, and by relation to the agent or the person that it is bound to.
 * Pure.
 */
import { AppError } from '../../../platform/errors.ts';
import { forbidden } from '../../../platform/refusals.ts';
import type { AgentAccess } from '../../base/access/authorize.ts';
import type { Author } from '../../base/control/author.ts';
import { isOverseer } from '../../delegation/delegations/rules.ts';
import type { ScopedCredentialRow } from './tables.ts';

type Person = Pick<Author, 'user' | 'kind' | 'role' | 'actor'>;
type Bound = Pick<ScopedCredentialRow, 'scope_level' | 'scope_id' | 'agent_id' | 'user_id'>;
/** The columns that decide who may write it. */
export type Weight = Bound & Pick<ScopedCredentialRow, 'sharing_mode' | 'allow_in_delegation'>;

/** The part of an organisation's credentials that an author may see. */
export type Visibility =
  | { readonly kind: 'all' }
  | { readonly kind: 'person'; readonly user: string }
  /** What the agent could use; in delegated use, what it could use for that person. */
  | {
      readonly kind: 'agent';
      readonly agentId: string;
      readonly workspaceId: string | undefined;
      readonly userId: string | undefined;
    };

/** Gives the agent that asks, for itself or for a person. */
export function askingAgent({ user, kind, actor }: Person): string | undefined {
  return kind === 'agent' ? user : actor?.agentId;
}

/** `workspaceId` is that of the asking agent. */
export function toVisibility(author: Person, workspaceId: string | undefined): Visibility {
  const agentId = askingAgent(author);
  if (agentId !== undefined) {
    return { kind: 'agent', agentId, workspaceId, userId: author.kind === 'agent' ? undefined : author.user };
  }
  return isOverseer(author.role) ? { kind: 'all' } : { kind: 'person', user: author.user };
}

/** True if the row is in the sight; `access` is that of the row's agent. */
export function isVisible(visibility: Visibility, row: Bound, access: AgentAccess | undefined): boolean {
  switch (visibility.kind) {
    case 'all':
      return true;
    case 'person':
      return row.agent_id === null || row.user_id === visibility.user || isOneOf(visibility.user, access);
    case 'agent':
      if (row.agent_id === null) return row.scope_level === 'org' || row.scope_id === visibility.workspaceId;
      if (row.agent_id !== visibility.agentId) return false;
      return row.user_id === null || visibility.userId === undefined || row.user_id === visibility.userId;
  }
}

/** Checks the right to make, change or rotate one, as it is or will be. @throws AppError `forbidden`. */
export function assertMayWrite(author: Person, row: Weight, access: AgentAccess | undefined): void {
  if (askingAgent(author) !== undefined)
    throw forbidden('agents cannot write credentials: they ask a person to connect');
  if (row.user_id !== null) {
    if (author.kind === 'person' && author.user === row.user_id) return;
    throw forbidden('only the person can create and change their credential; others may revoke it');
  }
  if (author.role === 'admin') return;
  if (row.agent_id !== null) {
    if (author.role === 'operator' || isOneOf(author.user, access)) return;
    throw forbidden("an agent's own credential takes an operator, or an owner or editor of the agent");
  }
  if (author.role !== 'operator') throw forbidden('only an operator or an admin can change a shared credential');
  if (row.sharing_mode === 'enforce' && row.scope_level === 'org') {
    throw forbidden('only an admin can change a credential that the organisation enforces');
  }
}

/** Checks the right to let agents use a shared one for people. @throws AppError `forbidden`. */
export function assertMayAllowInDelegation({ role, kind }: Person): void {
  if (role === 'admin' && (kind === 'person' || kind === 'operator')) return;
  throw forbidden('only an admin can set allow_in_delegation');
}

/** Checks the right to end one; its own agent or person always may. @throws AppError `forbidden`. */
export function assertMayRevoke(author: Person, row: Weight, access: AgentAccess | undefined): void {
  if (author.kind === 'agent' && author.user === row.agent_id) return;
  if (author.actor !== undefined) throw forbidden('an agent cannot revoke a credential for somebody');
  if (row.user_id === null) {
    assertMayWrite(author, row, access);
    return;
  }
  const isTheirs = author.kind === 'person' && author.user === row.user_id;
  const isOwner = author.kind === 'person' && (access?.owners ?? []).includes(author.user);
  if (isTheirs || isOwner || author.role === 'admin' || author.role === 'operator') return;
  throw forbidden(
    'only the person, an owner of the agent, the agent or an operator can revoke a credential of a person',
  );
}

/** Hides the existence of other people's credentials: the answer is the same as for an unknown id. */
export function noCredential(): AppError {
  const detail = 'there is no such credential';
  return new AppError('not_found', detail, { detail });
}

function isOneOf(user: string, access: AgentAccess | undefined): boolean {
  return (access?.owners ?? []).includes(user) || (access?.editors ?? []).includes(user);
}

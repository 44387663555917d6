/**
 * Decides whether a caller may do something: one Cedar question, and for an agent a second one about its owners, since
 * an agent never has more than they have (platform model 1 and 2). Everything that goes wrong inside is a refusal.
 */
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/access.ts';
import { type Action, actions } from './actions.ts';
import { allows } from './engine.ts';
import { roleParents } from './policies.ts';

/** Who asks. */
export type Asker = Pick<Caller, 'user' | 'kind' | 'role' | 'organisation' | 'scopes' | 'isDeployment' | 'owners'>;

/** An agent as far as rights on it go. */
export interface AgentAccess {
  readonly id: string;
  readonly orgId: string;
  readonly owners: readonly string[];
  readonly editors: readonly string[];
}

/** What is asked about: an agent, or everything of an organisation. */
export type AccessTarget = { readonly orgId: string } | AgentAccess;

/** True if the caller may; an engine that fails, or a policy that errors, is no. */
export function isAllowed(asker: Asker, action: Action, target: AccessTarget): boolean {
  if (asker.role === 'anonymous') return false;
  const isOwn = askOnce(asker, action, target);
  if (asker.kind !== 'agent' || !isOwn) return isOwn;
  const { organisation } = asker;
  return (asker.owners ?? []).some(({ user, role }) =>
    askOnce({ user, kind: 'person', role, organisation, scopes: 'all', isDeployment: false }, action, target),
  );
}

/** @throws AppError `forbidden`, saying what is missing. */
export function assertAllowed(asker: Asker, action: Action, target: AccessTarget, what?: string): void {
  if (isAllowed(asker, action, target)) return;
  const { scope } = actions[action];
  const lacksScope = asker.scopes !== 'all' && scope !== 'any' && !asker.scopes.includes(scope);
  const detail = lacksScope
    ? `this credential lacks the scope ${scope}`
    : `${what ?? `the action ${action}`} is not open to role ${asker.role}`;
  throw new AppError('forbidden', detail, { detail, extensions: { action, ...(lacksScope ? { scope } : {}) } });
}

const maxRemembered = 10_000;
const remembered = new Map<string, boolean>();

/** Questions about a whole organisation repeat: their answer rests on these members alone. */
function askOnce(asker: Asker, action: Action, target: AccessTarget): boolean {
  if ('id' in target) return askEngine(asker, action, target);
  const scopes = asker.scopes === 'all' ? asker.scopes : asker.scopes.join(' ');
  const isOwn = asker.organisation === target.orgId;
  const key = `${asker.role}|${asker.isDeployment}|${isOwn}|${action}|${scopes}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const answer = askEngine(asker, action, target);
  if (remembered.size >= maxRemembered) remembered.clear();
  remembered.set(key, answer);
  return answer;
}

/** Asks the engine, without any memory. */
export function askEngine(asker: Asker, action: Action, target: AccessTarget): boolean {
  const principal = { type: 'Caller', id: asker.user };
  const { resource, attrs } = toResource(target);
  const { user, organisation: org, isDeployment: deployment } = asker;
  const roles = { parents: [{ type: 'Role', id: asker.role }] };
  const scopes = asker.scopes === 'all' ? [] : [...asker.scopes];
  return allows({
    principal,
    action: { type: 'Action', id: action },
    resource,
    context: { full: asker.scopes === 'all', needed: actions[action].scope, scopes },
    entities: [
      { uid: principal, attrs: { user, org, deployment }, ...roles },
      { uid: resource, attrs, parents: [] },
      ...roleEntities,
    ],
  });
}

function toResource(target: AccessTarget) {
  if (!('id' in target)) return { resource: { type: 'Organization', id: target.orgId }, attrs: { org: target.orgId } };
  const { id, orgId: org } = target;
  const attrs = { id, org, owners: [...target.owners], editors: [...target.editors] };
  return { resource: { type: 'Agent', id: `${org}/${id}` }, attrs };
}

const roleEntities = Object.entries(roleParents).map(([id, parents]) => ({
  uid: { type: 'Role', id },
  attrs: {},
  parents: parents.map((parent) => ({ type: 'Role', id: parent })),
}));

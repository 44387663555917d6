/**
 * Decides whether a caller may do something: one Cedar question, and for an agent a second one about its owners, since
 * an agent never has more than they have (platform model 1 and 2). Everything that goes wrong inside is a refusal.
 */
import { AppError } from '../../platform/errors.ts';
import { type Caller, localUser } from '../../platform/http/access.ts';
import { type Action, type ActionGroup, actions } from './actions.ts';
import { type AskEngine, createAccessEngine, type EngineAnswer, type EngineQuestion } from './engine.ts';
import { roleParents } from './policies.ts';

/** Who asks. */
export type Asker = Pick<
  Caller,
  'user' | 'kind' | 'role' | 'organisation' | 'scopes' | 'isDeployment' | 'owners' | 'actor'
>;

/** An agent as far as rights on it go. */
export interface AgentAccess {
  readonly id: string;
  readonly orgId: string;
  readonly owners: readonly string[];
  readonly editors: readonly string[];
}

/** What is asked about: an agent, or everything of an organisation. */
export type AccessTarget = { readonly orgId: string } | AgentAccess;

export type IsAllowed = (asker: Asker, action: Action, target: AccessTarget) => boolean;

/** Makes the decision over an engine. */
export function createAuthorization(ask: AskEngine): IsAllowed {
  const askOnce = createMemory((asker, action, target) => ask(toQuestion(asker, action, target)));
  return (asker, action, target) => {
    if (asker.role === 'anonymous') return false;
    const isOwn = askOnce(asker, action, target);
    // An agent that acts for somebody has no more than that person, and no more than its own owners.
    if ((asker.kind !== 'agent' && asker.actor === undefined) || !isOwn) return isOwn;
    const { organisation } = asker;
    return (asker.owners ?? []).some(({ user, role }) =>
      askOnce({ user, kind: 'person', role, organisation, scopes: 'all', isDeployment: false }, action, target),
    );
  };
}

const ask = createAccessEngine();

/** True if the caller may; an engine that fails, or a policy that errors, is no. */
export const isAllowed: IsAllowed = createAuthorization(ask);

/** @throws AppError `forbidden`, saying what is missing. */
export function assertAllowed(asker: Asker, action: Action, target: AccessTarget, what?: string): void {
  if (isAllowed(asker, action, target)) return;
  const refusal = { action, ...explain(asker, action, target, what ?? `the action ${action}`) };
  const { detail, ...extensions } = refusal;
  throw new AppError('forbidden', detail, { detail, extensions });
}

interface Refusal {
  readonly detail: string;
  /** The scope that the credential lacks. */
  readonly scope?: string;
  /** Why the rights of the person whom an agent acts for are not enough. */
  readonly reason?: 'takes_the_person' | 'owner_may_not';
}

function explain(asker: Asker, action: Action, target: AccessTarget, what: string): Refusal {
  const { scope } = actions[action];
  if (asker.actor !== undefined && isPersonal(action)) {
    const detail = `${what} takes people themselves: no agent does it for them, whatever they allowed it`;
    return { detail, reason: 'takes_the_person' };
  }
  if (asker.scopes !== 'all' && scope !== 'any' && !asker.scopes.includes(scope)) {
    return { detail: `this credential lacks the scope ${scope}`, scope };
  }
  const { actor, ...person } = asker;
  if (actor !== undefined && isAllowed(person, action, target)) {
    const detail = `${what} takes ${whoMay(action)}; that holds of the person, and of no owner of the agent that acts for them`;
    return { detail, reason: 'owner_may_not' };
  }
  return { detail: `${what} takes ${whoMay(action)}; this caller has role ${asker.role}` };
}

/** In words, who is let in by a group of `policies.ts`. */
const whoByGroup: Readonly<Record<Exclude<ActionGroup, 'personal'>, string>> = {
  self: 'a known caller',
  view: 'role viewer',
  review: 'role reviewer or admin',
  operate: 'role operator or admin',
  administer: 'role admin, as the operator token has it',
  deploy: 'the operator token of the deployment',
  serve: 'the credential of a gateway, or the operator token',
  edit_agent: 'an owner or editor of the agent',
  own_agent: 'an owner of the agent',
  act: 'the agent itself',
  ask: 'an agent about its own',
  decide: 'a member who signed in, or role admin, as the operator token has it',
};

function groupsOf(action: Action): readonly ActionGroup[] {
  return actions[action].groups;
}

function isPersonal(action: Action): boolean {
  return groupsOf(action).includes('personal');
}

/** The group `personal` lets nobody in. */
function whoMay(action: Action): string {
  return groupsOf(action)
    .flatMap((group) => (group === 'personal' ? [] : [whoByGroup[group]]))
    .join(', or ');
}

const maxRemembered = 10_000;

/** Questions repeat: the answer rests on these members alone, of an agent on how the asker stands to it. */
function createMemory(ask: (asker: Asker, action: Action, target: AccessTarget) => EngineAnswer): IsAllowed {
  const remembered = new Map<string, boolean>();
  return (asker, action, target) => {
    const isOwn = asker.organisation === target.orgId;
    // As JSON: no list of scopes may look like another one, or like `all`.
    const scopes = JSON.stringify(asker.scopes);
    const key = `${asker.role}|${asker.kind === 'person'}|${asker.actor !== undefined}|${asker.isDeployment}|${isLocal(asker)}|${isOwn}|${action}|${toRelation(asker, target)}|${scopes}`;
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const answer = ask(asker, action, toAsked(asker, target));
    // That the engine stopped says nothing about the next time.
    if (answer === 'failed') return false;
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(key, answer === 'allow');
    return answer === 'allow';
  };
}

/** How an asker stands to an agent; no more than this is asked. Policies name nobody: they only compare. */
function toRelation({ user }: Asker, target: AccessTarget): string {
  if (!('id' in target)) return 'organisation';
  return `agent ${target.id === user} ${target.owners.includes(user)} ${target.editors.includes(user)}`;
}

/** An agent without the roles of others on it: the answer that is remembered cannot rest on them. */
function toAsked({ user }: Asker, target: AccessTarget): AccessTarget {
  if (!('id' in target)) return target;
  const own = (list: readonly string[]) => list.filter((one) => one === user).slice(0, 1);
  return { ...target, owners: own(target.owners), editors: own(target.editors) };
}

/** Asks the engine, without any memory. */
export function askEngine(asker: Asker, action: Action, target: AccessTarget): boolean {
  return ask(toQuestion(asker, action, target)) === 'allow';
}

function toQuestion(asker: Asker, action: Action, target: AccessTarget): EngineQuestion {
  const principal = { type: 'Caller', id: asker.user };
  const { resource, attrs } = toResource(target);
  const { user, organisation: org, isDeployment: deployment } = asker;
  const [person, delegated, local] = [asker.kind === 'person', asker.actor !== undefined, isLocal(asker)];
  const roles = { parents: [{ type: 'Role', id: asker.role }] };
  const scopes = asker.scopes === 'all' ? [] : [...asker.scopes];
  return {
    principal,
    action: { type: 'Action', id: action },
    resource,
    context: { full: asker.scopes === 'all', needed: actions[action].scope, scopes },
    entities: [
      { uid: principal, attrs: { user, org, deployment, local, person, delegated }, ...roles },
      { uid: resource, attrs, parents: [] },
      ...roleEntities,
    ],
  };
}

/** Whoever calls on loopback without a credential, where none is asked for. */
function isLocal({ kind, user }: Asker): boolean {
  return kind === 'operator' && user === localUser;
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

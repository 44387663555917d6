/**
 * Decides whether a caller may do something. For an agent a second Cedar question checks its owners, because an agent never has
 * more rights than they have. Every internal failure is a refusal.
 */
import { AppError } from '../../../platform/errors.ts';
import { type Caller, localUser } from '../../../platform/http/access.ts';
import { type Action, type ActionGroup, actions } from './actions.ts';
import { type AskEngine, createAccessEngine, type EngineAnswer, type EngineQuestion } from './engine.ts';
import { roleParents } from './policies.ts';

/** The parts of a caller that decide. */
export type Asker = Pick<
  Caller,
  'user' | 'kind' | 'role' | 'organisation' | 'scopes' | 'isDeployment' | 'owners' | 'actor'
>;

/** The parts of an agent that decide rights on it. */
export interface AgentAccess {
  readonly id: string;
  readonly orgId: string;
  readonly owners: readonly string[];
  readonly editors: readonly string[];
}

/** The target of a question: an agent, or everything of an organisation. */
export type AccessTarget = { readonly orgId: string } | AgentAccess;

export type IsAllowed = (asker: Asker, action: Action, target: AccessTarget) => boolean;

/** Makes the decision over an engine. */
export function createAuthorization(ask: AskEngine): IsAllowed {
  const askOnce = createMemory((asker, action, target) => ask(toQuestion(asker, action, target)));
  return (asker, action, target) => {
    if (asker.role === 'anonymous') return false;
    const isOwn = askOnce(asker, action, target);
    // An agent that acts for a person has no more rights than that person, and no more than its own owners.
    if ((asker.kind !== 'agent' && asker.actor === undefined) || !isOwn) return isOwn;
    const { organisation } = asker;
    return (asker.owners ?? []).some(({ user, role }) =>
      askOnce({ user, kind: 'person', role, organisation, scopes: 'all', isDeployment: false }, action, target),
    );
  };
}

const ask = createAccessEngine();

/** Tells whether the caller may do it; a failing engine and a policy error are refusals. */
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
  /** Why an agent may not do it although the person that it acts for may. */
  readonly reason?: 'takes_the_person' | 'owner_may_not';
}

function explain(asker: Asker, action: Action, target: AccessTarget, what: string): Refusal {
  const { scope } = actions[action];
  if (asker.actor !== undefined && isPersonal(action)) {
    const detail = `${what} needs the person: no agent may do it for them, whatever they delegated`;
    return { detail, reason: 'takes_the_person' };
  }
  if (asker.scopes !== 'all' && scope !== 'any' && !asker.scopes.includes(scope)) {
    return { detail: `this credential lacks the scope ${scope}`, scope };
  }
  const { actor, ...person } = asker;
  if (actor !== undefined && isAllowed(person, action, target)) {
    const detail = `${what} needs ${whoMay(action)}; this applies to the person, not to an owner of the agent that acts for them`;
    return { detail, reason: 'owner_may_not' };
  }
  return { detail: `${what} needs ${whoMay(action)}; this caller has role ${asker.role}` };
}

/** Who each group of `policies.ts` admits, for error texts. */
const whoByGroup: Readonly<Record<Exclude<ActionGroup, 'personal'>, string>> = {
  self: 'a known caller',
  view: 'role viewer',
  review: 'role reviewer or admin',
  operate: 'role operator or admin',
  administer: 'role admin, which the operator token has',
  deploy: 'the operator token of the deployment',
  serve: 'the credential of a gateway, or the operator token',
  edit_agent: 'an owner or editor of the agent',
  own_agent: 'an owner of the agent',
  act: 'the agent itself',
  ask: 'an agent, for itself',
  decide: 'a signed-in member, or role admin, which the operator token has',
};

function groupsOf(action: Action): readonly ActionGroup[] {
  return actions[action].groups;
}

function isPersonal(action: Action): boolean {
  return groupsOf(action).includes('personal');
}

/** Names the callers that may do an action. The group `personal` admits nobody. */
function whoMay(action: Action): string {
  return groupsOf(action)
    .flatMap((group) => (group === 'personal' ? [] : [whoByGroup[group]]))
    .join(', or ');
}

const maxCached = 10_000;

/** Caches answers: they depend only on these members, and for an agent on the asker's relation to it. */
function createMemory(ask: (asker: Asker, action: Action, target: AccessTarget) => EngineAnswer): IsAllowed {
  const cached = new Map<string, boolean>();
  return (asker, action, target) => {
    const isOwn = asker.organisation === target.orgId;
    // As JSON, so that no list of scopes equals another one, or `all`.
    const scopes = JSON.stringify(asker.scopes);
    const key = `${asker.role}|${asker.kind === 'person'}|${asker.actor !== undefined}|${asker.isDeployment}|${isLocal(asker)}|${isOwn}|${action}|${toRelation(asker, target)}|${scopes}`;
    const known = cached.get(key);
    if (known !== undefined) return known;
    const answer = ask(asker, action, toAsked(asker, target));
    // A stopped engine says nothing about the next question.
    if (answer === 'failed') return false;
    if (cached.size >= maxCached) cached.clear();
    cached.set(key, answer === 'allow');
    return answer === 'allow';
  };
}

/** Gives the asker's relation to an agent, all that the policies can see: they compare ids and name nobody. */
function toRelation({ user }: Asker, target: AccessTarget): string {
  if (!('id' in target)) return 'organisation';
  return `agent ${target.id === user} ${target.owners.includes(user)} ${target.editors.includes(user)}`;
}

/** Gives an agent without other people's roles on it, so that a cached answer cannot depend on them. */
function toAsked({ user }: Asker, target: AccessTarget): AccessTarget {
  if (!('id' in target)) return target;
  const own = (list: readonly string[]) => list.filter((one) => one === user).slice(0, 1);
  return { ...target, owners: own(target.owners), editors: own(target.editors) };
}

/** Asks the engine, without the cache. */
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

/** Tells whether a caller is on loopback without a credential, where none is required. */
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

/**
 * The scopes of keys. A key gets no scope that its maker lacks by role, by rights on the agent, or by the present credential, and
 * none that is useless for its purpose.
 */

import type { KeyPurpose } from '../../../contract/api/api-keys/states.ts';
import { type Action, type ActionGroup, actions, fullScope, gatewayCallScope } from '../../base/access/actions.ts';
import { type AccessTarget, type Asker, isAllowed } from '../../base/access/authorize.ts';

/** Groups of actions that a service key can use at all, whatever its scopes. */
const purposeGroups: Readonly<Partial<Record<KeyPurpose, readonly ActionGroup[]>>> = {
  // An agent also asks for consent and approval, like every known caller.
  agent: ['act', 'self'],
  gateway: ['serve'],
};

/** Tells whether the asker, with the present credential, may do something that needs the scope. */
export function mayHold(asker: Asker, scope: string, target: AccessTarget): boolean {
  if (scope === fullScope) return asker.scopes === 'all';
  if (scope === gatewayCallScope) return hasScope(asker, scope) && mayCallAs(asker, target);
  return actionsOf(scope).some((action) => isAllowed(asker, action, target));
}

/** Tells whether the asker may act as the agent, which a call through the gateway needs. */
export function mayCallAs(asker: Asker, target: AccessTarget): boolean {
  return isAllowed({ ...asker, scopes: 'all' }, 'agents.act', target);
}

/** Tells whether a key of this purpose can use the scope. */
export function servesPurpose(purpose: KeyPurpose, scope: string): boolean {
  const groups = purposeGroups[purpose];
  if (groups === undefined || scope === fullScope) return true;
  if (scope === gatewayCallScope) return purpose === 'agent';
  return actionsOf(scope).some((action) => groupsOf(action).some((group) => groups.includes(group)));
}

function hasScope({ scopes }: Asker, scope: string): boolean {
  return scopes === 'all' || scopes.includes(scope);
}

function actionsOf(scope: string): Action[] {
  return actionNames.filter((action) => actions[action].scope === scope);
}

function groupsOf(action: Action): readonly ActionGroup[] {
  return actions[action].groups;
}

const actionNames = Object.keys(actions).filter((name): name is Action => Object.hasOwn(actions, name));

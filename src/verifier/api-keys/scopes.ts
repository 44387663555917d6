/**
 * A key may hold no scope that its maker lacks by role, by rights on the agent, or by the credential that the key is made
 * with, and none that the key could not use for its purpose.
 */

import type { KeyPurpose } from '../../contract/api/api-keys/states.ts';
import { type Action, type ActionGroup, actions, fullScope, gatewayCallScope } from '../access/actions.ts';
import { type AccessTarget, type Asker, isAllowed } from '../access/authorize.ts';

/** Groups of actions that a service key can do at all, whatever its scopes. */
const purposeGroups: Readonly<Partial<Record<KeyPurpose, readonly ActionGroup[]>>> = {
  // Besides what it does as itself, an agent asks for consent and approval as every known caller does.
  agent: ['act', 'self'],
  gateway: ['serve'],
};

/** True if the asker, with the present credential, may do something that needs the scope. */
export function mayHold(asker: Asker, scope: string, target: AccessTarget): boolean {
  if (scope === fullScope) return asker.scopes === 'all';
  if (scope === gatewayCallScope) return hasScope(asker, scope) && mayCallAs(asker, target);
  return actionsOf(scope).some((action) => isAllowed(asker, action, target));
}

/** Calls through the gateway act as an agent, so they take somebody who may act as it. */
export function mayCallAs(asker: Asker, target: AccessTarget): boolean {
  return isAllowed({ ...asker, scopes: 'all' }, 'agents.act', target);
}

/** True if a key of this purpose can use the scope. */
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

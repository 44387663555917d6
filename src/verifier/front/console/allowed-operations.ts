/** Lists the operations that a caller may call, from the tables of rights: pages offer no others. The server decides all the same. */
import { verifierOperations } from '../../../contract/api/verifier.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { isAllowed } from '../../base/access/authorize.ts';
import type { EndpointRule } from '../../base/access/endpoints.ts';
import { operationRules } from '../../base/access/operation-rules.ts';

/** Ids of operations. */
export interface AllowedOperations {
  /** On everything of the organisation. */
  readonly operations: string[];
  /** Further ones on agents that the caller owns. */
  readonly owner_operations: string[];
  /** Further ones on agents that the caller edits. */
  readonly editor_operations: string[];
}

const rules: Readonly<Record<string, EndpointRule>> = operationRules;

export function listAllowedOperations(caller: Caller): AllowedOperations {
  const orgId = caller.organisation;
  const agentWith = (owners: readonly string[], editors: readonly string[]) => ({ id: '', orgId, owners, editors });
  const allowed: AllowedOperations = { operations: [], owner_operations: [], editor_operations: [] };
  for (const { id } of verifierOperations) {
    const rule = rules[id];
    if (rule === undefined) continue;
    if (rule === 'open' || isAllowed(caller, actionOf(rule), isOnAgent(rule) ? agentWith([], []) : { orgId })) {
      // A session of a browser makes no links: it would outlive itself.
      if (id !== 'console.createLink' || caller.authentication !== 'session') allowed.operations.push(id);
    } else if (isOnAgent(rule)) {
      if (isAllowed(caller, rule.action, agentWith([caller.user], []))) allowed.owner_operations.push(id);
      if (isAllowed(caller, rule.action, agentWith([], [caller.user]))) allowed.editor_operations.push(id);
    }
  }
  return allowed;
}

function actionOf(rule: Exclude<EndpointRule, 'open'>) {
  return typeof rule === 'string' ? rule : rule.action;
}

function isOnAgent(rule: Exclude<EndpointRule, 'open'>): rule is Extract<EndpointRule, { agentParam: string }> {
  return typeof rule !== 'string' && 'agentParam' in rule;
}

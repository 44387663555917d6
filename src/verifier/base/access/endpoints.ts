/**
 * Every endpoint of the verifier and its action: operations come from `operation-rules.ts`, pages and protocol endpoints are
 * listed here. The verifier does not start with a route that has no rule.
 */
import { endpointOf } from '../../../contract/api/operation.ts';
import { verifierOperations } from '../../../contract/api/verifier.ts';
import type { Action } from './actions.ts';
import { issuerEndpoints } from './issuer-endpoints.ts';
import { operationRules } from './operation-rules.ts';
import { pageEndpoints } from './page-endpoints.ts';

/** The rule of an endpoint; `open` endpoints answer strangers. */
export type EndpointRule = 'open' | Action | AgentEndpoint | MaybeOpenEndpoint;

/**
 * An endpoint that a setting of the deployment opens to strangers (`config.access` of its route); otherwise the action applies.
 */
export interface MaybeOpenEndpoint {
  readonly action: Action;
  readonly isMaybeOpen: true;
}

/** An endpoint on one agent, named by this parameter: the caller's roles on the agent also count. */
export interface AgentEndpoint {
  readonly action: Action;
  readonly agentParam: 'id' | 'agent_id';
}

const rulesById: Readonly<Record<string, EndpointRule>> = operationRules;

/** Rules by `METHOD /path`. */
export const endpoints: Readonly<Record<string, EndpointRule>> = {
  ...pageEndpoints,
  ...issuerEndpoints,
  'GET /metrics': 'metrics.read',
  'GET /openapi.json': 'open',
  // The provider sends people back here, with a state that they were given, and with their session.
  'GET /v1/scoped-credentials/callback': 'open',
  'GET /v1/scoped-credentials/callback/:server': 'open',
  'GET /login/outside': 'open',
  'GET /login/outside/callback': 'open',
  ...Object.fromEntries(
    verifierOperations.flatMap((operation) => {
      const rule = rulesById[operation.id];
      return rule === undefined ? [] : [[endpointOf(operation), rule]];
    }),
  ),
};

/**
 * Every endpoint of the verifier and the action that a call of it is. A route that is not here keeps the verifier from
 * starting, so that nothing is reachable whose rights nobody wrote down. `docs/authorization.md` shows the same as a table.
 */
import type { Action } from './actions.ts';
import { issuerEndpoints } from './issuer-endpoints.ts';
import { pageEndpoints } from './page-endpoints.ts';

/** What an endpoint asks for; `open` endpoints answer strangers. */
export type EndpointRule = 'open' | Action | AgentEndpoint | MaybeOpenEndpoint;

/** An endpoint that a setting of the deployment opens to strangers (`config.access` of its route); else it is an action. */
export interface MaybeOpenEndpoint {
  readonly action: Action;
  readonly isMaybeOpen: true;
}

/** An endpoint on one agent, named by this parameter: roles on the agent count besides those in its organisation. */
export interface AgentEndpoint {
  readonly action: Action;
  readonly agentParam: 'id' | 'agent_id';
}

const onAgent = (action: Action): AgentEndpoint => ({ action, agentParam: 'id' });
const onAgentOf = (action: Action): AgentEndpoint => ({ action, agentParam: 'agent_id' });

export const endpoints: Readonly<Record<string, EndpointRule>> = {
  ...pageEndpoints,
  ...issuerEndpoints,
  'GET /health': 'open',
  'GET /metrics': 'metrics.read',
  'GET /openapi.json': 'open',
  'GET /.well-known/jwks.json': 'open',

  'GET /v1/agents': 'agents.read',
  'POST /v1/agents': 'agents.register',
  'GET /v1/agents/:id': onAgent('agents.read'),
  'PATCH /v1/agents/:id': onAgent('agents.edit'),
  'GET /v1/agents/:id/history': onAgent('agents.read'),
  'DELETE /v1/agents/:id': onAgent('agents.own'),
  'POST /v1/agents/:id/approve': onAgent('agents.approve'),
  'POST /v1/agents/:id/activate': onAgent('agents.run'),
  'POST /v1/agents/:id/suspend': onAgent('agents.run'),
  'POST /v1/agents/:id/reactivate': onAgent('agents.run'),
  'POST /v1/agents/:id/decommission': onAgent('agents.own'),
  'POST /v1/agents/:id/transfer': onAgent('agents.own'),
  'POST /v1/agents/:id/attest': onAgent('agents.own'),
  'POST /v1/agents/:id/heartbeat': onAgent('agents.act'),
  'POST /v1/agents/:id/rotate-credentials': onAgent('agents.own'),
  'POST /v1/agents/:id/identity-document': onAgent('agents.identify'),
  'GET /v1/spiffe/bundle': 'open',
  // Every known caller: the service says whose certificate it may ask for.
  'POST /v1/spiffe/x509-svid': 'self.read',
  'GET /v1/agents/:id/access': onAgent('agents.read'),
  'PUT /v1/agents/:id/access': onAgent('agents.own'),

  'GET /v1/agents/:agent_id/delegations': onAgentOf('delegations.read'),
  'POST /v1/agents/:agent_id/delegations': onAgentOf('delegations.grant'),
  'GET /v1/agents/:agent_id/delegations/pending': onAgentOf('delegations.read'),
  'GET /v1/agents/:agent_id/delegations/:grant_id': onAgentOf('delegations.read'),
  'PATCH /v1/agents/:agent_id/delegations/:grant_id': onAgentOf('delegations.grant'),
  'DELETE /v1/agents/:agent_id/delegations/:grant_id': onAgentOf('delegations.revoke'),
  // The client proves itself there, as at the token endpoint.
  'POST /v1/token-exchange': 'open',
  'GET /v1/approvals': 'approvals.read',
  'POST /v1/approvals': 'approvals.request',
  'GET /v1/approvals/:id': 'approvals.read',
  'POST /v1/approvals/:id/approve': 'approvals.decide',
  'POST /v1/approvals/:id/deny': 'approvals.decide',
  'POST /v1/approvals/:id/cancel': 'approvals.request',
  'GET /v1/on-behalf-of': 'self.read',
  'GET /v1/on-behalf-of/tokens/:jti/chain': 'self.read',
  'POST /v1/on-behalf-of/authorize': 'approvals.request',
  'POST /v1/gateways/:id/escalations': 'gateways.serve',
  'GET /v1/events': 'events.read',

  'GET /v1/me': 'self.read',
  'PATCH /v1/me': 'self.write',
  'DELETE /v1/me/membership': 'self.write',
  'GET /v1/members': 'members.read',
  'GET /v1/members/:id': 'members.read',
  'PATCH /v1/members/:id': 'members.write',
  'DELETE /v1/members/:id': 'members.write',
  'POST /v1/invitations': 'members.write',
  'GET /v1/invitations': 'members.read',
  'POST /v1/invitations/:id/accept': 'open',
  'DELETE /v1/invitations/:id': 'members.write',
  'GET /v1/people': 'people.read',
  'GET /v1/people/:id': 'people.read',
  'PATCH /v1/people/:id': 'people.write',
  'POST /v1/people/:id/reset-password': 'people.write',

  'GET /v1/agents/:id/lifecycle': onAgent('agents.read'),
  'GET /v1/lifecycle/policies': 'lifecycle.read',
  'POST /v1/lifecycle/policies': 'lifecycle.write',
  'GET /v1/lifecycle/policies/:id': 'lifecycle.read',
  'PUT /v1/lifecycle/policies/:id': 'lifecycle.write',
  'DELETE /v1/lifecycle/policies/:id': 'lifecycle.write',
  'POST /v1/lifecycle/evaluate': 'lifecycle.write',

  'GET /v1/access-reviews': 'reviews.read',
  'POST /v1/access-reviews': 'reviews.write',
  'GET /v1/access-reviews/:id': 'reviews.read',
  'POST /v1/access-reviews/:id/end': 'reviews.write',
  'GET /v1/access-reviews/:id/instances': 'reviews.read',
  'GET /v1/access-reviews/instances/:iid': 'reviews.read',
  'GET /v1/access-reviews/instances/:iid/decisions': 'reviews.read',
  'PATCH /v1/access-reviews/instances/:iid/decisions/:did': 'reviews.decide',
  'POST /v1/access-reviews/instances/:iid/start': 'reviews.write',
  'POST /v1/access-reviews/instances/:iid/complete': 'reviews.write',
  'POST /v1/access-reviews/instances/:iid/apply': 'reviews.write',
  'GET /v1/access-reviews/:id/instances/:iid': 'reviews.read',
  'GET /v1/access-reviews/:id/instances/:iid/decisions': 'reviews.read',
  'PATCH /v1/access-reviews/:id/instances/:iid/decisions/:did': 'reviews.decide',
  'POST /v1/access-reviews/:id/instances/:iid/start': 'reviews.write',
  'POST /v1/access-reviews/:id/instances/:iid/complete': 'reviews.write',
  'POST /v1/access-reviews/:id/instances/:iid/apply': 'reviews.write',

  'GET /v1/organizations': 'organizations.read',
  'POST /v1/organizations': 'organizations.create',
  'GET /v1/organizations/:id': 'organizations.read',
  'PATCH /v1/organizations/:id': 'organizations.write',

  'GET /v1/api-keys': 'keys.read',
  'POST /v1/api-keys': 'keys.write',
  'GET /v1/api-keys/:id': 'keys.read',
  'POST /v1/api-keys/:id/rotate': 'keys.write',
  'DELETE /v1/api-keys/:id': 'keys.write',
  'GET /login/outside': 'open',
  'GET /login/outside/callback': 'open',

  'GET /v1/workspaces': 'workspaces.read',
  'POST /v1/workspaces': 'workspaces.write',
  'GET /v1/workspaces/:id': 'workspaces.read',
  'PATCH /v1/workspaces/:id': 'workspaces.write',
  'DELETE /v1/workspaces/:id': 'workspaces.write',
  'GET /v1/workspaces/:id/history': 'workspaces.read',
  'GET /api/v1/workspaces': 'workspaces.read',
  'POST /api/v1/workspaces': 'workspaces.write',
  'GET /api/v1/workspaces/:id': 'workspaces.read',
  'PATCH /api/v1/workspaces/:id': 'workspaces.write',
  'DELETE /api/v1/workspaces/:id': 'workspaces.write',
  'GET /api/v1/workspaces/:id/history': 'workspaces.read',

  'GET /v1/presets': 'presets.read',
  'GET /v1/workspaces/:id/presets/history': 'presets.read',
  'POST /v1/workspaces/:id/apply-preset': 'presets.write',
  'POST /api/v1/workspaces/:id/apply-preset': 'presets.write',

  'GET /v1/auditors': 'auditors.read',
  'POST /v1/auditors': 'auditors.write',
  'GET /v1/auditors/:id': 'auditors.read',
  'PUT /v1/auditors/:id': 'auditors.write',
  'PATCH /v1/auditors/:id': 'auditors.write',
  'DELETE /v1/auditors/:id': 'auditors.write',
  'GET /v1/auditors/:id/history': 'auditors.read',
  'POST /v1/auditors/:id/refresh': 'auditors.write',
  'GET /v1/auditors/schema/:id': 'settings.read',
  'GET /v1/auditors/settings': 'settings.read',
  'POST /v1/auditors/settings': 'settings.write',
  'GET /v1/auditors/settings/effective': 'settings.read',
  'GET /v1/auditors/settings/:id': 'settings.read',
  'PUT /v1/auditors/settings/:id': 'settings.write',
  'PATCH /v1/auditors/settings/:id': 'settings.write',
  'DELETE /v1/auditors/settings/:id': 'settings.write',
  'GET /v1/auditors/settings/:id/history': 'settings.read',

  'GET /v1/policies': 'policies.read',
  'POST /v1/policies': 'policies.write',
  'GET /v1/policies/effective': 'policies.read',
  'GET /v1/policies/completions': 'policies.read',
  'POST /v1/policies/validate': 'policies.read',
  'GET /v1/policies/:id': 'policies.read',
  'PUT /v1/policies/:id': 'policies.write',
  'DELETE /v1/policies/:id': 'policies.write',
  'GET /v1/policies/:id/versions': 'policies.read',
  'GET /v1/policies/:id/history': 'policies.read',
  'POST /v1/policies/:id/validate': 'policies.read',
  'POST /v1/policies/:id/activate': 'policies.write',
  'POST /v1/policies/:id/deactivate': 'policies.write',
  'POST /v1/policies/:id/revert': 'policies.write',
  'POST /v1/policies/:id/shadow': 'policies.write',
  'POST /v1/policies/:id/replay': 'policies.write',
  'GET /v1/policies/replays/:id': 'policies.read',
  'POST /v1/policies/replays/:id/cancel': 'policies.write',

  'POST /v1/apply': 'apply.write',
  'GET /v1/export': 'apply.read',

  'GET /v1/gateways': 'gateways.read',
  'GET /v1/gateways/rollout': 'gateways.read',
  'GET /v1/gateways/:id': 'gateways.read',
  'DELETE /v1/gateways/:id': 'gateways.write',
  'GET /v1/gateways/:id/bundle': 'gateways.serve',
  'POST /v1/gateways/:id/status': 'gateways.serve',

  'POST /v1/attestations/challenge': 'gateways.serve',
  'POST /v1/attestations': 'gateways.serve',
  'GET /v1/attestations': 'attestations.read',
  'GET /v1/attestations/:id': 'attestations.read',
  'POST /v1/attestations/:id/revoke': 'trust.write',

  'POST /v1/evidence': 'gateways.serve',
  'GET /v1/evidence': 'evidence.read',
  'GET /v1/evidence/:id': 'evidence.read',
  'GET /v1/evidence/:id/bundle': 'evidence.read',

  'GET /v1/passports': 'passports.read',
  'GET /v1/passports/revocations': 'passports.read',
  'GET /v1/passports/:id': 'passports.read',
  'GET /v1/passports/:id/evidence': 'passports.read',
  'GET /v1/passports/:id/status': 'passports.read',
  'POST /v1/passports/:id/revoke': 'passports.revoke',
  'GET /v1/public/passports/:id': 'open',
  'GET /v1/public/passports/:id/status': 'open',

  'POST /v1/receipts': 'gateways.serve',
  'GET /v1/receipts': 'receipts.read',
  'GET /v1/receipts/:id': { action: 'receipts.read', isMaybeOpen: true },
  'GET /v1/receipts/:id/proof': { action: 'receipts.read', isMaybeOpen: true },
  'POST /v1/witness/add-checkpoint': 'gateways.serve',
  'GET /v1/witness/chains/:chain_id': 'receipts.read',
  'GET /v1/witness/key': 'open',

  'GET /v1/appraisal-policies': 'trust.read',
  'POST /v1/appraisal-policies': 'trust.write',
  'GET /v1/appraisal-policies/active': 'trust.read',
  'GET /v1/appraisal-policies/activations': 'trust.read',
  'POST /v1/appraisal-policies/inherit': 'trust.write',
  'GET /v1/appraisal-policies/:id': 'trust.read',
  'PUT /v1/appraisal-policies/:id': 'trust.write',
  'DELETE /v1/appraisal-policies/:id': 'trust.write',
  'GET /v1/appraisal-policies/:id/history': 'trust.read',
  'POST /v1/appraisal-policies/:id/evaluate': 'trust.read',
  'POST /v1/appraisal-policies/:id/activate': 'trust.write',
  'GET /v1/reference-values': 'trust.read',
  'POST /v1/reference-values': 'trust.write',
  'GET /v1/reference-values/:id': 'trust.read',
  'PUT /v1/reference-values/:id': 'trust.write',
  'GET /v1/reference-values/:id/history': 'trust.read',
  'POST /v1/reference-values/:id/revoke': 'trust.write',

  'GET /v1/audit-logs': 'audit.read',
  'GET /v1/audit-logs/export': 'audit.read',
  'GET /v1/audit-logs/verify': 'audit.read',
};

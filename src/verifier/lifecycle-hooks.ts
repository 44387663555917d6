/**
 * What every group does when a person, an agent, a role or a workspace changes, and what gateways are told: one record, which the
 * floors read after wiring. A kind of access with neither a hook nor a reason for having none does not compile.
 */
import { tokenExchangeGrant } from '../contract/api/token-exchange/states.ts';
import { type NoHook, noHook } from './base/lifecycle-hooks.ts';
import type { ConfigurationHooks } from './configuration/create.ts';
import type { ScopeGuard } from './configuration/workspaces/service.ts';
import type { DelegationHooks } from './delegation/create.ts';
import { toEndedGrants } from './delegation/delegations/ended-for-gateways.ts';
import type { Services } from './features.ts';
import type { IdentityHooks } from './identity/create.ts';
import { listRevokedForGateways } from './identity/issuer/revoked-for-gateways.ts';
import type { ToolsHooks } from './tools/create.ts';

export interface LifecycleHooks extends ConfigurationHooks, IdentityHooks, DelegationHooks, ToolsHooks {}

type AgentServices = Pick<Services, 'members' | 'issuer' | 'readStaleness' | 'events' | 'auditorSettings' | 'policies'>;
type AccessServices = Pick<
  Services,
  | 'agents'
  | 'apiKeys'
  | 'approvals'
  | 'delegations'
  | 'issuer'
  | 'scopedCredentials'
  | 'installations'
  | 'endWaitingInstallations'
>;
type ScopeServices = Pick<
  Services,
  | 'auditorSettings'
  | 'environments'
  | 'policies'
  | 'lifecyclePolicies'
  | 'scopedCredentials'
  | 'toolRules'
  | 'defaultToolRules'
  | 'installations'
  | 'revokedAuditorGuards'
  | 'modelScopeGuard'
>;
type GatewayServices = Pick<
  Services,
  'apiKeys' | 'delegations' | 'modelRegistry' | 'registeredAuditors' | 'gateways' | 'events'
>;

export type HookServices = AgentServices &
  AccessServices &
  ScopeServices &
  GatewayServices &
  Pick<Services, 'tokenExchangeGrant'>;

export function createLifecycleHooks(services: HookServices): LifecycleHooks {
  const { delegations, installations } = services;
  return {
    ...agentHooks(services),
    agentRetires: whenAgentRetires(services),
    personLeaves: whenPersonLeaves(services),
    roleChanges: whenRoleChanges(services),
    signInsEnd: whenSignInsEnd(services),
    scopeGuards: scopeGuards(services),
    organizationMade: services.defaultToolRules.makeFor,
    catalogGuard: services.revokedAuditorGuards.catalog,
    ...gatewayHooks(services),
    grantHandlers: new Map([[tokenExchangeGrant, services.tokenExchangeGrant]]),
    requestConsent: delegations.requestConsentIn,
    credentialConnected: installations.onConnected,
    listInstalled: installations.listOfAgent,
  };
}

function agentHooks(services: AgentServices) {
  const { members, issuer, readStaleness, events, auditorSettings, policies } = services;
  return {
    roleOf: members.roleOf,
    clients: issuer.clients,
    stalenessOf: readStaleness,
    events,
    agentRemoved: {
      auditor_settings: (tx, author, id) => auditorSettings.removeScope(tx, author, { level: 'agent', id }),
      policy: (tx, author, id) => policies.removeScope(tx, author, { level: 'agent', id }),
    },
  } satisfies Partial<LifecycleHooks>;
}

const endsWithGrant = noHook('a delegated token ends with its grant');

function whenAgentRetires(services: AccessServices): LifecycleHooks['agentRetires'] {
  const { apiKeys, approvals, delegations, scopedCredentials, installations } = services;
  return {
    agent_ownership: noHook('owners are a part of the agent'),
    session: noHook('an agent signs in nowhere'),
    oauth_client: noHook('agents disable or remove their own client'),
    oauth_grant: noHook('a person gave it to an application'),
    access_token: noHook('the epoch of the agent rises, and its status is read at each use'),
    api_key: apiKeys.revokeOfAgent,
    approval: approvals.cancelOfAgent,
    delegation_grant: (tx, author, agentId) => delegations.revokeAll(tx, author, { agentId }, 'agent_decommissioned'),
    delegated_token: endsWithGrant,
    scoped_credential: (tx, author, agentId) => scopedCredentials.revokeAllOf(tx, author, { agentId }, 'agent_retired'),
    installation: installations.removeAllOf,
    x509_svid: noHook('the status of the agent is read at each use'),
  };
}

function whenPersonLeaves(services: AccessServices): LifecycleHooks['personLeaves'] {
  const { agents, apiKeys, approvals, delegations, scopedCredentials } = services;
  return {
    session: noHook('sessions are closed before the hooks run'),
    oauth_client: noHook('it belongs to an agent, or to an application'),
    oauth_grant: noHook('it ends with the sessions'),
    access_token: noHook('the membership is read at each use'),
    agent_ownership: agents.orphanOwnedBy,
    // A person who joins again does not get earlier keys back.
    api_key: apiKeys.revokeOf,
    delegation_grant: (tx, author, subjectId) => delegations.revokeAll(tx, author, { subjectId }, 'admin'),
    approval: approvals.cancelOfSubject,
    delegated_token: endsWithGrant,
    scoped_credential: (tx, author, userId) => scopedCredentials.revokeAllOf(tx, author, { userId }, 'member_left'),
    installation: services.endWaitingInstallations,
    x509_svid: noHook('it belongs to an agent'),
  };
}

const readsRole = noHook('the role is read at each use');

function whenRoleChanges({ apiKeys }: AccessServices): LifecycleHooks['roleChanges'] {
  return {
    agent_ownership: readsRole,
    session: readsRole,
    oauth_client: noHook('it has no role of a person'),
    oauth_grant: readsRole,
    access_token: readsRole,
    api_key: apiKeys.noteRoleChange,
    approval: readsRole,
    delegation_grant: readsRole,
    delegated_token: readsRole,
    scoped_credential: readsRole,
    installation: readsRole,
    x509_svid: noHook('it belongs to an agent'),
  };
}

const opensNoSignIn = noHook('no sign-in opens it');

function whenSignInsEnd({ issuer }: AccessServices): LifecycleHooks['signInsEnd'] {
  return {
    agent_ownership: opensNoSignIn,
    session: noHook('sessions are closed before the hooks run'),
    oauth_client: opensNoSignIn,
    oauth_grant: issuer.grants.endAll,
    access_token: noHook('it ends with its grant'),
    api_key: opensNoSignIn,
    approval: opensNoSignIn,
    delegation_grant: opensNoSignIn,
    delegated_token: opensNoSignIn,
    scoped_credential: opensNoSignIn,
    installation: opensNoSignIn,
    x509_svid: opensNoSignIn,
  };
}

function scopeGuards(services: ScopeServices): LifecycleHooks['scopeGuards'] {
  const { auditorSettings, environments, policies, lifecyclePolicies, scopedCredentials, toolRules, installations } =
    services;
  return {
    auditor_settings: { removed: auditorSettings.removeScope },
    environment: ofWorkspace((tx, author, { id }) => environments.removeWorkspace(tx, author, id)),
    policy: policies.guard,
    lifecycle_policy: { removed: lifecyclePolicies.removeScope },
    scoped_credential: ofWorkspace((tx, author, { id }) => scopedCredentials.revokeAllIn(tx, author, id)),
    tool_rule: ofWorkspace((tx, author, { level, id }) => toolRules.removeScope(tx, author, { level, id })),
    installation: ofWorkspace((tx, author, { id }) => installations.removeAllIn(tx, author, id)),
    registered_auditor: services.revokedAuditorGuards.chain,
    registered_model: services.modelScopeGuard,
  };
}

type RemovedScope = Parameters<NonNullable<ScopeGuard['removed']>>;
type Workspace = { readonly level: 'workspace'; readonly id: string };

function ofWorkspace(
  remove: (tx: RemovedScope[0], author: RemovedScope[1], workspace: Workspace) => Promise<unknown>,
): ScopeGuard {
  return {
    async removed(tx, author, { level, id }) {
      if (level === 'workspace') await remove(tx, author, { level, id });
    },
  };
}

const notAtGateways: NoHook = noHook('gateways do not accept it');

function gatewayHooks(services: GatewayServices) {
  const { apiKeys, delegations, modelRegistry, registeredAuditors, gateways } = services;
  return {
    checkConfiguration: gateways.checkConfiguration,
    gatewayCredentials: {
      agent_ownership: notAtGateways,
      session: notAtGateways,
      oauth_client: notAtGateways,
      oauth_grant: noHook('its tokens are listed when it ends'),
      access_token: listRevokedForGateways,
      api_key: apiKeys.listForGateway,
      approval: notAtGateways,
      delegation_grant: toEndedGrants(delegations),
      delegated_token: noHook('it is an access token, and its grant is listed when it ends'),
      scoped_credential: notAtGateways,
      installation: notAtGateways,
      x509_svid: noHook('gateways ask for the status of its agent'),
    },
    gatewayRegistries: { models: modelRegistry.listForGateways, auditors: registeredAuditors.listForGateways },
  } satisfies Partial<LifecycleHooks>;
}

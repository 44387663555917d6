/** Requests of commands about organisations, workspaces and agents. */
import type { CommandIo } from './command.ts';
import type { ParsedArguments } from './options.ts';
import { createResource, type Resource } from './remote-control.ts';
import { connectService } from './service.ts';
import {
  type Agent,
  agent,
  agentPage,
  type Organization,
  type OutboundRules,
  organization,
  organizationPage,
  outboundRules,
  type Workspace,
  workspace,
  workspacePage,
} from './wire-scopes.ts';

/** @throws UsageError */
export function connectOrganizations(io: CommandIo, args: ParsedArguments): Resource<Organization> {
  return createResource(connectService('verifier', io, args), {
    ...{ path: '/v1/organizations', noun: 'organisation' },
    isOne: (value) => organization.Check(value),
    isPage: (value) => organizationPage.Check(value),
  });
}

export interface OutboundRulesRemote {
  get(orgId: string): Promise<OutboundRules>;
  /** @throws AppError `precondition_failed` when somebody changed them meanwhile. */
  set(orgId: string, revision: number, body: { readonly allow: readonly string[] }): Promise<OutboundRules>;
}

/** What is called for an organisation besides public addresses. @throws UsageError. */
export function connectOutboundRules(io: CommandIo, args: ParsedArguments): OutboundRulesRemote {
  const service = connectService('verifier', io, args);
  const at = (orgId: string) => `/v1/organizations/${encodeURIComponent(orgId)}/outbound-rules`;
  const isRules = (value: unknown): value is OutboundRules => outboundRules.Check(value);
  return {
    get: (orgId) => service.json({ path: at(orgId) }, isRules),
    set: (orgId, revision, body) => service.json({ method: 'PUT', path: at(orgId), body, revision }, isRules),
  };
}

/** @throws UsageError */
export function connectWorkspaces(io: CommandIo, args: ParsedArguments): Resource<Workspace> {
  return createResource(connectService('verifier', io, args), {
    ...{ path: '/v1/workspaces', noun: 'workspace' },
    isOne: (value) => workspace.Check(value),
    isPage: (value) => workspacePage.Check(value),
  });
}

/** @throws UsageError */
export function connectAgents(io: CommandIo, args: ParsedArguments): Resource<Agent> {
  return createResource(connectService('verifier', io, args), {
    ...{ path: '/v1/agents', noun: 'agent' },
    isOne: (value) => agent.Check(value),
    isPage: (value) => agentPage.Check(value),
  });
}

/** What commands ask about organisations, workspaces and agents. */
import type { CommandIo } from './command.ts';
import type { ParsedArguments } from './options.ts';
import { createResource, type Resource } from './remote-control.ts';
import { connectService } from './service.ts';
import {
  type Agent,
  agent,
  agentPage,
  type Organization,
  organization,
  organizationPage,
  type Workspace,
  workspace,
  workspacePage,
} from './wire-scopes.ts';

/** @throws UsageError. */
export function connectOrganizations(io: CommandIo, args: ParsedArguments): Resource<Organization> {
  return createResource(connectService('verifier', io, args), {
    ...{ path: '/v1/organizations', noun: 'organisation' },
    isOne: (value) => organization.Check(value),
    isPage: (value) => organizationPage.Check(value),
  });
}

/** @throws UsageError. */
export function connectWorkspaces(io: CommandIo, args: ParsedArguments): Resource<Workspace> {
  return createResource(connectService('verifier', io, args), {
    ...{ path: '/v1/workspaces', noun: 'workspace' },
    isOne: (value) => workspace.Check(value),
    isPage: (value) => workspacePage.Check(value),
  });
}

/** @throws UsageError. */
export function connectAgents(io: CommandIo, args: ParsedArguments): Resource<Agent> {
  return createResource(connectService('verifier', io, args), {
    ...{ path: '/v1/agents', noun: 'agent' },
    isOne: (value) => agent.Check(value),
    isPage: (value) => agentPage.Check(value),
  });
}

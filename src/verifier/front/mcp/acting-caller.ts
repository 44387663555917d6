/**
 * Determines the caller of a call at `/mcp`. A tool gateway names the agent that it calls for. The caller is then that agent,
 * with its current owners and the scopes of agents, whatever the rights of the gateway.
 */
import type { FastifyRequest } from 'fastify';
import { agentIdHeader } from '../../../contract/own-tools.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { assertAllowed } from '../../base/access/authorize.ts';
import type { AgentStandings } from '../../configuration/agents/standing.ts';

/** Scopes of an agent that a gateway speaks for: reads for the tools of agents, no writes. */
export const scopesOfAgents: readonly string[] = ['tools:read'];

/**
 * @throws AppError `forbidden` for a caller who may not speak for agents of their organisation, or for an agent that does not
 * exist or is not active.
 */
export async function findActingCaller(
  { caller, headers }: Pick<FastifyRequest, 'caller' | 'headers'>,
  agents: Pick<AgentStandings, 'findForToken'>,
): Promise<Caller> {
  const agentId = headers[agentIdHeader];
  if (agentId === undefined || (caller.kind === 'agent' && caller.user === agentId)) return caller;
  const { organisation, authentication, credentialId } = caller;
  assertAllowed(caller, 'gateways.serve', { orgId: organisation }, 'acting for an agent');
  const agent = await agents.findForToken(organisation, String(agentId));
  if (agent?.status !== 'active') {
    const detail = 'The agent does not exist, or it may not run.';
    throw new AppError('forbidden', detail, { detail, extensions: { reason: 'agent_inactive' } });
  }
  return {
    user: String(agentId),
    kind: 'agent',
    role: 'agent',
    organisation,
    authentication,
    isDeployment: false,
    scopes: scopesOfAgents,
    owners: agent.owners,
    agentId: String(agentId),
    ...(credentialId === undefined ? {} : { credentialId }),
  };
}

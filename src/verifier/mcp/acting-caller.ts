/**
 * In whose name a call at `/mcp` is answered. A gateway of tools names the agent that it calls for; it is then that agent
 * with its present owners and the scopes of what agents may use here, whatever the gateway itself may.
 */
import type { FastifyRequest } from 'fastify';
import { agentIdHeader } from '../../contract/own-tools.ts';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/access.ts';
import { assertAllowed } from '../access/authorize.ts';
import type { AgentStandings } from '../agents/standing.ts';

/** Of an agent that a gateway speaks for: what tools of agents read, and nothing that writes. */
export const scopesOfAgents: readonly string[] = ['tools:read'];

/**
 * @throws AppError `forbidden` for whoever may not speak for agents of their organisation, or for one that is not there or
 * not active.
 */
export async function findActingCaller(
  { caller, headers }: Pick<FastifyRequest, 'caller' | 'headers'>,
  agents: Pick<AgentStandings, 'findForToken'>,
): Promise<Caller> {
  const agentId = headers[agentIdHeader];
  if (agentId === undefined || (caller.kind === 'agent' && caller.user === agentId)) return caller;
  const { organisation, authentication, credentialId } = caller;
  assertAllowed(caller, 'gateways.serve', { orgId: organisation }, 'speaking for an agent');
  const agent = await agents.findForToken(organisation, String(agentId));
  if (agent?.status !== 'active') {
    const detail = 'The agent is not there, or may not run.';
    throw new AppError('forbidden', detail, { detail, extensions: { reason: 'agent_inactive' } });
  }
  return {
    ...{ user: String(agentId), kind: 'agent', role: 'agent', organisation, authentication, isDeployment: false },
    ...{ scopes: scopesOfAgents, owners: agent.owners, agentId: String(agentId) },
    ...(credentialId === undefined ? {} : { credentialId }),
  };
}

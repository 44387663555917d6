/** Requests of commands about agents. */
import type { CommandIo } from './command.ts';
import type { ParsedArguments } from './options.ts';
import { createResource, type Resource } from './remote-control.ts';
import { connectService } from './service.ts';
import { type Agent, agent, agentPage } from './wire-scopes.ts';

/** @throws UsageError */
export function connectAgents(io: CommandIo, args: ParsedArguments): Resource<Agent> {
  return createResource(connectService('verifier', io, args), {
    ...{ path: '/v1/agents', noun: 'agent' },
    isOne: (value) => agent.Check(value),
    isPage: (value) => agentPage.Check(value),
  });
}

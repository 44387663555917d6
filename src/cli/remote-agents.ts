/** Requests of commands about the life of one agent. */
import type { CommandIo } from './command.ts';
import type { ParsedArguments } from './options.ts';
import { connectService } from './service.ts';
import {
  type Agent,
  type AgentRoles,
  agent,
  agentRoles,
  type Heartbeat,
  heartbeat,
  type IdentityDocument,
  identityDocument,
} from './wire-scopes.ts';

export interface AgentLife {
  /** `POST /v1/agents/{id}/{verb}`, answered with the agent. */
  act(id: string, verb: string, body: object): Promise<Agent>;
  heartbeat(id: string): Promise<Heartbeat>;
  identityDocument(id: string, audience: string): Promise<IdentityDocument>;
  readRoles(id: string): Promise<AgentRoles>;
  writeRoles(id: string, roles: Omit<AgentRoles, 'agent_id' | 'revision'>, revision: number): Promise<AgentRoles>;
}

/** @throws UsageError */
export function connectAgentLife(io: CommandIo, args: ParsedArguments): AgentLife {
  const service = connectService('verifier', io, args);
  const at = (id: string, what: string) => `/v1/agents/${encodeURIComponent(id)}/${what}`;
  const isRoles = (value: unknown) => agentRoles.Check(value);
  return {
    act: (id, verb, body) => service.json({ method: 'POST', path: at(id, verb), body }, (value) => agent.Check(value)),
    heartbeat: (id) =>
      service.json({ method: 'POST', path: at(id, 'heartbeat'), body: {} }, (value) => heartbeat.Check(value)),
    identityDocument: (id, audience) =>
      service.json({ method: 'POST', path: at(id, 'identity-document'), body: { audience } }, (value) =>
        identityDocument.Check(value),
      ),
    readRoles: (id) => service.json({ path: at(id, 'access') }, isRoles),
    writeRoles: (id, body, revision) =>
      service.json({ method: 'PUT', path: at(id, 'access'), body, revision }, isRoles),
  };
}

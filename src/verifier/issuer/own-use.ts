/**
 * Access tokens of agents that the verifier makes for itself: steps of workflows act as their agents at gateways. They say
 * what a token by `client_credentials` says, so that an agent which is suspended can do no more by them than by its own.
 */
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { createId, type RandomBytes } from '../../platform/ids.ts';
import { createSecret, type Secret } from '../../platform/secret.ts';
import { gatewayCallScope } from '../access/actions.ts';
import { type AgentStanding, assertRunning } from '../agents/standing.ts';
import type { SigningKeys } from '../signing-keys/service.ts';
import { signToken } from '../token-exchange/token.ts';
import type { ClientStore } from './client-store.ts';
import { accessTokenTtlS } from './resources.ts';
import type { IssuerNeighbours } from './seams.ts';

/** A token for gateways, and until when it holds (milliseconds since the epoch). */
export interface OwnToken {
  readonly token: Secret;
  readonly until: number;
}

export interface OwnUse {
  /**
   * A token of this agent for gateways (`gateway:call`). @throws AppError `agent_not_active` for an agent that nobody
   * registered or whose client was disabled, `agent_suspended` and the like for one that must not run.
   */
  tokenOfAgent(orgId: string, agentId: string): Promise<OwnToken>;
}

export interface OwnUseDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly issuer: string;
  readonly audience: string;
  readonly keys: Pick<SigningKeys, 'active'>;
  readonly clients: Pick<ClientStore, 'find'>;
  readonly agents: Pick<IssuerNeighbours['agents'], 'noteToken'> & {
    findForToken(orgId: string, agentId: string): Promise<AgentStanding | undefined>;
  };
}

export function createOwnUse(deps: OwnUseDeps): OwnUse {
  const { db, clock, randomBytes, issuer, audience, keys, clients, agents } = deps;

  /** Its own client; whoever never asked for one has none, and is named by its identity. */
  const findClientId = async ({ id, clientId, spiffeId }: AgentStanding): Promise<string> => {
    if (clientId === null) return spiffeId;
    if ((await clients.find(db, clientId))?.status === 'active') return clientId;
    throw refuse(`the OAuth client of agent ${id} is disabled`);
  };

  return {
    async tokenOfAgent(orgId, agentId) {
      const agent = await agents.findForToken(orgId, agentId);
      if (agent === undefined) throw refuse(`nobody registered agent ${agentId}`);
      assertRunning(agent);
      const clientId = await findClientId(agent);
      await agents.noteToken(orgId, agentId);
      const iat = Math.floor(clock.now() / 1000);
      const exp = iat + accessTokenTtlS;
      const token = signToken(keys.active, {
        ...{ iss: issuer, sub: agent.spiffeId, aud: audience, exp, iat, jti: createId('at', clock, randomBytes) },
        ...{ client_id: clientId, scope: gatewayCallScope },
        // A suspension from now on raises the epoch: this token is dead then.
        ...{ org_id: orgId, agent_id: agentId, agent_epoch: agent.epoch },
      });
      return { token: createSecret(token), until: exp * 1000 };
    },
  };
}

function refuse(detail: string): AppError {
  return new AppError('agent_not_active', detail, { detail });
}

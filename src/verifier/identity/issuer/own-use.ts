/**
 * Makes access tokens of agents for the verifier's own use: workflow steps act as their agents at gateways. The tokens have the
 * claims of a `client_credentials` token, so suspending an agent stops them too.
 */
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import { createSecret, type Secret } from '../../../platform/secret.ts';
import { gatewayCallScope } from '../../base/access/actions.ts';
import type { SigningKeys } from '../../base/signing-keys/service.ts';
import { type AgentStanding, assertRunning } from '../../configuration/agents/standing.ts';
import type { ClientStore } from './client-store.ts';
import type { IssuerDependencies } from './ports.ts';
import { accessTokenTtlS } from './resources.ts';
import { signAccessToken } from './sign-access-token.ts';

/** A token for gateways, and its expiry (milliseconds since the epoch). */
export interface OwnToken {
  readonly token: Secret;
  readonly until: number;
}

export interface OwnUse {
  /**
   * Gives a token of this agent for gateways (`gateway:call`).
   * @throws AppError `agent_not_active` if the agent is not registered or its client is disabled, `agent_suspended` and the like
   * if it must not run.
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
  readonly agents: Pick<IssuerDependencies['agents'], 'noteToken'> & {
    findForToken(orgId: string, agentId: string): Promise<AgentStanding | undefined>;
  };
}

export function createOwnUse(deps: OwnUseDeps): OwnUse {
  const { db, clock, randomBytes, issuer, audience, keys, clients, agents } = deps;

  /** Gives the agent's own client; an agent without one is named by its SPIFFE id. */
  const findClientId = async ({ id, clientId, spiffeId }: AgentStanding): Promise<string> => {
    if (clientId === null) return spiffeId;
    if ((await clients.find(db, clientId))?.status === 'active') return clientId;
    throw refuse(`the OAuth client of agent ${id} is disabled`);
  };

  return {
    async tokenOfAgent(orgId, agentId) {
      const agent = await agents.findForToken(orgId, agentId);
      if (agent === undefined) throw refuse(`agent ${agentId} is not registered`);
      assertRunning(agent);
      const clientId = await findClientId(agent);
      await agents.noteToken(orgId, agentId);
      const iat = Math.floor(clock.now() / 1000);
      const exp = iat + accessTokenTtlS;
      const token = signAccessToken(keys.active, {
        iss: issuer,
        sub: agent.spiffeId,
        aud: audience,
        exp,
        iat,
        jti: createId('at', clock, randomBytes),
        client_id: clientId,
        scope: gatewayCallScope,
        // A later suspension raises the epoch, which ends this token.
        org_id: orgId,
        agent_id: agentId,
        agent_epoch: agent.epoch,
      });
      return { token: createSecret(token), until: exp * 1000 };
    },
  };
}

function refuse(detail: string): AppError {
  return new AppError('agent_not_active', detail, { detail });
}

/**
 * Credentials of agents: one OAuth client each, made at registration, rotated on request. Secrets are shown once and not stored.
 */

import type { Agent, Jwks } from '../../../contract/api/agents/shapes.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Secret } from '../../../platform/secret.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import type { Author } from '../../base/control/author.ts';
import type { AgentClients, ClientAuthentication, MadeClient, NewAgentClient } from './clients.ts';
import { type AgentCore, refuseAgentState } from './core.ts';
import type { AgentHooks, FindAgentHooks } from './hooks.ts';
import { toAgent } from './rows.ts';

/** An agent and its new secret. The secret is shown once, and stored only as a hash. */
export interface Issued {
  readonly agent: Agent;
  readonly clientSecret: Secret | undefined;
}

export interface RotateRequest {
  readonly jwks?: Jwks | undefined;
  /** Revokes the tokens issued before. */
  readonly revoke_tokens?: boolean | undefined;
}

type ClientOwner = Omit<NewAgentClient, 'auth'>;

export interface AgentCredentials {
  /**
   * Makes the client of a new agent; none without an issuer and without keys.
   * @throws AppError `unprocessable`, `unavailable`.
   */
  create(tx: Db, agent: ClientOwner, jwks: Jwks | undefined): Promise<MadeClient | undefined>;
  /** Sets new keys or a new secret; the old credential stops working at once. */
  rotate(tx: Db, author: Author, id: string, request: RotateRequest): Promise<Issued>;
}

export interface AgentCredentialsDeps {
  readonly core: AgentCore;
  readonly hooks: FindAgentHooks;
  readonly audit: Audit;
}

export function createAgentCredentials({ core, hooks, audit }: AgentCredentialsDeps): AgentCredentials {
  const create: AgentCredentials['create'] = async (tx, agent, jwks) => {
    const auth = toAuth(jwks);
    if (hooks().clients === undefined && jwks === undefined) return undefined;
    return needClients(hooks()).createForAgent(tx, { ...agent, auth });
  };
  return {
    create,
    async rotate(tx, author, id, { jwks, revoke_tokens: revokes = false }) {
      const row = await core.begin(tx, author, id, 'agents.own', 'to rotate the credentials of an agent');
      if (row.implicit)
        refuseAgentState(row, 'this agent is not registered, so it has no credentials', 'agent_implicit');
      if (row.status === 'decommissioned') refuseAgentState(row, 'a decommissioned agent has no credentials');
      const auth = toAuth(jwks);
      const clients = needClients(hooks());
      const owner = { orgId: row.org_id, agentId: id, spiffeId: row.spiffe_id, auth };
      const { clientId, secret } =
        row.client_id === null
          ? await clients.createForAgent(tx, owner)
          : await clients.rotate(tx, row.client_id, auth);
      await audit.append(tx, author, {
        action: 'agent.credentials_rotated',
        resourceType: 'agent',
        resourceId: id,
        details: { client_id: clientId, method: auth.type, revoke_tokens: revokes },
      });
      if (clientId === row.client_id && !revokes) return { agent: toAgent(row), clientSecret: secret };
      const change = { client_id: clientId, ...(revokes ? { agent_epoch: row.agent_epoch + 1 } : {}) };
      const changed = await core.save(tx, author, row, change, { action: revokes ? 'tokens_revoked' : 'updated' });
      return { agent: toAgent(changed), clientSecret: secret };
    },
  };
}

/** Checks that the keys have distinct ids; the client store checks the keys themselves. */
function toAuth(jwks: Jwks | undefined): ClientAuthentication {
  if (jwks === undefined) return { type: 'secret' };
  const kids = jwks.keys.map((key) => key['kid']);
  for (const [index, kid] of kids.entries()) {
    if (kids.length > 1 && kid === undefined) throw refuseKey(index, 'with several keys, each needs a kid');
    if (kid !== undefined && kids.indexOf(kid) < index) throw refuseKey(index, 'another key has this kid');
  }
  return { type: 'jwks', jwks };
}

function refuseKey(index: number, message: string): AppError {
  return new AppError('unprocessable', message, {
    detail: message,
    errors: [{ pointer: `/jwks/keys/${index}/kid`, message }],
    extensions: { reason: 'jwks_refused' },
  });
}

function needClients({ clients }: AgentHooks): AgentClients {
  if (clients !== undefined) return clients;
  const detail = 'no issuer runs here, so an agent cannot get a credential';
  throw new AppError('unavailable', detail, { detail });
}

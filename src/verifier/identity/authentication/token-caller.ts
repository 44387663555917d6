/**
 * Callers by our own access tokens: a person with their present role, an active agent, or an active agent that acts for a person.
 * The token says who calls; the database says what they may do.
 */
import type { Db } from '../../../platform/db/db.ts';
import type { Caller, IncomingCall, Presented } from '../../../platform/http/access.ts';
import type { AssertBound } from '../../../platform/http/bound-tokens/binding.ts';
import { refuseCredential } from '../../../platform/http/bound-tokens/refuse-credential.ts';
import { limitTo } from '../api-keys/caller.ts';
import type { AgentLookup, RoleLookup } from '../api-keys/ports.ts';
import type { Issuer, VerifiedToken } from '../issuer/ports.ts';

export interface TokenCallersDeps {
  readonly db: Db;
  readonly issuer: Pick<Issuer, 'verifyAccessToken'>;
  readonly roles: RoleLookup;
  readonly agents: Pick<AgentLookup, 'findForToken'>;
  readonly assertBound: AssertBound;
}

export type FindTokenCaller = (presented: Presented, call: IncomingCall) => Promise<Caller | undefined>;

export function createTokenCallers(deps: TokenCallersDeps): FindTokenCaller {
  const { issuer, assertBound } = deps;
  return async (presented, call) => {
    const token = await issuer.verifyAccessToken(presented, call);
    if (token === undefined) return undefined;
    await assertBound(token.cnf, presented, call);
    if (token.kind === 'agent') return toAgent(deps, token);
    if (token.kind === 'person') return toPerson(deps, token);
    if (token.kind === 'delegated') return toDelegated(deps, token);
    // Anybody may register a client. Without a person or an agent behind it, it has no role, and scopes alone give no rights.
    throw refuseCredential('the token belongs to a client alone, without a person or an agent', 'client_token');
  };
}

async function toPerson({ db, roles }: TokenCallersDeps, token: VerifiedToken): Promise<Caller> {
  const { subject: user, orgId: organisation } = token;
  const role = await roles.roleOf(db, organisation, user);
  if (role === undefined) throw refuseCredential('the person of the token is no longer a member', 'not_a_member');
  return { user, kind: 'person', role, ...toCommon(token) };
}

async function toAgent(deps: TokenCallersDeps, token: VerifiedToken): Promise<Caller> {
  const { agentId, owners } = await findRunningAgent(deps, token);
  return { user: agentId, kind: 'agent', role: 'agent', ...toCommon(token), owners, agentId };
}

/** Gives the person as the caller, limited to the rights that the acting agent's owners have too. */
async function toDelegated(deps: TokenCallersDeps, token: VerifiedToken): Promise<Caller> {
  const { spiffeId, grantId } = token;
  if (spiffeId === undefined || grantId === undefined)
    throw new Error('a delegated token names its agent and its grant');
  const { agentId, owners } = await findRunningAgent(deps, token);
  return { ...(await toPerson(deps, token)), owners, actor: { agentId, spiffeId, grantId } };
}

/** Gives the agent of a token in its present state. */
async function findRunningAgent({ agents }: TokenCallersDeps, { agentId, epoch, orgId }: VerifiedToken) {
  const agent = agentId === undefined ? undefined : await agents.findForToken(orgId, agentId);
  if (agentId === undefined || agent?.status !== 'active' || agent.epoch !== epoch) {
    throw refuseCredential('the agent of the token is not active, or was suspended since', 'agent_inactive');
  }
  return { agentId, owners: agent.owners };
}

function toCommon({ orgId: organisation, scopes, jti: credentialId }: VerifiedToken) {
  const known = { organisation, authentication: 'oauth', isDeployment: false, credentialId } as const;
  return { ...known, scopes: limitTo(scopes) };
}

/** Our own claims beyond RFC 9068, and the cases in which a token is refused. */
import type { AccessToken, ClientCredentials, KoaContextWithOIDC, UnknownObject } from 'oidc-provider';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type ClientOwner, ownerOf } from './client-owner.ts';
import type { IssuerDependencies } from './ports.ts';
import { accessTokenTtlS, type Resources } from './resources.ts';

export interface TokenClaimsDeps extends Pick<IssuerDependencies, 'agents' | 'members'> {
  readonly db: Db;
  readonly clock: Clock;
  readonly resources: Pick<Resources, 'api'>;
  /** Makes an error of the token endpoint with this description; `invalid_grant` if no other is named. */
  readonly refuse: (description: string, error?: string) => Error;
}

/** Gives the organisation in which a client serves this person; undefined if the person is not a member of it. */
export async function organisationOf(
  { db, members }: Pick<TokenClaimsDeps, 'db' | 'members'>,
  owner: ClientOwner | undefined,
  userId: string,
): Promise<string | undefined> {
  // A client that an organisation registered serves its members; one that registered itself serves everybody.
  const named = owner?.origin === 'token' ? owner.orgId : undefined;
  return (await members.choose(db, userId, named))?.orgId;
}

/** Adds our claims to a new token; throws if the token must be refused. */
export function createTokenClaims(deps: TokenClaimsDeps) {
  const { agents, resources, refuse } = deps;

  const claimsOfAgent = async (token: ClientCredentials, owner: ClientOwner | undefined): Promise<UnknownObject> => {
    if (token.scope === undefined) throw refuse('this resource knows none of the scopes', 'invalid_scope');
    if (owner?.agentId === undefined) throw refuse('this client does not belong to an agent');
    const { orgId, agentId, spiffeId } = owner;
    const agent = await agents.findForToken(orgId, agentId);
    if (agent === undefined) throw refuse('there is no such agent');
    if (agent.status !== 'active') throw refuse(`the agent is ${agent.status}`);
    // Its own token serves for its identity document only: everything else it does in the name of a person.
    if (agent.injectionMethod === 'token_exchange' && token.resourceServer?.audience !== resources.api.uri) {
      const why =
        'the injection method of the agent is token_exchange, so it acts for people only: exchange the token of one';
      throw refuse(why, 'unauthorized_client');
    }
    await agents.noteToken(orgId, agentId);
    // A later suspension raises the epoch, which ends the token that is being made.
    return { sub: spiffeId, org_id: orgId, agent_id: agentId, agent_epoch: agent.epoch };
  };

  const claimsOfPerson = async (token: AccessToken, owner: ClientOwner | undefined): Promise<UnknownObject> => {
    const orgId = await organisationOf(deps, owner, token.accountId);
    if (orgId === undefined) throw refuse('the person belongs to no organisation that this client serves');
    return { org_id: orgId, grant_id: token.grantId };
  };

  return async ({ oidc: { client } }: KoaContextWithOIDC, token: AccessToken | ClientCredentials) => {
    const owner = client === undefined ? undefined : ownerOf(client);
    return token.kind === 'ClientCredentials' ? claimsOfAgent(token, owner) : claimsOfPerson(token, owner);
  };
}

/** Sets the last claims of a JWT: the subject, and the times by the verifier's own clock. */
export function finishClaims(clock: Clock, token: AccessToken | ClientCredentials, payload: UnknownObject): void {
  const nowS = Math.floor(clock.now() / 1000);
  payload['iat'] = nowS;
  payload['exp'] = nowS + accessTokenTtlS;
  const subject = token.extra?.['sub'];
  if (typeof subject === 'string') payload['sub'] = subject;
}

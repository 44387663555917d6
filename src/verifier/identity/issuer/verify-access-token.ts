/** Verifies our access tokens at our own API. */

import { agentIdOf } from '../../../contract/act-claim.ts';
import { type AccessTokenClaims, type AccessTokenReader, badToken } from './access-token.ts';
import type { Issuer, VerifiedToken } from './ports.ts';
import type { TokenState } from './token-state.ts';

export interface VerifyAccessTokenDeps {
  readonly reader: AccessTokenReader;
  readonly state: TokenState;
  /** The audience that stands for our API. */
  readonly audience: string;
}

export function createVerifyAccessToken({
  reader,
  state,
  audience,
}: VerifyAccessTokenDeps): Issuer['verifyAccessToken'] {
  return async ({ credential }) => {
    const claims = await reader.read(credential);
    if (claims === undefined) return undefined;
    if (claims.aud !== audience) throw badToken('it is for another resource');
    await state.assertAlive(claims);
    return toVerified(claims);
  };
}

function toVerified(claims: AccessTokenClaims): VerifiedToken {
  const { sub: subject, client_id: clientId, org_id: orgId, jti, scope = '', agent_id, agent_epoch, cnf } = claims;
  return {
    subject,
    kind: kindOf(claims),
    orgId,
    clientId,
    jti,
    scopes: scope.split(' ').filter((name) => name !== ''),
    ...(agent_id === undefined ? {} : { agentId: agent_id }),
    ...(agent_epoch === undefined ? {} : { epoch: agent_epoch }),
    ...(cnf === undefined ? {} : { cnf }),
    ...toActing(claims),
  };
}

/** Gives the kind of a token's subject. A delegated token names a grant too, but of another kind than a person's own token. */
export function kindOf({ act, agent_id, grant_id }: AccessTokenClaims): VerifiedToken['kind'] {
  if (act !== undefined) return 'delegated';
  if (agent_id !== undefined) return 'agent';
  return grant_id === undefined ? 'client' : 'person';
}

function toActing({ act, grant_id }: AccessTokenClaims): Pick<VerifiedToken, 'agentId' | 'spiffeId' | 'grantId'> {
  if (act === undefined) return {};
  const agentId = agentIdOf(act);
  if (agentId === undefined || grant_id === undefined) throw badToken('it names no acting agent and grant');
  return { agentId, spiffeId: act.sub, grantId: grant_id };
}

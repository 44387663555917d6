/** Callers by an outside issuer's access token: members, with the rights that both membership and roles claim allow. */
import type { Db } from '../../../../platform/db/db.ts';
import type { Caller, IncomingCall } from '../../../../platform/http/access.ts';
import type { AssertBound } from '../../../../platform/http/bound-tokens/binding.ts';
import { refuseCredential } from '../../../../platform/http/bound-tokens/refuse-credential.ts';
import type { OutsideTokens } from '../../../../platform/http/outside-issuer/outside-token.ts';
import { fullScope, knownScopes } from '../../../base/access/actions.ts';
import { limitTo } from '../../api-keys/caller.ts';
import type { Members } from '../../members/service.ts';
import type { FindTokenCaller } from '../token-caller.ts';
import type { OutsideIdentities } from './identities.ts';
import { limitRole } from './role-claim.ts';
import type { RoleClaim } from './settings.ts';

export interface OutsideCallersDeps {
  readonly db: Db;
  readonly tokens: OutsideTokens;
  /** Audience of tokens for our API. */
  readonly audience: string;
  readonly identities: OutsideIdentities;
  readonly members: Pick<Members, 'choose'>;
  readonly roles: RoleClaim | undefined;
  readonly assertBound: AssertBound;
}

export function createOutsideCallers(deps: OutsideCallersDeps): FindTokenCaller {
  const { db, tokens, audience, identities, members, assertBound } = deps;
  return async (presented, call) => {
    if (!tokens.isMeant(presented.credential)) return undefined;
    const claims = await tokens.verify(presented.credential, [audience]);
    await assertBound(claims.cnf, presented, call);
    const person = await identities.find(claims.sub, claims.all);
    const place = person === undefined ? undefined : await members.choose(db, person.id, readOrganisation(call));
    const role = place === undefined ? undefined : limitRole(claims.all, place.role, deps.roles);
    if (person === undefined || place === undefined || role === undefined) {
      throw refuseCredential('the person of the token is not a member here', 'not_a_member');
    }
    const caller: Caller = {
      user: person.id,
      kind: 'person',
      role,
      organisation: place.orgId,
      authentication: 'oauth',
      scopes: toScopes(claims.scopes),
      isDeployment: false,
      ...(claims.tokenId === undefined ? {} : { credentialId: claims.tokenId }),
    };
    return caller;
  };
}

/**
 * Gives our scopes in the token. A token with none of them is limited by the role only: another issuer does not know our scopes.
 */
function toScopes(scopes: readonly string[]): Caller['scopes'] {
  const ours = scopes.filter((scope) => scope === fullScope || knownScopes.includes(scope));
  return ours.length === 0 ? 'all' : limitTo(ours);
}

/** Gives the organisation that a member of several names. */
function readOrganisation({ headers }: IncomingCall): string | undefined {
  const named = headers['x-assay-organization'];
  return typeof named === 'string' ? named : undefined;
}

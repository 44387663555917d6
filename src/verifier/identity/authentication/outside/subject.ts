/** The person of an outside issuer's access token that an agent wants to act for (RFC 8693 subject token). */
import type { Db } from '../../../../platform/db/db.ts';
import { refuseCredential } from '../../../../platform/http/bound-tokens/refuse-credential.ts';
import type { OutsideTokens } from '../../../../platform/http/outside-issuer/outside-token.ts';
import type { Confirmation } from '../../issuer/ports.ts';
import type { Members } from '../../members/service.ts';
import type { OutsideIdentities } from './identities.ts';
import { limitRole } from './role-claim.ts';
import type { RoleClaim } from './settings.ts';

export interface OutsideSubject {
  readonly userId: string;
  readonly email: string;
  readonly scopes: readonly string[];
  /** Whole seconds since the epoch; other issuers may use fractions (RFC 7519 section 2). */
  readonly expiresAtS: number;
  readonly mayAct: unknown;
  readonly cnf: Confirmation | undefined;
  /** The roles claim leaves less than the membership gives, which no other token could express at our own API. */
  readonly isLimited: boolean;
}

/**
 * Gives the person; undefined if the text is no token of that issuer.
 * @throws AppError `unauthorized` for an invalid token, or if the person is no member of this organisation.
 */
export type FindOutsideSubject = (text: string, orgId: string) => Promise<OutsideSubject | undefined>;

export interface OutsideSubjectDeps {
  readonly db: Db;
  readonly tokens: OutsideTokens;
  /** Audience of tokens for our API. */
  readonly audience: string;
  readonly identities: OutsideIdentities;
  readonly members: Pick<Members, 'choose'>;
  readonly roles: RoleClaim | undefined;
}

export function createFindOutsideSubject(deps: OutsideSubjectDeps): FindOutsideSubject {
  const { db, tokens, audience, identities, members, roles } = deps;
  return async (text, orgId) => {
    if (!tokens.isMeant(text)) return undefined;
    const { sub, scopes, expiresAtS, cnf, all } = await tokens.verify(text, [audience]);
    const person = await identities.find(sub, all);
    const place = person === undefined ? undefined : await members.choose(db, person.id, orgId);
    const role = place === undefined ? undefined : limitRole(all, place.role, roles);
    if (person === undefined || place === undefined || role === undefined) {
      throw refuseCredential('the person of the token is not a member here', 'not_a_member');
    }
    return {
      userId: person.id,
      email: place.email,
      scopes,
      cnf,
      expiresAtS,
      mayAct: all['may_act'],
      isLimited: role !== place.role,
    };
  };
}

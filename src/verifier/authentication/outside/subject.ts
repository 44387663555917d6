/** For whom an access token of the outside issuer stands, where an agent is to act for them (RFC 8693 subject token). */
import type { Db } from '../../../platform/db/db.ts';
import { refuseCredential } from '../../../platform/http/bound-tokens/refuse-credential.ts';
import type { OutsideTokens } from '../../../platform/http/outside-issuer/outside-token.ts';
import type { Confirmation } from '../../issuer/seams.ts';
import type { Members } from '../../members/service.ts';
import type { OutsideIdentities } from './identities.ts';
import { limitRole } from './role-claim.ts';
import type { RoleClaim } from './settings.ts';

export interface OutsideSubject {
  readonly userId: string;
  readonly email: string;
  readonly scopes: readonly string[];
  /** Whole seconds since the epoch, though others may write parts of one (RFC 7519 section 2). */
  readonly expiresAtS: number;
  readonly mayAct: unknown;
  readonly cnf: Confirmation | undefined;
  /** The roles claim leaves less than the membership gives: at our own API no other token says so. */
  readonly isLimited: boolean;
}

/**
 * Undefined for a text that is no token of that issuer.
 * @throws AppError `unauthorized` for one that does not hold, or for whoever is no member of this organisation.
 */
export type FindOutsideSubject = (text: string, orgId: string) => Promise<OutsideSubject | undefined>;

export interface OutsideSubjectDeps {
  readonly db: Db;
  readonly tokens: OutsideTokens;
  /** Of tokens for our API. */
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
      throw refuseCredential('whom the token stands for is no member here', 'not_a_member');
    }
    return {
      ...{ userId: person.id, email: place.email, scopes, cnf },
      ...{ expiresAtS, mayAct: all['may_act'] },
      isLimited: role !== place.role,
    };
  };
}

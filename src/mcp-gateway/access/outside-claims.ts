/** Reads the claims of a token of another issuer, and makes the refusal for an unknown subject. Pure. */
import type { OutsideSubjectReason } from '../../contract/outside-subject.ts';
import { AppError } from '../../platform/errors.ts';
import type { OutsideClaims } from '../../platform/http/outside-issuer/outside-token.ts';
import { allScopes } from './token-use.ts';

/** Lists our scopes that the token names: in `scope`, or in `scp` as a text or a list, as some issuers write them. */
export function scopesOf({ scopes, all }: OutsideClaims): string[] {
  const others = [all['scp']].flat().flatMap((name) => (typeof name === 'string' ? name.split(' ') : []));
  return allScopes.filter((scope) => scopes.includes(scope) || others.includes(scope));
}

/** The client that the token was issued to (RFC 9068 section 2.2, or `azp` of OpenID Connect). */
export function clientOf({ all }: OutsideClaims): string | undefined {
  return [all['client_id'], all['azp']].find((name) => typeof name === 'string');
}

export interface OutsidePlace {
  readonly issuer: string;
  readonly signInAt: string | undefined;
}

/** @returns AppError `forbidden` whose text says what to do. */
export function refuseSubject(
  reason: OutsideSubjectReason,
  { issuer, signInAt = 'the verifier' }: OutsidePlace,
): AppError {
  const details: Record<OutsideSubjectReason, string> = {
    unknown_issuer: `The verifier does not know people of ${issuer}. Its operator must set VERIFIER_OIDC_ISSUER to it.`,
    unknown_person: `This account does not belong to a member of the organisation of this gateway. Sign in with it once at ${signInAt}/login. If you are not a member yet, ask an admin for an invitation.`,
    limited:
      'This token names weaker roles than the membership and is not accepted here. Get a token with the roles of the membership.',
  };
  const detail = details[reason];
  return new AppError('forbidden', 'the subject of the outside token is unknown', {
    detail,
    extensions: { reason },
  });
}

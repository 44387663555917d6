/** The settings of the outside issuer. */

import { type MemberRole, memberRoles } from '../../../../contract/api/members/states.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { Secret } from '../../../../platform/secret.ts';
import { parseUrl } from '../../../../platform/url.ts';
import type { VerifierConfig } from '../../../base/config.ts';

export interface OutsideSettings {
  /** Compared byte by byte with `iss`. */
  readonly issuer: string;
  /** Name on the login button. */
  readonly name: string;
  /** `aud` of access tokens for our API; undefined: none is accepted. */
  readonly audience: string | undefined;
  /** Our client at the issuer; undefined: nobody signs in there. */
  readonly client: { readonly id: string; readonly secret: Secret | undefined } | undefined;
  /** The claim that takes rights away; undefined: none does. */
  readonly roles: RoleClaim | undefined;
}

export interface RoleClaim {
  readonly claim: string;
  readonly byValue: ReadonlyMap<string, MemberRole>;
}

/** @returns undefined without an outside issuer. @throws AppError `config` for contradictory settings. */
export function readOutsideSettings(config: VerifierConfig): OutsideSettings | undefined {
  const issuer = config.VERIFIER_OIDC_ISSUER;
  if (issuer === undefined) return undefined;
  if (parseUrl(issuer) === undefined || /[?#]/.test(issuer))
    throw wrong('VERIFIER_OIDC_ISSUER must be a URL without query and fragment');
  const { VERIFIER_OIDC_AUDIENCE: audience, VERIFIER_OIDC_CLIENT_ID: clientId } = config;
  if (audience === undefined && clientId === undefined) {
    throw wrong(
      'VERIFIER_OIDC_ISSUER needs VERIFIER_OIDC_AUDIENCE (its access tokens), VERIFIER_OIDC_CLIENT_ID (signing in), or both',
    );
  }
  // Otherwise every id_token, which browsers and logs see, would be an access token here.
  if (audience === clientId) throw wrong('VERIFIER_OIDC_AUDIENCE must not be the client id: it names our API');
  return {
    issuer,
    name: config.VERIFIER_OIDC_NAME ?? new URL(issuer).host,
    audience,
    client: clientId === undefined ? undefined : { id: clientId, secret: config.VERIFIER_OIDC_CLIENT_SECRET },
    roles: readRoles(config),
  };
}

function readRoles({
  VERIFIER_OIDC_ROLES_CLAIM: claim,
  VERIFIER_OIDC_ROLES: text,
}: VerifierConfig): RoleClaim | undefined {
  if (claim === undefined) {
    if (text !== undefined) throw wrong('VERIFIER_OIDC_ROLES needs VERIFIER_OIDC_ROLES_CLAIM');
    return undefined;
  }
  const pairs = text === undefined ? memberRoles.map((role) => [role, role] as const) : text.split(',').map(readPair);
  return { claim, byValue: new Map(pairs) };
}

function readPair(pair: string): readonly [string, MemberRole] {
  const at = pair.lastIndexOf('=');
  const value = pair.slice(0, Math.max(0, at)).trim();
  const role = memberRoles.find((name) => name === pair.slice(at + 1).trim());
  if (value !== '' && role !== undefined) return [value, role];
  throw wrong(
    `VERIFIER_OIDC_ROLES takes pairs such as platform-team=operator, with the roles ${memberRoles.join(', ')}`,
  );
}

function wrong(detail: string): AppError {
  return new AppError('config', detail, { detail });
}

/**
 * Checks access tokens of an outside issuer (RFC 9068 section 4, RFC 8725): its signature, its audience, its validity
 * now.
 */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import type { Confirmation } from '../bound-tokens/binding.ts';
import { refuseCredential } from '../bound-tokens/refuse-credential.ts';
import type { KeySource } from './key-source.ts';

export interface OutsideTokens {
  /** True for a text whose claims name this issuer. It is judged here and nowhere else. */
  isMeant(text: string): boolean;
  /**
   * @param audiences the token must be meant for one of these
   * @throws AppError `unauthorized` with the reason, `unavailable` when the issuer's keys cannot be fetched
   */
  verify(text: string, audiences: readonly string[]): Promise<OutsideClaims>;
}

/** Claims of a token with a fixed meaning. The others are for the roles claim. */
export interface OutsideClaims {
  readonly sub: string;
  /** Whole seconds since the epoch, though others may write fractions (RFC 7519 section 2). */
  readonly expiresAtS: number;
  readonly scopes: readonly string[];
  readonly tokenId: string | undefined;
  readonly cnf: Confirmation | undefined;
  readonly all: Readonly<Record<string, unknown>>;
}

export interface OutsideTokensDeps {
  readonly issuer: string;
  readonly keys: Pick<KeySource, 'getKey'>;
  readonly clock: Clock;
}

/** Asymmetric algorithms only: with a symmetric one, every reader of the published key could sign. */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
const types = new Set(['at+jwt', 'application/at+jwt', 'jwt']);
/** Allowed clock difference, in seconds. */
export const outsideSkewS = 30;

const ClaimsSchema = Type.Object({
  // No database can hold U+0000.
  sub: Type.String({ pattern: '^[^\\u0000]{1,255}$' }),
  exp: Type.Number(),
  scope: Type.Optional(Type.String({ maxLength: 4_096 })),
  jti: Type.Optional(Type.String({ maxLength: 256 })),
  cnf: Type.Optional(Type.Object({ jkt: Type.Optional(Type.String()), 'x5t#S256': Type.Optional(Type.String()) })),
  // Marks of an id_token, which is no access token though its form may be the same.
  nonce: Type.Optional(Type.Never()),
  at_hash: Type.Optional(Type.Never()),
  c_hash: Type.Optional(Type.Never()),
  // Another party acts for the subject there (RFC 8693). Nobody consented to that here, so the subject is not the
  // caller.
  act: Type.Optional(Type.Never()),
});
const claimsShape = Compile(ClaimsSchema);

export function createOutsideTokens({ issuer, keys, clock }: OutsideTokensDeps): OutsideTokens {
  return {
    isMeant: (text) => readIssuer(text) === issuer,
    async verify(text, audiences) {
      const { jwtVerify } = await import('jose');
      try {
        const { payload, protectedHeader } = await jwtVerify(text, keys.getKey, {
          issuer,
          audience: [...audiences],
          algorithms,
          clockTolerance: outsideSkewS,
          requiredClaims: ['exp', 'sub'],
          currentDate: new Date(clock.now()),
        });
        if (!types.has(String(protectedHeader.typ).toLowerCase())) throw invalid('its type is not at+jwt or JWT');
        if (!claimsShape.Check(payload)) throw invalid('its claims do not match an access token');
        const { sub, scope = '', jti, cnf, exp } = payload;
        const scopes = scope.split(' ').filter((name) => name !== '');
        return { sub, scopes, expiresAtS: Math.floor(exp), tokenId: jti, cnf: toConfirmation(cnf), all: payload };
      } catch (error) {
        if (error instanceof AppError) throw error;
        if (error instanceof Error && 'code' in error && error.code === 'ERR_JWT_EXPIRED') {
          throw refuseCredential('the token has expired', 'token_expired', error);
        }
        throw invalid('it does not hold', error);
      }
    },
  };
}

/** Reads the issuer without verification, only to choose who judges the token. */
function readIssuer(text: string): string | undefined {
  const [, payload] = /^[A-Za-z0-9_-]+\.([A-Za-z0-9_-]+)\.[A-Za-z0-9_-]*$/.exec(text) ?? [];
  if (payload === undefined) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    const issuer: unknown = typeof claims === 'object' && claims !== null && 'iss' in claims ? claims.iss : undefined;
    return typeof issuer === 'string' ? issuer : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function toConfirmation(cnf: { jkt?: string; 'x5t#S256'?: string } | undefined): Confirmation | undefined {
  if (cnf === undefined) return undefined;
  const { jkt, 'x5t#S256': thumbprint } = cnf;
  // A binding of an unknown kind cannot be checked, so the token is refused.
  if (jkt === undefined && thumbprint === undefined) throw invalid('it is bound in an unknown way');
  return { ...(jkt === undefined ? {} : { jkt }), ...(thumbprint === undefined ? {} : { 'x5t#S256': thumbprint }) };
}

function invalid(why: string, cause?: unknown): AppError {
  return refuseCredential(`the token of the outside issuer is refused: ${why}`, 'token_invalid', cause);
}

/** Checks access tokens of an outside issuer (RFC 9068 section 4, RFC 8725): signed by it, meant for us, good now. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import type { Confirmation } from '../bound-tokens/binding.ts';
import { refuseCredential } from '../bound-tokens/refuse-credential.ts';
import type { KeySource } from './key-source.ts';

export interface OutsideTokens {
  /** True for a text that names this issuer in its claims: it is judged here and nowhere else. */
  isMeant(text: string): boolean;
  /**
   * @param audiences of these it must be meant for one.
   * @throws AppError `unauthorized` with the reason, `unavailable` when the issuer's keys cannot be had.
   */
  verify(text: string, audiences: readonly string[]): Promise<OutsideClaims>;
}

/** What counts of a token; the others are for the roles claim. */
export interface OutsideClaims {
  readonly sub: string;
  /** Whole seconds since the epoch, though others may write parts of one (RFC 7519 section 2). */
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

/** Asymmetric ones alone: with a symmetric one whoever reads the published key could sign. */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
const types = new Set(['at+jwt', 'application/at+jwt', 'jwt']);
/** Between two clocks, in seconds. */
export const outsideSkewS = 30;

const ClaimsSchema = Type.Object({
  // No store holds U+0000.
  sub: Type.String({ pattern: '^[^\\u0000]{1,255}$' }),
  exp: Type.Number(),
  scope: Type.Optional(Type.String({ maxLength: 4_096 })),
  jti: Type.Optional(Type.String({ maxLength: 256 })),
  cnf: Type.Optional(Type.Object({ jkt: Type.Optional(Type.String()), 'x5t#S256': Type.Optional(Type.String()) })),
  // Marks of an id_token, which is no access token though its form may be the same.
  nonce: Type.Optional(Type.Never()),
  at_hash: Type.Optional(Type.Never()),
  c_hash: Type.Optional(Type.Never()),
  // Somebody acts for the subject there (RFC 8693): nobody consented to that here, so it is not the person who calls.
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
          ...{
            issuer,
            audience: [...audiences],
            algorithms,
            clockTolerance: outsideSkewS,
            requiredClaims: ['exp', 'sub'],
          },
          currentDate: new Date(clock.now()),
        });
        if (!types.has(String(protectedHeader.typ).toLowerCase())) throw invalid('its type is not at+jwt or JWT');
        if (!claimsShape.Check(payload)) throw invalid('its claims are not those of an access token');
        const { sub, scope = '', jti, cnf, exp } = payload;
        const scopes = scope.split(' ').filter((name) => name !== '');
        return {
          ...{ sub, scopes, expiresAtS: Math.floor(exp), tokenId: jti, cnf: toConfirmation(cnf), all: payload },
        };
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

/** Unverified: only to know who is to judge it. */
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
  // A binding of a kind that is not known here cannot be checked, so the token is not taken.
  if (jkt === undefined && thumbprint === undefined) throw invalid('it is bound in a way that is not known here');
  return { ...(jkt === undefined ? {} : { jkt }), ...(thumbprint === undefined ? {} : { 'x5t#S256': thumbprint }) };
}

function invalid(why: string, cause?: unknown): AppError {
  return refuseCredential(`the token of the outside issuer is refused: ${why}`, 'token_invalid', cause);
}

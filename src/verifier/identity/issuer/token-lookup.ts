/** Finds a token for introspection and revocation: a JWT of ours, or the record of an opaque one. */
import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { type AccessTokenReader, readClaims } from './access-token.ts';
import { delegatedTokensTable } from './delegated-tokens-table.ts';
import { digestOf } from './digest.ts';
import { oauthRecordsTable } from './tables.ts';
import type { TokenState } from './token-state.ts';

/** A valid token. */
export interface FoundToken {
  readonly kind: 'jwt' | 'opaque' | 'refresh';
  readonly clientId: string;
  /** Absent for tokens that only say who a person is. */
  readonly orgId?: string;
  readonly grantId?: string;
  /** Revoked by this id; a token without one is deleted. */
  readonly jti?: string;
  readonly expiresAtMs: number;
  /** Claims for introspection (RFC 7662 section 2.2). */
  readonly claims: Readonly<Record<string, unknown>>;
}

export type FindToken = (token: string) => Promise<FoundToken | undefined>;

export interface FindTokenDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly issuer: string;
  readonly reader: AccessTokenReader;
  readonly state: TokenState;
}

const text = Type.Optional(Type.String());
const PayloadSchema = Type.Object({
  clientId: Type.String(),
  kind: Type.String(),
  iat: Type.Optional(Type.Number()),
  exp: Type.Number(),
  aud: text,
  scope: text,
  accountId: text,
  grantId: text,
  jkt: text,
  'x5t#S256': text,
  extra: Type.Optional(
    Type.Object({
      org_id: text,
      sub: text,
      agent_id: text,
      grant_id: text,
      agent_epoch: Type.Optional(Type.Integer()),
    }),
  ),
});
type Payload = Static<typeof PayloadSchema>;

const payloadCheck = Compile(PayloadSchema);
const kinds = ['AccessToken', 'ClientCredentials', 'RefreshToken'];

/** Finds a valid token of any form; undefined for any other text. */
export function createFindToken(deps: FindTokenDeps): FindToken {
  return async (token) => {
    if (token.includes('.')) return findJwt(deps, token);
    return (await findOpaque(deps, token)) ?? (await findDelegated(deps, token));
  };
}

async function findJwt({ reader, state }: FindTokenDeps, token: string): Promise<FoundToken | undefined> {
  try {
    const claims = await reader.read(token);
    if (claims === undefined) return undefined;
    await state.assertAlive(claims);
    const { client_id: clientId, org_id: orgId, jti, exp, cnf } = claims;
    const base = { kind: 'jwt', clientId, orgId, jti, expiresAtMs: exp * 1000 } as const;
    return { ...base, claims: { ...claims, token_type: cnf?.jkt === undefined ? 'Bearer' : 'DPoP' } };
  } catch (error) {
    return unlessBad(error);
  }
}

async function findOpaque(deps: FindTokenDeps, token: string): Promise<FoundToken | undefined> {
  const { db, clock, issuer, state } = deps;
  const table = oauthRecordsTable;
  const id = digestOf(token);
  const [row] = await db
    .select({ payload: table.payload, expires_at: table.expires_at })
    .from(table)
    .where(
      and(
        ...[inArray(table.model, kinds), eq(table.id_sha256, id)],
        ...[gt(table.expires_at, clock.now()), isNull(table.consumed_at)],
      ),
    );
  if (row === undefined || !payloadCheck.Check(row.payload)) return undefined;
  const { payload } = row;
  const { extra = {}, clientId, grantId, accountId } = payload;
  const sub = extra.sub ?? accountId ?? clientId;
  try {
    // An opaque token has no JWT id: its hash stands in, which is in no revocation list.
    const { agent_id, agent_epoch, org_id: orgId } = extra;
    await state.assertAlive({
      jti: id,
      client_id: clientId,
      org_id: orgId,
      sub,
      ...(agent_id === undefined ? {} : { agent_id }),
      ...(agent_epoch === undefined ? {} : { agent_epoch }),
      ...(grantId === undefined ? {} : { grant_id: grantId }),
    });
  } catch (error) {
    return unlessBad(error);
  }
  return {
    kind: payload.kind === 'RefreshToken' ? 'refresh' : 'opaque',
    clientId,
    expiresAtMs: row.expires_at,
    ...(extra.org_id === undefined ? {} : { orgId: extra.org_id }),
    ...(grantId === undefined ? {} : { grantId }),
    claims: toClaims(payload, { iss: issuer, sub }),
  };
}

/** Finds an opaque delegated token: its claims are in its record, and are read as those of a JWT. */
async function findDelegated({ db, clock, state }: FindTokenDeps, token: string): Promise<FoundToken | undefined> {
  const table = delegatedTokensTable;
  const [row] = await db
    .select({ claims: table.claims, expires_at: table.expires_at })
    .from(table)
    .where(and(eq(table.token_sha256, digestOf(token)), gt(table.expires_at, clock.now())));
  if (row === undefined) return undefined;
  const claims = readClaims(row.claims);
  try {
    await state.assertAlive(claims);
  } catch (error) {
    return unlessBad(error);
  }
  const { client_id: clientId, org_id: orgId, jti, cnf } = claims;
  return {
    kind: 'opaque',
    clientId,
    orgId,
    jti,
    expiresAtMs: row.expires_at,
    claims: { ...claims, token_type: cnf?.jkt === undefined ? 'Bearer' : 'DPoP' },
  };
}

function toClaims(payload: Payload, own: { iss: string; sub: string }) {
  const { extra = {}, aud, scope, jkt, 'x5t#S256': thumbprint } = payload;
  const cnf = {
    ...(jkt === undefined ? {} : { jkt }),
    ...(thumbprint === undefined ? {} : { 'x5t#S256': thumbprint }),
  };
  return {
    ...extra,
    ...own,
    client_id: payload.clientId,
    exp: payload.exp,
    iat: payload.iat,
    aud,
    scope,
    token_type: jkt === undefined ? 'Bearer' : 'DPoP',
    ...(Object.keys(cnf).length === 0 ? {} : { cnf }),
  };
}

/** Turns the error of an invalid token into undefined; throws any other error again. */
function unlessBad(error: unknown): undefined {
  if (error instanceof AppError && error.extensions?.['error'] === 'invalid_token') return undefined;
  throw error;
}

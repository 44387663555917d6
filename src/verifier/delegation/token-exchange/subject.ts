/**
 * Check 3: the person that the agent wants to act for. The token is the person's own, or one that an agent has for the person.
 */
import { eq } from 'drizzle-orm';
import type { ActClaim } from '../../../contract/act-claim.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { isAppError } from '../../../platform/errors.ts';
import type { FindOutsideSubject } from '../../identity/authentication/outside/subject.ts';
import type { AccessTokenClaims } from '../../identity/issuer/access-token.ts';
import { delegatedTokensTable } from '../../identity/issuer/delegated-tokens-table.ts';
import type { Confirmation, GrantParts } from '../../identity/issuer/ports.ts';
import { kindOf } from '../../identity/issuer/verify-access-token.ts';
import { toScopes } from './narrow.ts';
import { refuseExchange } from './refusals.ts';

export interface Subject {
  readonly userId: string;
  /** Domain of the person's address. */
  readonly accountDomain: string;
  readonly scopes: readonly string[];
  /** Seconds since the epoch. */
  readonly expiresAtS: number;
  readonly cnf: Confirmation | undefined;
  /** The only actor that may act, if the token names one. */
  readonly mayAct: unknown;
  /** True if another issuer leaves the person less than our own API would. */
  readonly isLimited: boolean;
  /** `jti` of our tokens that the new one comes from. */
  readonly ancestors: readonly string[];
  /** Of a person's own token from us: the grant of the application that has it. */
  readonly ownGrant?: string | undefined;
  /** For a token that an agent has for the person. */
  readonly chain?: Chain;
}

export interface Chain {
  readonly act: ActClaim;
  /** Grants that it depends on. */
  readonly grants: readonly string[];
  /** The tools that it allows; undefined: all. */
  readonly tools: readonly string[] | undefined;
}

export interface SubjectDeps extends Pick<GrantParts, 'reader' | 'state'> {
  readonly db: Db;
  readonly clock: Clock;
  /** The audience that stands for our API. */
  readonly audience: string;
  readonly findOutsideSubject: FindOutsideSubject | undefined;
}

/** @throws AppError `subject_token_invalid`; `unavailable` if an outside issuer's keys cannot be fetched. */
export async function findSubject(deps: SubjectDeps, token: string, orgId: string): Promise<Subject> {
  try {
    const { email, ...found } = (await readOutside(deps, token, orgId)) ?? (await readOwn(deps, token, orgId));
    // A token of another issuer may be valid only by the clock leeway: the new one would already be expired.
    if (found.expiresAtS <= Math.floor(deps.clock.now() / 1000)) throw refuseSubject('it has expired');
    return { ...found, accountDomain: email.slice(email.lastIndexOf('@') + 1).toLowerCase() };
  } catch (error) {
    // The same refusals as for a credential at our API, with the same text.
    if (isAppError(error, 'unauthorized')) throw refuseSubject(error.publicText, error);
    throw error;
  }
}

interface Found extends Omit<Subject, 'accountDomain'> {
  /** Finds active members only. */
  readonly email: string;
}

async function readOutside(deps: SubjectDeps, token: string, orgId: string): Promise<Found | undefined> {
  const subject = await deps.findOutsideSubject?.(token, orgId);
  return subject === undefined ? undefined : { ...subject, ancestors: [] };
}

async function readOwn(deps: SubjectDeps, token: string, orgId: string): Promise<Found> {
  const claims = await deps.reader.read(token);
  if (claims === undefined) throw refuseSubject('it is not an access token of a trusted issuer');
  if (claims.aud !== deps.audience) throw refuseSubject('it is for another resource');
  const kind = kindOf(claims);
  if (kind !== 'person' && kind !== 'delegated') throw refuseSubject('it does not name a person');
  if (claims.org_id !== orgId) throw refuseSubject('it belongs to another organisation');
  const { email } = await deps.state.assertAlive(claims);
  if (email === null) throw refuseSubject('the person does not exist or is disabled');
  const common = {
    email,
    userId: claims.sub,
    scopes: toScopes(claims.scope),
    expiresAtS: claims.exp,
    cnf: claims.cnf,
    mayAct: undefined,
    isLimited: false,
  };
  const { act, grant_id: grantId } = claims;
  if (act === undefined || grantId === undefined) return { ...common, ancestors: [claims.jti], ownGrant: grantId };
  const ancestors = [...(await readAncestors(deps.db, claims)), claims.jti];
  return {
    ...common,
    ancestors,
    chain: { act, grants: [...(claims.parent_grants ?? []), grantId], tools: claims.tools },
  };
}

async function readAncestors(db: Db, { jti }: AccessTokenClaims): Promise<readonly string[]> {
  const table = delegatedTokensTable;
  const [row] = await db.select({ ancestors: table.ancestors }).from(table).where(eq(table.jti, jti));
  if (row === undefined) throw refuseSubject('it is unknown');
  return row.ancestors;
}

function refuseSubject(why: string, cause?: unknown) {
  return refuseExchange(
    'subject_token_invalid',
    why.startsWith('the ') ? why : `the subject token is refused: ${why}`,
    {
      cause,
    },
  );
}

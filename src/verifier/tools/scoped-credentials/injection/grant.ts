/**
 * Checks for whom a gateway may ask: for an agent that runs, and for a person only under a consent that is valid now. The
 * gateway has checked the delegated token; the consent itself is read here, so that a revocation takes effect at once.
 */
import { and, eq } from 'drizzle-orm';
import { agentIdOf } from '../../../../contract/act-claim.ts';
import type { InjectionQuestion } from '../../../../contract/injection.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { AppError, isAppError } from '../../../../platform/errors.ts';
import { createSecret, type Secret } from '../../../../platform/secret.ts';
import type { Agents } from '../../../configuration/agents/service.ts';
import { assertRunning } from '../../../configuration/agents/standing.ts';
import { delegationGrantsTable } from '../../../delegation/delegations/tables.ts';
import { isActive } from '../../../delegation/delegations/views.ts';
import type { AccessTokenClaims } from '../../../identity/issuer/access-token.ts';
import type { GrantParts } from '../../../identity/issuer/ports.ts';

export interface GrantCheckDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly agents: Pick<Agents, 'find' | 'findStanding'>;
  readonly tokens: Pick<GrantParts, 'reader' | 'state'>;
}

export interface Delegated {
  readonly userId: string;
  readonly grantId: string;
  /** End of the consent, in milliseconds since the epoch. */
  readonly until: number;
  /** The token of the call, as the gateway has it; not checked yet. */
  readonly token: Secret | undefined;
}

/** Gives the agent's workspace. @throws AppError `not_found` (`unknown_agent`), `agent_suspended` and the like. */
export async function findAgent({ db, agents }: GrantCheckDeps, orgId: string, id: string): Promise<string> {
  const agent = await agents.find(db, orgId, id);
  if (agent === undefined) {
    const detail = 'this agent is unknown';
    throw new AppError('not_found', detail, { detail, extensions: { reason: 'unknown_agent' } });
  }
  assertRunning((await agents.findStanding(db, orgId, id)) ?? agent);
  return agent.workspace_id;
}

/** Gives undefined for a call in the agent's own name. @throws AppError `forbidden` (`no_active_delegation`). */
export async function findDelegated(
  { db, clock }: GrantCheckDeps,
  orgId: string,
  { agent_id: agentId, on_behalf_of: asked }: InjectionQuestion,
): Promise<Delegated | undefined> {
  if (asked === undefined) return undefined;
  const table = delegationGrantsTable;
  const { subject_id: userId, grant_id: grantId, token } = asked;
  const [row] = await db
    .select()
    .from(table)
    .where(and(eq(table.org_id, orgId), eq(table.id, grantId)));
  const isOfThem = row?.agent_id === agentId && row.subject_id === userId;
  if (row === undefined || !isOfThem || !isActive(row, clock.now())) {
    throw refuse('the person has not allowed this agent to act for them', 'no_active_delegation');
  }
  const shown = token === undefined ? undefined : createSecret(token);
  return { userId, grantId, until: row.expires_at, token: shown };
}

/**
 * Checks that a token to be exchanged is this person's, for this agent, under this consent. With another token the agent
 * would get somebody else's access. Gives the end of its validity in milliseconds since the epoch.
 * @throws AppError `forbidden` (`token_mismatch`).
 */
export async function checkDelegatedToken(
  { tokens }: GrantCheckDeps,
  orgId: string,
  agentId: string,
  { userId, grantId }: Delegated,
  token: Secret,
): Promise<number> {
  const claims = await readAlive(tokens, token);
  const isTheirs =
    claims?.act !== undefined &&
    agentIdOf(claims.act) === agentId &&
    claims.org_id === orgId &&
    claims.sub === userId &&
    claims.grant_id === grantId;
  if (!isTheirs) throw refuse('the token does not belong to this person, agent and consent', 'token_mismatch');
  return claims.exp * 1000;
}

/** @throws AppError `forbidden` for a token of ours that is no longer valid. */
async function readAlive(
  { reader, state }: GrantCheckDeps['tokens'],
  token: Secret,
): Promise<AccessTokenClaims | undefined> {
  try {
    const claims = await reader.read(token.reveal());
    if (claims !== undefined) await state.assertAlive(claims);
    return claims;
  } catch (error) {
    if (isAppError(error, 'unauthorized')) throw refuse(error.publicText, 'token_mismatch', error);
    throw error;
  }
}

function refuse(detail: string, reason: string, cause?: unknown): AppError {
  return new AppError('forbidden', detail, {
    detail,
    extensions: { reason },
    ...(cause === undefined ? {} : { cause }),
  });
}

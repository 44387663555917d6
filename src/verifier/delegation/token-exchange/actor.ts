/** Check 4: the agent that acts. Its token is a JWT-SVID or its own access token, and is used once. */
import { isAppError } from '../../../platform/errors.ts';
import type { AgentStanding, AgentStandings } from '../../configuration/agents/standing.ts';
import { digestOf } from '../../identity/issuer/digest.ts';
import type { Confirmation, GrantParts, Replays } from '../../identity/issuer/ports.ts';
import type { SvidResult } from '../../identity/spiffe/verify-jwt-svid.ts';
import type { ExchangeRequest } from './parameters.ts';
import { refuseExchange } from './refusals.ts';

export interface Actor {
  readonly agent: AgentStanding;
  /** Seconds since the epoch. */
  readonly expiresAtS: number;
  readonly cnf: Confirmation | undefined;
}

export interface ActorDeps extends Pick<GrantParts, 'reader' | 'state'> {
  readonly issuer: string;
  /** Our API, the audience of agents' access tokens. */
  readonly audience: string;
  readonly now: () => number;
  readonly agents: Pick<AgentStandings, 'findByIdentity' | 'findForToken'>;
  readonly checkJwtSvid: (token: string, audience: string) => Promise<SvidResult>;
  readonly replays: Replays;
}

export interface ShownActor extends Actor {
  /** Identifies the token. */
  readonly id: string;
}

/** The clocks of the processes differ by less than this: after it no process accepts the token, so it need not be remembered. */
const rememberS = 60;

/** Gives the agent of the actor token. @throws AppError `actor_token_invalid`. */
export async function readActor(deps: ActorDeps, { actorToken, actorKind }: ExchangeRequest): Promise<ShownActor> {
  const actor = await (actorKind === 'svid' ? readSvid(deps, actorToken) : readAccessToken(deps, actorToken));
  // A document that is valid only by the clock leeway would make an expired token.
  if (actor.expiresAtS * 1000 <= deps.now()) throw refuseActor('it has expired');
  return actor;
}

/** Marks the token as used. @throws AppError `actor_token_replayed`. */
export async function markShown({ replays }: ActorDeps, { id, agent, expiresAtS }: ShownActor): Promise<void> {
  if (await replays.isFirst(`actor ${agent.spiffeId}`, id, (expiresAtS + rememberS) * 1000)) return;
  throw refuseExchange('actor_token_replayed', 'the actor token was shown before: get a new one for each exchange');
}

async function readSvid(deps: ActorDeps, token: string): Promise<ShownActor> {
  const result = await deps.checkJwtSvid(token, deps.issuer);
  if (!result.ok) throw refuseActor(`it is not an identity document for this issuer (${result.fault})`);
  const { spiffeId, expiresAtS, jti } = result.svid;
  const agent = await deps.agents.findByIdentity(spiffeId);
  if (agent === undefined) throw refuseActor('it names no agent');
  // Without a `jti` its signed part identifies it: the same content can have several valid signatures.
  const id = jti ?? digestOf(token.slice(0, token.lastIndexOf('.')));
  return { id, agent, expiresAtS: Math.floor(expiresAtS), cnf: undefined };
}

async function readAccessToken(deps: ActorDeps, token: string): Promise<ShownActor> {
  try {
    const claims = await deps.reader.read(token);
    const agentId = claims?.act === undefined ? claims?.agent_id : undefined;
    if (claims === undefined || agentId === undefined) throw refuseActor('it is not an access token of an agent');
    if (claims.aud !== deps.audience) throw refuseActor('it is for another resource');
    const agent = await deps.agents.findForToken(claims.org_id, agentId);
    if (agent === undefined) throw refuseActor('it names no agent');
    // A later check refuses an agent that must not run.
    if (agent.status === 'active') await deps.state.assertAlive(claims);
    return { id: claims.jti, agent, expiresAtS: claims.exp, cnf: claims.cnf };
  } catch (error) {
    if (isAppError(error, 'unauthorized')) throw refuseActor(error.publicText, error);
    throw error;
  }
}

function refuseActor(why: string, cause?: unknown) {
  return refuseExchange('actor_token_invalid', why.startsWith('the ') ? why : `the actor token is refused: ${why}`, {
    cause,
  });
}

/** The agents behind a token: the one that acts now, and those before it. */
import { and, eq, inArray } from 'drizzle-orm';
import { Compile } from 'typebox/compile';
import { ActClaimSchema } from '../../../contract/act-claim.ts';
import type { ChainActor, TokenChain } from '../../../contract/api/on-behalf-of/shapes.ts';
import { type Clock, toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError, isAppError } from '../../../platform/errors.ts';
import type { Author } from '../../base/control/author.ts';
import { agentsTable } from '../../configuration/agents/tables.ts';
import { type DelegatedTokenRow, delegatedTokensTable } from '../../identity/issuer/delegated-tokens-table.ts';
import type { TokenState } from '../../identity/issuer/token-state.ts';
import { isOverseer } from '../delegations/rules.ts';
import { type DelegationGrantRow, delegationGrantsTable } from '../delegations/tables.ts';
import { toGrant } from '../delegations/views.ts';

export interface ChainDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly state: TokenState;
}

/** @throws AppError `not_found` for an unknown token, or one that the author may not see. */
export type ReadChain = (author: Author, jti: string) => Promise<TokenChain>;

type AgentOf = Pick<typeof agentsTable.$inferSelect, 'id' | 'spiffe_id' | 'owners' | 'editors'>;

interface Found {
  readonly token: DelegatedTokenRow;
  readonly before: readonly DelegatedTokenRow[];
  readonly grants: readonly DelegationGrantRow[];
  readonly agents: readonly AgentOf[];
}

const act = Compile(ActClaimSchema);

export function createReadChain({ db, clock, state }: ChainDeps): ReadChain {
  return async (author, jti) => {
    const found = await readFound(db, author.orgId, jti);
    if (found === undefined || !maySee(author, found)) throw noToken();
    const { token } = found;
    const now = clock.now();
    const endedBy = token.expires_at <= now ? 'it has expired' : await readEnd(state, token);
    return {
      jti: token.jti,
      org_id: token.org_id,
      subject: token.subject_id,
      resource: token.resource,
      scope: textOf(token, 'scope'),
      client_id: token.client_id,
      grant_id: token.grant_id,
      issued_at: toTimestamp(token.issued_at),
      expires_at: toTimestamp(token.expires_at),
      alive: endedBy === null,
      ended_by: endedBy,
      actors: toActors(found, now),
    };
  };
}

async function readFound(db: Db, orgId: string, jti: string): Promise<Found | undefined> {
  const tokens = delegatedTokensTable;
  const grants = delegationGrantsTable;
  const agents = agentsTable;
  const [token] = await db
    .select()
    .from(tokens)
    .where(and(eq(tokens.org_id, orgId), eq(tokens.jti, jti)));
  if (token === undefined) return undefined;
  const before =
    token.ancestors.length === 0
      ? []
      : await db
          .select()
          .from(tokens)
          .where(and(eq(tokens.org_id, orgId), inArray(tokens.jti, [...token.ancestors])));
  const line = [token, ...before];
  return {
    token,
    before,
    grants: await db
      .select()
      .from(grants)
      .where(and(eq(grants.org_id, orgId), inArray(grants.id, [...line.map(({ grant_id }) => grant_id)]))),
    agents: await db
      .select({ id: agents.id, spiffe_id: agents.spiffe_id, owners: agents.owners, editors: agents.editors })
      .from(agents)
      .where(and(eq(agents.org_id, orgId), inArray(agents.id, [...line.map(({ agent_id }) => agent_id)]))),
  };
}

/**
 * Tells whether the author may see the token: the person it is for, its agents, their owners and editors, and roles that see
 * everything.
 */
function maySee({ user, kind, role, actor }: Author, { token, agents }: Found): boolean {
  if (kind === 'gateway') return false;
  if (kind === 'agent') return agents.some(({ id }) => id === user);
  if (actor !== undefined && !agents.some(({ id }) => id === actor.agentId)) return false;
  if (isOverseer(role) || token.subject_id === user) return true;
  return agents.some(({ owners, editors }) => owners.includes(user) || editors.includes(user));
}

/** Makes the same check as each use of the token. */
async function readEnd(state: TokenState, token: DelegatedTokenRow): Promise<string | null> {
  const { jti, client_id, subject_id: sub, grant_id, org_id, claims } = token;
  const actor = claims['act'];
  if (!act.Check(actor)) throw new Error('the record of a delegated token names its actor');
  try {
    await state.assertAlive({ jti, client_id, sub, grant_id, org_id, act: actor });
    return null;
  } catch (error) {
    if (isAppError(error, 'unauthorized')) return error.publicText;
    throw error;
  }
}

/** Gives the agents that the token names, each with the token under which it acted, if that is still stored. */
function toActors({ token, before, grants, agents }: Found, now: number): ChainActor[] {
  const actors: ChainActor[] = [];
  const rest = [...before];
  let level: unknown = token.claims['act'];
  for (let own: DelegatedTokenRow | undefined = token; act.Check(level); ) {
    const { sub, iss } = level;
    const grant = grants.find(({ id }) => id === own?.grant_id);
    actors.push({
      sub,
      iss,
      agent_id: agents.find(({ spiffe_id }) => spiffe_id === sub)?.id ?? null,
      jti: own?.jti ?? null,
      grant: grant === undefined ? null : toShownGrant(grant, now),
      issued_at: own === undefined ? null : toTimestamp(own.issued_at),
      expires_at: own === undefined ? null : toTimestamp(own.expires_at),
    });
    level = level.act;
    const next = act.Check(level) ? level.sub : undefined;
    own = rest.find(({ claims }) => act.Check(claims['act']) && claims['act'].sub === next);
    if (own !== undefined) rest.splice(rest.indexOf(own), 1);
  }
  return actors;
}

function toShownGrant(row: DelegationGrantRow, now: number): ChainActor['grant'] {
  const { id, status, scopes, granted_by, expires_at } = toGrant(row, now);
  return { id, status, scopes, granted_by, expires_at };
}

function textOf({ claims }: DelegatedTokenRow, name: string): string {
  const value = claims[name];
  return typeof value === 'string' ? value : '';
}

function noToken(): AppError {
  const detail = 'there is no such delegated token';
  return new AppError('not_found', detail, { detail });
}

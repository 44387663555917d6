/** Checks everything that a token depends on at each use, so that every revocation takes effect at once. */
import { sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type AccessTokenClaims, badToken } from './access-token.ts';
import { createDelegatedState } from './delegated-state.ts';
import { isWithoutRow } from './first-party.ts';
import { memberEmail, noMember, type TokenMember } from './token-member.ts';

export interface TokenState {
  /** @throws AppError `unauthorized` if the token was revoked, or its person, agent or client no longer exists. */
  assertAlive(claims: TokenFacts): Promise<TokenMember>;
}

/** The facts that a token depends on. */
export interface TokenFacts
  extends Pick<AccessTokenClaims, 'jti' | 'client_id' | 'sub' | 'agent_id' | 'agent_epoch' | 'grant_id' | 'act'> {
  /** Absent for tokens that only say who a person is. */
  readonly org_id?: string | undefined;
}

export interface TokenStateDeps {
  readonly db: Db;
  readonly clock: Clock;
}

interface StateRow {
  readonly is_revoked: boolean;
  readonly client_status: string | null;
  readonly has_grant: boolean;
  /** Null if the person is not an active member. */
  readonly member_email: string | null;
  /** Null if the agent does not exist, or was removed. */
  readonly agent_status: string | null;
  readonly agent_epoch: number | null;
}

/** Makes one query for everything that the token names: introspection runs it for every call of a third party's gateway. */
export function createTokenState({ db, clock }: TokenStateDeps): TokenState {
  const readState = async ({ jti, client_id, sub, grant_id, org_id, agent_id }: TokenFacts): Promise<StateRow> => {
    const hasGrant =
      grant_id === undefined
        ? sql<boolean>`true`
        : sql<boolean>`exists(select 1 from oauth_records
            where grant_id = ${grant_id} and model = 'Grant' and expires_at > ${clock.now()})`;
    const statement = db
      .select({
        is_revoked: sql<boolean>`exists(select 1 from revoked_tokens where jti = ${jti})`,
        client_status: sql<string | null>`(select status from oauth_clients where client_id = ${client_id})`,
        has_grant: hasGrant,
        member_email: memberEmail(org_id ?? '', sub),
        agent_status: sql<string | null>`agents.status`,
        agent_epoch: sql<number | null>`agents.agent_epoch`,
      })
      .from(sql`(select 1) as one left join agents
        on agents.org_id = ${org_id ?? ''} and agents.id = ${agent_id ?? ''} and agents.removed_at is null`);
    const name = grant_id === undefined ? 'token_state' : 'token_state_with_grant';
    const [row]: StateRow[] = await statement.prepare(name).execute();
    if (row === undefined) throw new Error('a query of one row gave none');
    return row;
  };

  const assertDelegationAlive = createDelegatedState({ db, clock });

  return {
    async assertAlive(facts) {
      if (facts.act !== undefined) return assertDelegationAlive(facts.jti, facts.org_id ?? '', facts.sub);
      const state = await readState(facts);
      const { client_status: status, member_email: email } = state;
      if (isOfMember(facts) && email === null) throw noMember();
      if (state.is_revoked) throw badToken('it was taken back');
      if (facts.agent_id !== undefined) assertAgent(state, facts.agent_epoch);
      const isClientThere = status === 'active' || (status === null && isWithoutRow(facts.client_id));
      if (!isClientThere) throw badToken('its client is disabled or gone');
      if (!state.has_grant) throw badToken('what the person had allowed was taken back');
      return { email };
    },
  };
}

function isOfMember({ org_id, agent_id, grant_id }: TokenFacts): boolean {
  return org_id !== undefined && agent_id === undefined && grant_id !== undefined;
}

function assertAgent({ agent_status: status, agent_epoch }: StateRow, epoch: number | undefined): void {
  if (status === null) throw badToken('there is no such agent any more');
  if (status !== 'active') throw badToken(`the agent is ${status}`);
  if (agent_epoch !== epoch) throw badToken('tokens of the agent from this time were taken back');
}

/**
 * Checks everything that a delegated token depends on, in one query: the token, those that it was exchanged from, and all their
 * grants and agents. The end of any of them ends the token.
 */
import { sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import { type Db, query } from '../../../platform/db/db.ts';
import { badToken } from './access-token.ts';
import { memberEmail, noMember, type TokenMember } from './token-member.ts';

export interface DelegatedStateDeps {
  readonly db: Db;
  readonly clock: Clock;
}

interface DelegatedRow {
  readonly is_revoked: boolean;
  readonly client_status: string | null;
  readonly has_ended_grant: boolean;
  readonly has_ended_agent: boolean;
  /** The person revoked the application whose token was the first of the chain. */
  readonly has_ended_source: boolean;
  readonly member_email: string | null;
}

/** @throws AppError `unauthorized` with the reason. */
export type AssertDelegationAlive = (jti: string, orgId: string, userId: string) => Promise<TokenMember>;

export function createDelegatedState({ db, clock }: DelegatedStateDeps): AssertDelegationAlive {
  return async (jti, orgId, userId) => {
    const [row] = await query<DelegatedRow>(
      db,
      sql`with token as (select * from delegated_tokens where jti = ${jti} and org_id = ${orgId}),
        line as (select jti from token union all select jsonb_array_elements_text(ancestors) from token),
        given as (select grant_id as id from token union all select jsonb_array_elements_text(parent_grants) from token)
        select exists(select 1 from line join revoked_tokens using (jti)) as is_revoked,
          (select status from oauth_clients where client_id = token.client_id) as client_status,
          exists(select 1 from given left join delegation_grants as held
            on held.org_id = ${orgId} and held.id = given.id and held.status = 'active' and held.expires_at > ${clock.now()}
            where held.id is null) as has_ended_grant,
          exists(select 1 from line join delegated_tokens as link using (jti) left join agents
            on agents.org_id = link.org_id and agents.id = link.agent_id and agents.removed_at is null
              and agents.status = 'active' and agents.agent_epoch = link.agent_epoch
            where agents.id is null) as has_ended_agent,
          exists(select 1 from line join delegated_tokens as link using (jti) left join oauth_records as allowed
            on allowed.grant_id = link.subject_grant and allowed.model = 'Grant' and allowed.expires_at > ${clock.now()}
            where link.subject_grant is not null and allowed.grant_id is null) as has_ended_source,
          ${memberEmail(orgId, userId)} as member_email
        from token`,
    );
    if (row === undefined) throw badToken('nothing is known of it here');
    if (row.member_email === null) throw noMember();
    if (row.is_revoked) throw badToken('it was taken back');
    if (row.has_ended_grant) throw badToken('the delegation that it was issued under has ended');
    if (row.has_ended_source) throw badToken('what the person had allowed to the application was taken back');
    if (row.has_ended_agent) throw badToken('an agent that it names is not active, or was suspended since');
    if (row.client_status !== 'active') throw badToken('its client is disabled or gone');
    return { email: row.member_email };
  };
}

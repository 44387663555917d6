/** The person of a token, as a part of the one query at each use. */
import { type SQL, sql } from 'drizzle-orm';
import type { AppError } from '../../../platform/errors.ts';
import { badToken } from './access-token.ts';

/** The member that a token is for. */
export interface TokenMember {
  /** Null if the token is for no person, or names no organisation. */
  readonly email: string | null;
}

/** SQL expression for the address of an active member; null for anybody else. */
export function memberEmail(orgId: string, userId: string): SQL<string | null> {
  return sql<string | null>`(select users.email from members join users on users.id = members.user_id
    where members.org_id = ${orgId} and members.user_id = ${userId}
      and members.status = 'active' and users.status = 'active')`;
}

export function noMember(): AppError {
  return badToken('the person is no member of the organisation any more');
}

/** The person whom a token is for, as part of the one question that is asked for it at each use. */
import { type SQL, sql } from 'drizzle-orm';
import type { AppError } from '../../platform/errors.ts';
import { badToken } from './access-token.ts';

/** The member of its organisation whom a token is for. */
export interface TokenMember {
  /** Null for a token that is for no person, or that names no organisation. */
  readonly email: string | null;
}

/** The address of an active member, null for everybody else: an expression of a statement. */
export function memberEmail(orgId: string, userId: string): SQL<string | null> {
  return sql<string | null>`(select users.email from members join users on users.id = members.user_id
    where members.org_id = ${orgId} and members.user_id = ${userId}
      and members.status = 'active' and users.status = 'active')`;
}

export function noMember(): AppError {
  return badToken('the person is no member of the organisation any more');
}

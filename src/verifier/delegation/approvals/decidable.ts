/** The requests that an author may decide, as a condition of a list. A test compares it with the same rule in `rules.ts`. */
import { and, eq, not, or, type SQL, sql } from 'drizzle-orm';
import type { Role } from '../../../platform/http/access.ts';
import type { Author } from '../../base/control/author.ts';
import { holds } from '../../identity/members/roles.ts';
import { whyNotThisCall } from './rules.ts';
import { isStatus } from './store.ts';
import { approvalDecisionsTable, approvalsTable } from './tables.ts';
import { contains, hasRoleOnAgent } from './visibility.ts';

const nothing = sql`false`;

/** Gives the condition, for the author's present role. */
export function decidableBy(author: Author, role: Role | undefined, now: number): SQL | undefined {
  const table = approvalsTable;
  const { user, orgId } = author;
  if (whyNotThisCall(author) !== undefined || user === 'local' || user === 'token') return nothing;
  if (role === undefined || !holds(role, 'viewer')) return nothing;
  const isConsent = eq(table.kind, 'delegation');
  const isNamed = contains(table.approvers, user);
  const isOwner = hasRoleOnAgent(user, ['owners']);
  const consents = or(eq(table.subject_id, user), isNamed, role === 'admin' ? sql`true` : undefined);
  const isOwnRequest = and(
    eq(table.separation_of_duties, true),
    contains(table.requester_ids, user),
    sql`not (${isConsent} and coalesce(${table.subject_id} = ${user}, false))`,
  );
  const byRole = or(isOwner, holds(role, 'reviewer') ? sql`true` : undefined);
  const said = approvalDecisionsTable;
  return and(
    isStatus('pending', now),
    isOwnRequest === undefined ? undefined : not(isOwnRequest),
    or(
      and(isConsent, consents),
      and(not(isConsent), sql`${table.approvers} = '[]'::jsonb`, byRole),
      and(not(isConsent), isNamed),
    ),
    sql`not exists (select 1 from ${said} where ${said.org_id} = ${orgId} and ${said.approval_id} = ${table.id}
      and ${said.approver} = ${user})`,
  );
}

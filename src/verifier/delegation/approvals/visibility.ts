/** Rules of who sees a request: the same rule for one row, and as a condition of a list. */
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import type { Author } from '../../base/control/author.ts';
import { holds } from '../../identity/members/roles.ts';
import type { ApprovalDeps } from './core.ts';
import { type ApprovalRow, approvalsTable } from './tables.ts';

export type MaySeeApproval = (db: Db, author: Author, row: ApprovalRow) => Promise<boolean>;

/** Makes the check whether an author may see a request. */
export function createMaySeeApproval({ findAgent }: Pick<ApprovalDeps, 'findAgent'>): MaySeeApproval {
  const maySee: MaySeeApproval = async (db, author, row) => {
    if (row.org_id !== author.orgId) return false;
    if (author.kind === 'agent') return row.agent_id === author.user;
    // An agent that acts for a person sees only requests about itself.
    if (author.actor !== undefined) {
      return row.agent_id === author.actor.agentId && maySee(db, withoutActor(author), row);
    }
    if (seesAll(author) || hasAsked(author, row)) return true;
    if (author.kind !== 'person') return false;
    const { user } = author;
    if (row.requester_ids.includes(user) || row.subject_id === user || row.approvers.includes(user)) return true;
    const agent = row.agent_id === null ? undefined : await findAgent(db, row.org_id, row.agent_id);
    return agent !== undefined && (agent.owners.includes(user) || agent.editors.includes(user));
  };
  return maySee;
}

/** Gives the rule as a condition; undefined: everything in the organisation. */
export function visibleTo(author: Author): SQL | undefined {
  const table = approvalsTable;
  const { user, kind, actor } = author;
  if (kind === 'agent') return eq(table.agent_id, user);
  if (actor !== undefined) return and(eq(table.agent_id, actor.agentId), visibleTo(withoutActor(author)));
  if (seesAll(author)) return undefined;
  const asked = and(eq(table.requester_id, user), eq(table.requester_kind, kind === 'anonymous' ? 'person' : kind));
  if (kind !== 'person') return asked;
  return or(
    asked,
    contains(table.requester_ids, user),
    eq(table.subject_id, user),
    contains(table.approvers, user),
    hasRoleOnAgent(user, ['owners', 'editors']),
  );
}

/** Tells whether the author is the requester, or the agent that asked for them. */
export function hasAsked({ user, kind, actor }: Author, row: ApprovalRow): boolean {
  if (actor !== undefined) return row.agent_id === actor.agentId && row.requester_ids.includes(actor.agentId);
  if (kind === 'agent') return row.agent_id === user && row.requester_kind === 'agent';
  return row.requester_id === user && row.requester_kind === kind;
}

/** Condition: the person is an owner of the request's agent, or in another of its lists. */
export function hasRoleOnAgent(user: string, lists: readonly ('owners' | 'editors')[]): SQL {
  const table = approvalsTable;
  const conditions = lists.map((list) => sql`${sql.identifier(list)} @> ${JSON.stringify([user])}::jsonb`);
  return sql`exists (select 1 from agents where agents.org_id = ${table.org_id} and agents.id = ${table.agent_id}
    and agents.removed_at is null and (${sql.join(conditions, sql` or `)}))`;
}

export function contains(column: typeof approvalsTable.approvers | typeof approvalsTable.requester_ids, user: string) {
  return sql`${column} @> ${JSON.stringify([user])}::jsonb`;
}

/** Operators run everything, and reviewers and admins decide, so they see all. */
function seesAll({ role, kind }: Author): boolean {
  if (kind === 'gateway') return false;
  return holds(role, 'operator') || holds(role, 'reviewer');
}

function withoutActor({ actor: _actor, ...author }: Author): Author {
  return author;
}

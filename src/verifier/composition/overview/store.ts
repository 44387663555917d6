/** Counts records of several groups in one statement. */
import { type SQL, sql } from 'drizzle-orm';
import { tiers } from '../../../contract/passport.ts';
import { type Db, query } from '../../../platform/db/db.ts';
import { passportsTable } from '../../attestation/passports/tables.ts';
import type { Author } from '../../base/control/author.ts';
import { invitationsTable } from '../../identity/members/tables.ts';
import { installationsTable } from '../../tools/installations/tables.ts';
import { accessReviewInstancesTable } from '../access-reviews/tables.ts';

export interface OverviewCounts {
  /** Valid passports by status. */
  readonly affirming: number;
  readonly warning: number;
  readonly contraindicated: number;
  readonly none: number;
  readonly expired: number;
  readonly revoked: number;
  /** Installed apps whose tools are in quarantine. */
  readonly quarantined: number;
  readonly reviews: number;
  readonly invitations: number;
}

/** Counts as this caller sees the lists: an agent that acts for a person sees only its own apps. */
export async function countOverview(db: Db, { orgId, actor }: Author, now: number): Promise<OverviewCounts> {
  const isValid = sql`revoked_at is null and expires_at > ${now}`;
  const valid = tiers.map((tier) => {
    return sql`count(*) filter (where ${isValid} and status = ${tier})::integer as ${sql.identifier(tier)}`;
  });
  const own = actor === undefined ? sql`true` : sql`agent_id = ${actor.agentId}`;
  const [row] = await query<OverviewCounts>(
    db,
    sql`select latest.*, ${countOf(sql`${installationsTable}`, orgId, sql`is_quarantined and status = 'installed' and ${own}`)} as quarantined,
        ${countOf(sql`${accessReviewInstancesTable}`, orgId, sql`status = 'in_progress'`)} as reviews,
        ${countOf(sql`${invitationsTable}`, orgId, sql`accepted_at is null and revoked_at is null and expires_at > ${now}`)} as invitations
      from (
        select ${sql.join(valid, sql`, `)},
          count(*) filter (where revoked_at is null and expires_at <= ${now})::integer as expired,
          count(*) filter (where revoked_at is not null)::integer as revoked
        from ${passportsTable} where org_id = ${orgId} and superseded_by is null
      ) as latest`,
  );
  if (row === undefined) throw new Error('a count gives one row');
  return row;
}

function countOf(table: SQL, orgId: string, where: SQL): SQL {
  return sql`(select count(*)::integer from ${table} where org_id = ${orgId} and ${where})`;
}

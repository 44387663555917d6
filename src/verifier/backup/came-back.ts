/**
 * What must not go on as if nothing had happened when a database comes back from an earlier time: whatever was used up or
 * ended since would be good once more (decisions/0017).
 */
import { type SQL, sql } from 'drizzle-orm';
import { type Clock, toTimestamp } from '../../platform/clock.ts';
import { type Db, query } from '../../platform/db/db.ts';
import { createId, type RandomBytes } from '../../platform/ids.ts';
import { createAudit } from '../audit-log/append.ts';
import { createAuthor } from '../control/author.ts';
import type { BackupSummary } from './format.ts';

/** How many of each were ended, by name. */
export type Ended = Readonly<Record<string, number>>;

interface Ending {
  readonly name: string;
  readonly statement: (now: number) => SQL;
}

/** None of them has an end that anybody waits for: people sign in again, agents fetch another token, approvers are asked again. */
export const endings: readonly Ending[] = [
  // Who signed out, was disabled or changed the password since.
  { name: 'sessions', statement: () => sql`delete from sessions` },
  { name: 'sign_ins_under_way', statement: () => sql`delete from outside_logins` },
  // Codes and refresh tokens that were used since, consents that were taken back since.
  { name: 'oauth_records', statement: () => sql`delete from oauth_records` },
  // Each is good for one use, and may have had it.
  {
    name: 'approvals',
    statement: (now) => sql`update approvals
      set approved_until = least(approved_until, ${now}::bigint), updated_at = ${now}::bigint, revision = revision + 1
      where status = 'approved' and used_at is null and approved_until > ${now}::bigint`,
  },
  { name: 'connects_under_way', statement: () => sql`delete from credential_connects where used_at is null` },
  { name: 'challenges', statement: () => sql`delete from attestation_challenges where used_at is null` },
  // Tokens of agents name an epoch: above every one that may have been given since, whichever that was.
  {
    name: 'agent_epochs',
    statement: (now) =>
      sql`update agents set agent_epoch = greatest(agent_epoch + 1, ${Math.floor(now / 60_000)}::integer)`,
  },
];

export interface CameBackDeps {
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

/** Ends it, gives the database a lineage of its own, and writes down in every organisation's audit log where it comes from. */
export async function markCameBack(
  tx: Db,
  { header, digest }: Pick<BackupSummary, 'header' | 'digest'>,
  { clock, randomBytes }: CameBackDeps,
): Promise<{ readonly ended: Ended; readonly lineage: string }> {
  const now = clock.now();
  const ended: Record<string, number> = {};
  // The secrets of connects go with them: their place is known by the record alone.
  await tx.execute(sql`delete from vault_secrets where of_table = 'credential_connects'
    and record_id in (select id from credential_connects where used_at is null)`);
  for (const { name, statement } of endings) ended[name] = await count(tx, statement(now));
  const lineage = createId('cfg', clock, randomBytes);
  await tx.execute(sql`delete from control_lineage`);
  await tx.execute(sql`insert into control_lineage (id) values (${lineage})`);
  const details = { backup_id: header.id, taken_at: toTimestamp(header.taken_at), digest };
  const entry = { action: 'database.restored', resourceType: 'database', resourceId: lineage, details };
  const audit = createAudit({ clock });
  const organisations = await query<{ id: string }>(tx, sql`select id from organizations order by id`);
  for (const { id } of organisations) await audit.append(tx, createAuthor(id, 'operator'), entry);
  return { ended, lineage };
}

async function count(tx: Db, statement: SQL): Promise<number> {
  const [row] = await query<{ rows: string }>(
    tx,
    sql`with changed as (${statement} returning 1) select count(*)::text as rows from changed`,
  );
  return Number(row?.rows ?? 0);
}

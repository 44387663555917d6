/**
 * Ends what must not be valid again when a database is restored from an earlier time: credentials that were used up or ended
 * since then (decisions/0017).
 */
import { type SQL, sql } from 'drizzle-orm';
import { type Clock, toTimestamp } from '../../../platform/clock.ts';
import { type Db, query } from '../../../platform/db/db.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import { createAudit } from '../../base/audit-log/append.ts';
import { createAuthor } from '../../base/control/author.ts';
import type { BackupSummary } from './format.ts';

/** Number of ended records, by name. */
export type Ended = Readonly<Record<string, number>>;

interface Ending {
  readonly name: string;
  readonly statement: (now: number) => SQL;
}

/** Ending any of them is harmless: people sign in again, agents fetch another token, approvers are asked again. */
export const endings: readonly Ending[] = [
  // A user may have signed out, been disabled or changed the password since.
  { name: 'sessions', statement: () => sql`delete from sessions` },
  // The same for browsers with the rights of the operator token, and for links that were used since.
  { name: 'console_sessions', statement: () => sql`delete from console_sessions` },
  { name: 'console_links', statement: () => sql`delete from console_links` },
  { name: 'sign_ins_under_way', statement: () => sql`delete from outside_logins` },
  // Codes and refresh tokens may have been used since, and consents revoked.
  { name: 'oauth_records', statement: () => sql`delete from oauth_records` },
  // Each is valid for one use, and may have had it.
  {
    name: 'approvals',
    statement: (now) => sql`update approvals
      set approved_until = least(approved_until, ${now}::bigint), updated_at = ${now}::bigint, revision = revision + 1
      where status = 'approved' and used_at is null and approved_until > ${now}::bigint`,
  },
  { name: 'connects_under_way', statement: () => sql`delete from credential_connects where used_at is null` },
  { name: 'challenges', statement: () => sql`delete from attestation_challenges where used_at is null` },
  // Tokens of agents name an epoch: the new one is above every epoch that may have been issued since.
  {
    name: 'agent_epochs',
    statement: (now) =>
      sql`update agents set agent_epoch = greatest(agent_epoch + 1, ${Math.floor(now / 60_000)}::integer)`,
  },
];

export interface MarkRestoredDeps {
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

/** Ends these records, gives the database a lineage of its own, and records the restore in every organisation's audit log. */
export async function markRestored(
  tx: Db,
  { header, digest }: Pick<BackupSummary, 'header' | 'digest'>,
  { clock, randomBytes }: MarkRestoredDeps,
): Promise<{ readonly ended: Ended; readonly lineage: string }> {
  const now = clock.now();
  const ended: Record<string, number> = {};
  // Deletes the secrets of connects first: only the record knows their place.
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

/**
 * Removes old checkpoints, since a chain sends one a second. Keeps the newest of a chain, all of the last hour, the last of each
 * hour for 30 days, and everything that belongs to a proof of two histories.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import type { CheckpointRow } from './tables.ts';

const hourMs = 3_600_000;
const daysKept = 30;
/** Limit of one transaction, so that a witness with a long history does not keep a gateway waiting. */
const maxThinned = 10_000;

/** True once in each hour in which a chain is witnessed, so that old checkpoints are not searched each time. */
export function isThinningDue(before: Pick<CheckpointRow, 'witnessed_at'> | undefined, now: number): boolean {
  return before !== undefined && Math.floor(before.witnessed_at / hourMs) !== Math.floor(now / hourMs);
}

/** Removes the old checkpoints of a chain; `newest` stays whatever its time. Call it while the chain is locked. */
export async function thinCheckpoints(db: Db, newest: CheckpointRow): Promise<void> {
  const { org_id, chain_id, size, witnessed_at: now } = newest;
  const isOfChain = (table: SQL): SQL => sql`${table}.org_id = ${org_id} and ${table}.chain_id = ${chain_id}`;
  const [old, later, proof] = [sql.raw('old'), sql.raw('later'), sql.raw('proof')];
  await db.execute(sql`
    delete from witness_checkpoints where org_id = ${org_id} and chain_id = ${chain_id} and size in (
      select old.size from witness_checkpoints old
      where ${isOfChain(old)} and old.size < ${size} and old.witnessed_at < ${now - hourMs}
        and (old.witnessed_at < ${now - daysKept * 24 * hourMs} or exists (
          select 1 from witness_checkpoints later where ${isOfChain(later)} and later.size > old.size
            and later.witnessed_at / ${sql.raw(String(hourMs))} = old.witnessed_at / ${sql.raw(String(hourMs))}))
        and not exists (
          select 1 from witness_equivocations proof where ${isOfChain(proof)} and proof.size = old.size)
      order by old.size limit ${maxThinned})`);
}

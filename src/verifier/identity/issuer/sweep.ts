/** Removes expired rows from time to time: each write checks whether a sweep is due. */
import { lt } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { delegatedTokensTable } from './delegated-tokens-table.ts';
import { oauthRecordsTable, oauthReplaysTable, revokedTokensTable } from './tables.ts';

/** Call it with every write. */
export type Sweep = () => Promise<void>;

const everyMs = 60_000;
/** The clocks of processes may differ by this much: a row that one of them may still accept stays. */
const marginMs = 5 * 60_000;
/** Records of delegated tokens are kept longer: they say later who acted for whom, and when. */
const keepDelegatedMs = 90 * 24 * 60 * 60_000;
const tables = [oauthRecordsTable, oauthReplaysTable, revokedTokensTable] as const;

export function createSweep({ db, clock }: { readonly db: Db; readonly clock: Clock }): Sweep {
  let nextAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = clock.now();
    if (now < nextAt) return;
    nextAt = now + everyMs;
    for (const table of tables) await db.delete(table).where(lt(table.expires_at, now - marginMs));
    await db.delete(delegatedTokensTable).where(lt(delegatedTokensTable.expires_at, now - keepDelegatedMs));
  };
}

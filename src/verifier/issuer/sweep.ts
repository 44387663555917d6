/** Removes what has expired, by the way: whoever writes looks whether it is time again. */
import { lt } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { oauthRecordsTable, oauthReplaysTable, revokedTokensTable } from './tables.ts';

/** Call it with every write. */
export type Sweep = () => Promise<void>;

const everyMs = 60_000;
/** Processes' clocks may differ by this: what one of them may still take stays. */
const marginMs = 5 * 60_000;
const tables = [oauthRecordsTable, oauthReplaysTable, revokedTokensTable] as const;

export function createSweep({ db, clock }: { readonly db: Db; readonly clock: Clock }): Sweep {
  let nextAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = clock.now();
    if (now < nextAt) return;
    nextAt = now + everyMs;
    for (const table of tables) await db.delete(table).where(lt(table.expires_at, now - marginMs));
  };
}

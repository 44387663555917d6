/** Single-use assertions and proofs: the database decides which use was first, for all processes. */

import { eq } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { digestOf } from './digest.ts';
import type { Replays, RevokedTokens } from './ports.ts';
import type { Sweep } from './sweep.ts';
import { oauthReplaysTable, revokedTokensTable } from './tables.ts';

interface ReplayDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly sweep: Sweep;
}

export function createReplays({ db, sweep }: ReplayDeps): Replays {
  return {
    async isFirst(issuer, jti, expiresAtMs) {
      await sweep();
      const statement = db
        .insert(oauthReplaysTable)
        .values({ id_sha256: digestOf(JSON.stringify([issuer, jti])), expires_at: expiresAtMs })
        .onConflictDoNothing()
        .returning({ id: oauthReplaysTable.id_sha256 });
      return (await statement.prepare('first_shown').execute()).length === 1;
    },
  };
}

export function createRevokedTokens(): RevokedTokens {
  const table = revokedTokensTable;
  return {
    async add(db, { jti, expiresAtMs, gatewaysOf = null }) {
      await db.insert(table).values({ jti, expires_at: expiresAtMs, gateways_of: gatewaysOf }).onConflictDoNothing();
    },
    async has(db, jti) {
      return (await db.select({ jti: table.jti }).from(table).where(eq(table.jti, jti))).length > 0;
    },
  };
}

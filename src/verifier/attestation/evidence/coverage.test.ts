import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../../platform/db/db.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { aGateway, openTestVerifier, type TestGateway, type TestVerifier } from '../../test-verifier.ts';
import { createEvidenceCoverage, storingLock } from './coverage.ts';

// The embedded database has one connection, so nothing can come between two transactions.
describe.skipIf(testDatabaseUrl === undefined)('evidence on postgres (TEST_DATABASE_URL)', () => {
  let verifier: TestVerifier;
  let gateway: TestGateway;

  beforeAll(async () => {
    verifier = await openTestVerifier({ VERIFIER_PASSPORT_RENEW_MS: '60000' }, 'postgres');
    gateway = await aGateway(verifier);
  });
  afterAll(() => verifier?.close());

  it('that is being stored holds up the passport of its agent, so that no passport leaves it out', async () => {
    const { db } = verifier.testDb.database();
    const group = {
      workspaceId: 'default',
      agentId: 'slow',
      keyAttestationHash: gateway.hash,
      kid: gateway.key.kid,
    };
    await verifier.post('/v1/evidence', { jws: gateway.evidence({ agent_id: 'slow' }).jws });

    const order: string[] = [];
    let covering: Promise<unknown> | undefined;
    // Two separate callers at once, not one that bypasses its own transaction.
    const elsewhere = AsyncLocalStorage.snapshot();
    await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock_shared(${storingLock('default', 'slow')})`);
      covering = elsewhere(() =>
        db.transaction(async (other) => {
          const waiting = await createEvidenceCoverage().listUncovered(other, 'default', group, 10);
          order.push('covered');
          return waiting;
        }),
      );
      while (!(await elsewhere(isSomebodyWaiting))) await new Promise((resolve) => setImmediate(resolve));
      order.push('stored');
    });
    await covering;
    expect(order).toEqual(['stored', 'covered']);
  });

  async function isSomebodyWaiting(): Promise<boolean> {
    const locks = sql`select 1 from pg_locks where locktype = 'advisory' and not granted`;
    return (await query(verifier.testDb.database().db, locks)).length > 0;
  }
});

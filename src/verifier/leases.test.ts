/** Tortures the leases of each table: whatever the order of takes, pauses and late writes, only the last holder writes. */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { noLease } from '../platform/db/lease.ts';
import { openTestDb, type TestDb, testDatabaseUrl } from '../platform/db/test-db.ts';
import { createId } from '../platform/ids.ts';
import { leaseMs as verificationLeaseMs } from './composition/auditor-registry/run-store.ts';
import { createWorkFixture as openVerifications } from './composition/auditor-registry/work.fixture.ts';
import { exportLeaseMs } from './composition/telemetry-exports/constants.ts';
import { createExportStore } from './composition/telemetry-exports/store.ts';
import { telemetryExportsTable } from './composition/telemetry-exports/tables.ts';
import { deliveryLeaseMs } from './composition/webhooks/constants.ts';
import { deliveriesTable, webhooksTable } from './composition/webhooks/tables.ts';
import { createWorkFixture as openWebhooks } from './composition/webhooks/work.fixture.ts';
import { verifierMigrations } from './features.ts';
import { leaseMs as installationLeaseMs } from './tools/installations/store.ts';
import { insertInstallation, createWorkFixture as openInstallations } from './tools/installations/work.fixture.ts';
import { createRefreshStore } from './tools/scoped-credentials/refresh/store.ts';
import { refreshLeaseMs } from './tools/scoped-credentials/refresh/times.ts';
import { scopedCredentialsTable } from './tools/scoped-credentials/tables.ts';

/** One row of a table, due now. */
interface Leased {
  /** Gives the writes of the holder if it was taken. */
  take(token: string): Promise<readonly HolderWrite[] | undefined>;
  read(): Promise<unknown>;
}

interface HolderWrite {
  run(): Promise<unknown>;
  /** What becomes of the lease. */
  readonly becomes: 'kept' | 'given back' | 'done';
}

interface Subject {
  readonly leaseMs: number;
  open(db: Db, clock: Clock): Promise<Leased>;
}

const subjects: Readonly<Record<string, Subject>> = {
  webhook_deliveries: {
    leaseMs: deliveryLeaseMs,
    async open(db, clock) {
      const { core, fanOut, insert, tell } = openWebhooks(db, clock, 'prc_1');
      const { deliveries } = core;
      for (const table of [deliveriesTable, webhooksTable]) await db.delete(table);
      await insert('http://127.0.0.1:9/hook', { events: ['test.*'] });
      await tell(1);
      await fanOut.read(new AbortController().signal, () => undefined);
      return {
        async take(token) {
          const request = { token, most: 1, maxFailing: 1, heldOrgIds: [] };
          const [held] = await db.transaction((tx) => deliveries.claim(tx, request));
          if (held === undefined) return undefined;
          const again = { kind: 'again', inMs: 0 } as const;
          const delivered = { kind: 'delivered', at: clock.now() } as const;
          return [
            { run: () => deliveries.giveBack(db, held, 0), becomes: 'given back' },
            { run: () => deliveries.settle(db, held, [], again), becomes: 'given back' },
            { run: () => deliveries.settle(db, held, [], delivered), becomes: 'done' },
          ];
        },
        read: () => db.select().from(deliveriesTable),
      };
    },
  },
  telemetry_exports: {
    leaseMs: exportLeaseMs,
    async open(db, clock) {
      const store = createExportStore(clock);
      const now = clock.now();
      await db.delete(telemetryExportsTable);
      const row = await store.insert(db, {
        org_id: 'default',
        id: createId('otx', clock, randomBytes),
        name: 'otel',
        endpoint: 'http://127.0.0.1:9',
        header_names: [],
        headers_version: 0,
        workspace_ids: null,
        status: 'active',
        place: 0,
        evidence_seq: 0,
        exported: 0,
        dropped: 0,
        last_error: null,
        last_export_at: null,
        ran_at: now,
        told_at: null,
        failures: 0,
        next_at: now,
        ...noLease,
        revision: 1,
        created_at: now,
        created_by: 'test',
        updated_at: now,
      });
      return {
        async take(token) {
          const [held] = await store.claimDue(db, token, 1);
          if (held === undefined) return undefined;
          return [
            { run: () => store.settle(db, held, { exported: held.exported + 1 }), becomes: 'kept' },
            { run: () => store.release(db, held, 0), becomes: 'given back' },
          ];
        },
        read: () => store.find(db, row.org_id, row.id),
      };
    },
  },
  auditor_verifications: {
    leaseMs: verificationLeaseMs,
    async open(db, clock) {
      const { runs, begin } = openVerifications(db, clock, async () => expect.fail('nothing is checked here'));
      const run = await begin();
      return {
        async take(token) {
          const held = await runs.claim(db, run, token);
          if (held === undefined) return undefined;
          const end = { labels_source: null, auditor_id: null, checks: [], ended_at: clock.now() } as const;
          return [
            { run: () => runs.release(db, held, clock.now(), true), becomes: 'given back' },
            { run: () => runs.end(db, held, { ...end, status: 'failed' }), becomes: 'done' },
          ];
        },
        read: () => runs.find(db, run.org_id, run.releaseId, run.id),
      };
    },
  },
  installations: {
    leaseMs: installationLeaseMs,
    async open(db, clock) {
      const fixture = openInstallations(db, clock);
      const { store } = fixture.core;
      const row = await insertInstallation(fixture, 'discovering');
      return {
        async take(token) {
          const held = await store.claim(db, row, token);
          if (held === undefined) return undefined;
          return [
            { run: () => store.release(db, held, { nextAt: clock.now(), isFault: true }), becomes: 'given back' },
            { run: () => store.release(db, held, { nextAt: null, isFault: false }), becomes: 'done' },
          ];
        },
        read: () => store.find(db, row.org_id, row.id),
      };
    },
  },
  scoped_credentials: {
    leaseMs: refreshLeaseMs,
    async open(db, clock) {
      const store = createRefreshStore();
      const now = clock.now();
      const id = createId('scr', clock, randomBytes);
      const values: typeof scopedCredentialsTable.$inferInsert = {
        org_id: 'default',
        id,
        scope_level: 'org',
        scope_id: 'default',
        service: id,
        auth_type: 'oauth2_code',
        sharing_mode: 'inherit',
        injection: { method: 'sidecar' },
        config: {},
        requested_scopes: [],
        granted_scopes: [],
        allow_in_delegation: false,
        status: 'active',
        refresh_failures: 0,
        version: 1,
        rotation: { next_at: null, overlap_until: null },
        revision: 1,
        created_at: now,
        created_by: 'test',
        updated_at: now,
      };
      const [row] = await db.insert(scopedCredentialsTable).values(values).returning();
      if (row === undefined) throw new Error('an insert returns its row');
      return {
        async take(token) {
          const held = await store.lease(db, row, token, clock);
          if (held === undefined) return undefined;
          const rest = { ...noLease, status: 'active' } as const;
          return [
            { run: () => store.updateLeased(db, held, rest), becomes: 'given back' },
            { run: () => store.updateLeased(db, held, { ...rest, status: 'reauth_required' }), becomes: 'done' },
          ];
        },
        read: () => store.find(db, row.org_id, row.id),
      };
    },
  },
};

type Act = 'take' | 'wait' | { readonly lease: number; readonly write: number };
const number = fc.nat({ max: 100 });
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constant('take' as const) },
    { weight: 2, arbitrary: fc.constant('wait' as const) },
    { weight: 4, arbitrary: fc.record({ lease: number, write: number }) },
  ),
  { minLength: 2, maxLength: 20 },
);

describe.each(testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const))('on %s', (kind) => {
  let testDb: TestDb;
  let now = 1_790_000_000_000;
  const clock = { now: () => now };
  beforeAll(async () => {
    testDb = await openTestDb(kind, verifierMigrations);
  });
  afterAll(() => testDb.close());

  it.each(Object.entries(subjects))('%s have one holder, and no other one writes', async (_table, subject) => {
    const { db } = testDb.database();
    const history = fc.asyncProperty(acts, async (list) => {
      const row = await subject.open(db, clock);
      const leases: (readonly HolderWrite[])[] = [];
      let current: readonly HolderWrite[] | undefined;
      let until = 0;
      let isDone = false;
      for (const act of list) {
        if (act === 'wait') now += Math.ceil(subject.leaseMs / 2);
        else if (act === 'take') {
          const taken = await row.take(`prc_1:${leases.length}`);
          expect(taken !== undefined).toBe(!isDone && (current === undefined || until <= now));
          if (taken === undefined) continue;
          leases.push(taken);
          current = taken;
          until = now + subject.leaseMs;
        } else {
          const holder = leases[act.lease % Math.max(1, leases.length)];
          const write = holder?.[act.write % holder.length];
          if (write === undefined) continue;
          const before = await row.read();
          await write.run();
          // A holder may write the same value twice.
          if (holder === current && write.becomes === 'kept') continue;
          if (holder === current) {
            expect(await row.read()).not.toEqual(before);
            current = undefined;
            isDone = write.becomes === 'done';
          } else expect(await row.read()).toEqual(before);
        }
      }
    });
    await fc.assert(history, { numRuns: 20 });
  });
});

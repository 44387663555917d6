/** Which process works on a verification, and what happens if it dies in the middle. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { query } from '../../../platform/db/db.ts';
import { openTestDb, type TestDb, testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { eventsTable } from '../../base/events/tables.ts';
import { verifierMigrations } from '../../features.ts';
import type { RunFindings } from './checks.ts';
import { leaseMs } from './run-store.ts';
import { createWorkFixture } from './work.fixture.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const passed: RunFindings = {
  labels_source: 'image',
  auditor_id: 'tone',
  checks: [{ name: 'labels', status: 'passed', detail: '' }],
};

describe.each(kinds)('work on verifications on %s', (kind) => {
  let testDb: TestDb;
  let now = 1_790_000_000_000;
  const clock = { now: () => now };
  beforeAll(async () => {
    testDb = await openTestDb(kind, verifierMigrations);
  });
  afterAll(() => testDb.close());
  const db = () => testDb.database().db;

  it('one of two processes takes a run', async () => {
    let begun = 0;
    const check = async () => {
      begun += 1;
      return passed;
    };
    const [one, other] = [
      createWorkFixture(db(), clock, check, 'prc_1'),
      createWorkFixture(db(), clock, check, 'prc_2'),
    ];
    const run = await one.begin();
    for (const { work } of [one, other]) work.wake(run);
    await Promise.all([one.work.idle(), other.work.idle()]);
    expect(begun).toBe(1);
    expect(await one.store.find(db(), 'default', run.releaseId)).toMatchObject({
      status: 'verified',
      auditor_id: 'tone',
    });
  });

  it("a process that returns after its lease changes nothing of the next one's results", async () => {
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const slow = createWorkFixture(db(), clock, async () => {
      await held;
      return passed;
    });
    const failing: RunFindings = { ...passed, checks: [{ name: 'labels', status: 'failed', detail: 'no' }] };
    const next = createWorkFixture(db(), clock, async () => failing, 'prc_2');
    const run = await slow.begin();
    slow.work.wake(run);
    await expect
      .poll(async () => (await slow.runs.find(db(), 'default', run.releaseId, run.id))?.lease_by)
      .toBe('prc_1:1');
    now += leaseMs + 1;
    await next.work.sweep();
    await next.work.idle();
    goOn();
    await slow.work.idle();
    expect(await slow.store.find(db(), 'default', run.releaseId)).toMatchObject({ status: 'draft', verified_at: null });
    const told = await db().select().from(eventsTable).where(eq(eventsTable.org_id, 'default'));
    const own = told.filter(({ data }) => JSON.stringify(data).includes(run.releaseId));
    expect(own.map(({ code }) => code)).toEqual(['auditor.verification_failed']);
  });

  it('work that fails after its lease gives back nothing of the lease that followed, not even in the same process', async () => {
    const stops: (() => void)[] = [];
    const fixture = createWorkFixture(db(), clock, async () => {
      const turn = stops.length;
      await new Promise<void>((resolve) => {
        stops.push(resolve);
      });
      if (turn === 0) throw new Error('too late');
      return passed;
    });
    const run = await fixture.begin();
    const read = () => fixture.runs.find(db(), 'default', run.releaseId, run.id);
    const released = vi.spyOn(fixture.runs, 'release');
    fixture.work.wake(run);
    await expect.poll(() => stops.length).toBe(1);
    now += leaseMs + 1;
    await fixture.work.sweep();
    await expect.poll(() => stops.length).toBe(2);
    const second = await read();
    stops[0]?.();
    await expect.poll(() => released.mock.settledResults).toMatchObject([{ type: 'fulfilled' }]);
    expect(await read()).toEqual(second);
    stops[1]?.();
    await fixture.work.idle();
    expect(await read()).toMatchObject({ status: 'passed', attempts: 2 });
  });

  it('an internal error is no verdict: the run is retried ever later, and finally given up', async () => {
    const fixture = createWorkFixture(db(), clock, async () => {
      throw new Error('the disk is gone');
    });
    const run = await fixture.begin();
    const read = () => fixture.runs.find(db(), 'default', run.releaseId, run.id);
    for (const attempt of [1, 2, 3]) {
      await fixture.work.sweep();
      await fixture.work.idle();
      expect(await read()).toMatchObject({ status: 'running', attempts: attempt, next_at: now + attempt * 10_000 });
      now += attempt * 10_000;
    }
    await fixture.work.sweep();
    await fixture.work.idle();
    expect(await read()).toMatchObject({ status: 'failed', next_at: null });
    expect((await fixture.store.find(db(), 'default', run.releaseId))?.status).toBe('draft');
  });

  it.skipIf(kind !== 'postgres')("a killed process's work is completed by another one", async () => {
    const fixture = createWorkFixture(db(), clock, async () => passed, 'prc_next');
    const run = await fixture.begin();
    const [row] = await query<{ schema: string }>(db(), sql`select current_schema() as schema`);
    const entry = join(import.meta.dirname, 'killed-work.fixture.ts');
    const flags = ['--import', 'tsx', '--conditions=assay-source', entry, row?.schema ?? '', run.id, String(now)];
    const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [text] = await once(child.stdout, 'data');
    expect(String(text)).toBe('stopped\n');
    child.kill('SIGKILL');
    await once(child, 'exit');
    await fixture.work.sweep();
    await fixture.work.idle();
    // It counts as active until its lease expires.
    expect(await fixture.runs.find(db(), 'default', run.releaseId, run.id)).toMatchObject({ lease_by: 'prc_killed:1' });
    now += leaseMs + 1;
    await fixture.work.sweep();
    await fixture.work.idle();
    expect(await fixture.store.find(db(), 'default', run.releaseId)).toMatchObject({ status: 'verified' });
    expect(await fixture.runs.find(db(), 'default', run.releaseId, run.id)).toMatchObject({
      status: 'passed',
      attempts: 2,
    });
  });
});

/** Tortures leases: many holders, pauses past the lease, crashes between take and finish, and late writes. */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import type { Database } from './db.ts';
import { createLeaseTokens, leaseFor, noLease } from './lease.ts';
import { createJobs, type Job, jobsMigration, jobsTable, leaseMs } from './lease-jobs.fixture.ts';
import { openTestDb, type TestDb, testDatabaseUrl } from './test-db.ts';

const start = 1_790_000_000_000;

type Act =
  | { readonly do: 'take'; readonly most: number }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'finish' | 'renew'; readonly which: number }
  | { readonly do: 'giveBack'; readonly which: number; readonly ms: number };

const ms = fc.integer({ min: 0, max: 2 * leaseMs });
const which = fc.nat({ max: 1_000 });
/** A holder that crashed is one that no later act names. */
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('take' as const), most: fc.integer({ min: 1, max: 4 }) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), ms }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('finish', 'renew'), which }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('giveBack' as const), which, ms }) },
  ),
  { minLength: 1, maxLength: 25 },
);
const dues = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 8 });

interface Lease {
  readonly seq: number;
  readonly token: string;
}

/** What the rows have to be, kept without a database. It knows the lease of a row itself, whatever its token. */
class Model {
  now = start;
  readonly rows: Job[] = [];
  readonly leases: Lease[] = [];
  private readonly current = new Map<number, Lease>();

  private isFree({ lease_until: until }: Job): boolean {
    return until === null || until <= this.now;
  }
  take(token: string, most: number): number[] {
    const due = this.rows.filter((row) => row.next_at !== null && row.next_at <= this.now && this.isFree(row));
    due.sort((left, right) => (left.next_at ?? 0) - (right.next_at ?? 0) || left.seq - right.seq);
    const taken = due.slice(0, most);
    for (const row of taken) {
      Object.assign(row, { lease_by: token, lease_until: this.now + leaseMs });
      const lease = { seq: row.seq, token };
      this.leases.push(lease);
      this.current.set(row.seq, lease);
    }
    return taken.map(({ seq }) => seq).sort((left, right) => left - right);
  }
  write(lease: Lease, toChange: (row: Job) => Partial<Job>): boolean {
    const row = this.rows.find(({ seq }) => seq === lease.seq);
    if (row === undefined || this.current.get(row.seq) !== lease) return false;
    Object.assign(row, toChange(row));
    if (row.lease_by === null) this.current.delete(row.seq);
    return true;
  }
}

const seqsOf = (rows: readonly Job[]) => rows.map(({ seq }) => seq).sort((left, right) => left - right);

describe.each<Database['kind']>(['pglite', 'postgres'])('leases on %s', (kind) => {
  describe.skipIf(kind === 'postgres' && testDatabaseUrl === undefined)('(TEST_DATABASE_URL for postgres)', () => {
    let testDb: TestDb;
    let now = start;
    const clock = { now: () => now };
    const open = () => createJobs(testDb.database().db, clock);
    beforeAll(async () => {
      testDb = await openTestDb(kind, [jobsMigration]);
    });
    afterEach(async () => {
      now = start;
      await open().clear();
    });
    afterAll(() => testDb?.close());

    /** Takes and finishes all that is left, once every lease and every pause is over. */
    const drain = async (newToken: () => string): Promise<void> => {
      const jobs = open();
      now += 10 * leaseMs;
      const token = newToken();
      for (const { seq } of await jobs.take(token, 100)) await jobs.finish(seq, token);
    };

    it('each history of takes, pauses, crashes and late writes leaves every row as the rules say', async () => {
      const jobs = open();
      const history = fc.asyncProperty(dues, acts, async (due, list) => {
        await jobs.clear();
        now = start;
        const model = new Model();
        const newToken = createLeaseTokens('prc_1');
        for (const later of due) {
          const next_at = start + later * leaseMs;
          const seq = await jobs.insert(next_at);
          model.rows.push({ seq, next_at, lease_by: null, lease_until: null, completions: 0 });
        }
        for (const act of list) await play(act, { jobs, model, newToken });
        expect(await jobs.list()).toEqual(model.rows);
        await drain(newToken);
        expect((await jobs.list()).map(({ completions }) => completions)).toEqual(due.map(() => 1));
      });
      await fc.assert(history, { numRuns: 60 });
    });

    const play = async (act: Act, at: { jobs: ReturnType<typeof open>; model: Model; newToken: () => string }) => {
      const { jobs, model, newToken } = at;
      if (act.do === 'wait') {
        now += act.ms;
        model.now = now;
        return;
      }
      if (act.do === 'take') {
        const token = newToken();
        const taken = await jobs.take(token, act.most);
        expect(seqsOf(taken)).toEqual(model.take(token, act.most));
        return;
      }
      const lease = model.leases[act.which % Math.max(1, model.leases.length)];
      if (lease === undefined) return;
      const { seq, token } = lease;
      const end = (row: Job) => ({ ...noLease, next_at: null, completions: row.completions + 1 });
      if (act.do === 'giveBack') {
        const later = () => ({ ...noLease, next_at: now + act.ms });
        expect(await jobs.giveBack(seq, token, act.ms)).toBe(model.write(lease, later));
      } else if (act.do === 'renew') {
        expect(await jobs.renew(seq, token)).toBe(model.write(lease, () => ({ lease_until: now + leaseMs })));
      } else {
        expect(await jobs.finish(seq, token)).toBe(model.write(lease, end));
      }
    };

    type End = 'finish' | 'late' | 'crash' | 'giveBack' | 'renew';
    const holders = fc.array(
      fc.array(
        fc.record({
          most: fc.integer({ min: 1, max: 5 }),
          end: fc.constantFrom<End>('finish', 'late', 'crash', 'giveBack', 'renew'),
        }),
        { maxLength: 6 },
      ),
      { minLength: 2, maxLength: 8 },
    );
    it('holders that work at the same time complete each row once, together, and lose none', async () => {
      const jobs = open();
      const race = fc.asyncProperty(fc.integer({ min: 1, max: 20 }), holders, async (count, plans) => {
        await jobs.clear();
        for (let one = 0; one < count; one += 1) await jobs.insert(now);
        let finished = 0;
        const finish = async (seq: number, token: string) => {
          if (await jobs.finish(seq, token)) finished += 1;
        };
        const endOne = async (end: End, seq: number, token: string): Promise<void> => {
          if (end === 'crash') return;
          // Longer than the lease: others take the row meanwhile.
          if (end === 'late') {
            now += leaseMs + 1;
            await jobs.list();
          }
          if (end === 'renew' && !(await jobs.renew(seq, token))) return;
          if (end === 'giveBack') await jobs.giveBack(seq, token, 0);
          // A holder that gave the row back and writes again is refused too.
          await finish(seq, token);
        };
        await Promise.all(
          plans.map(async (plan, index) => {
            const newToken = createLeaseTokens(`prc_${index}`);
            for (const { most, end } of plan) {
              const token = newToken();
              const taken = await jobs.take(token, most);
              expect(taken.length).toBeLessThanOrEqual(most);
              await Promise.all(taken.map(({ seq }) => endOne(end, seq, token)));
            }
          }),
        );
        const newToken = createLeaseTokens('prc_last');
        now += 2 * leaseMs;
        const token = newToken();
        for (const { seq } of await jobs.take(token, 100)) await finish(seq, token);
        const completions = (await jobs.list()).map((row) => row.completions);
        expect([finished, completions]).toEqual([count, Array.from({ length: count }, () => 1)]);
      });
      await fc.assert(race, { numRuns: 40 });
    });

    it('takes at the same moment share the rows: none is taken twice while its lease stands', async () => {
      const jobs = open();
      for (let one = 0; one < 40; one += 1) await jobs.insert(now);
      const takes = Array.from({ length: 16 }, (_one, index) => jobs.take(`prc_${index}:1`, 3));
      const taken = (await Promise.all(takes)).flat().map(({ seq }) => seq);
      expect(new Set(taken).size).toBe(taken.length);
      // Those that were passed over stay free.
      const rest = await jobs.take('prc_last:1', 100);
      expect(taken.length + rest.length).toBe(40);
    });

    it.skipIf(kind === 'pglite')('a take does not wait for one whose transaction is still open', async () => {
      const jobs = open();
      const [first, second] = [await jobs.insert(now), await jobs.insert(now)];
      let end = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        end = resolve;
      });
      let tell = (_jobs: Job[]): void => undefined;
      const begun = new Promise<Job[]>((resolve) => {
        tell = resolve;
      });
      const transaction = testDb.database().db.transaction(async (tx) => {
        tell(await createJobs(tx, clock).take('prc_1:1', 1));
        await held;
      });
      expect(seqsOf(await begun)).toEqual([first]);
      const other = testDb.database().db.transaction(async (tx) => {
        // Bounds only the wait for a lock, so that a take which waits fails at once.
        await tx.execute(sql`set local lock_timeout = '1s'`);
        return createJobs(tx, clock).take('prc_2:1', 1);
      });
      try {
        expect(seqsOf(await other)).toEqual([second]);
      } finally {
        end();
        await transaction;
      }
    });

    it('a process whose clock is ahead ends no lease: the time is that of the database', async () => {
      const { db } = testDb.database();
      const seq = await open().insert(0);
      const hourMs = 3_600_000;
      await db.update(jobsTable).set(leaseFor('prc_1:1', hourMs, systemClock));
      const ahead = createJobs(db, { now: () => systemClock.now() + 24 * hourMs, isOfMachine: true });
      expect(await ahead.take('prc_2:1', 1)).toEqual([]);
      await db.update(jobsTable).set(noLease);
      expect(seqsOf(await ahead.take('prc_2:1', 1))).toEqual([seq]);
    });

    it('rows whose holders crash each time hold up no other row', async () => {
      const jobs = open();
      const newToken = createLeaseTokens('prc_1');
      const bad = new Set([await jobs.insert(now), await jobs.insert(now)]);
      for (let one = 0; one < 6; one += 1) await jobs.insert(now + 1);
      const good: number[] = [];
      for (let round = 0; round < 20 && good.length < 6; round += 1) {
        now += leaseMs / 4;
        const token = newToken();
        const [job] = await jobs.take(token, 1);
        if (job === undefined || bad.has(job.seq)) continue;
        expect(await jobs.finish(job.seq, token)).toBe(true);
        good.push(job.seq);
      }
      // Two of four takes are lost to crashes while the lease of a bad row lasts, and no more.
      expect(good).toEqual([...good].sort((left, right) => left - right));
      expect(good).toHaveLength(6);
    });
  });
});

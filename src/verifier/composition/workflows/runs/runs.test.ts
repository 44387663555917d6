/** Runs over a database: what is written, which steps restart, which process works on which run, and how runs end. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { query } from '../../../../platform/db/db.ts';
import { openTestDb, type TestDb, testDatabaseUrl } from '../../../../platform/db/test-db.ts';
import { verifierMigrations } from '../../../features.ts';
import type { StepCall, StepEnd } from '../ports.ts';
import { aChain, aGraph, anna, createRunFixture, done, type RunFixture } from './runs.fixture.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const start = 1_790_000_000_000;
const waits: StepEnd = {
  kind: 'wait',
  until: start + 3_600_000,
  evidenceIds: ['evd_1'],
  waiting: { for: 'approval', id: 'apr_1' },
};
const fails = (isRetryable: boolean): StepEnd => ({
  kind: 'failed',
  code: 'denied',
  message: 'no',
  isRetryable,
  evidenceIds: [],
});

describe.each(kinds)('runs on %s', (kind) => {
  let testDb: TestDb;
  let now = start;
  const clock = { now: () => now };
  const open = (bounds?: Parameters<typeof createRunFixture>[2]): RunFixture =>
    createRunFixture(testDb.database().db, clock, bounds);
  let runs: RunFixture;
  beforeAll(async () => {
    testDb = await openTestDb(kind, verifierMigrations);
  });
  afterAll(() => testDb.close());
  beforeEach(async () => {
    now = start;
    await testDb.database().db.execute(sql`truncate workflow_runs, workflow_steps, approvals, events`);
    runs = open();
    runs.graphs.set('chain', aChain(3));
    runs.graphs.set('tool', aChain(1, 'tool'));
  });
  const codes = async (runId: string) => {
    const rows = await query<{ code: string }>(
      testDb.database().db,
      sql`select code from events where session_id = ${runId} order by seq`,
    );
    return rows.map(({ code }) => code);
  };
  const work = async (fixture = runs) => fixture.workflowRunWork.sweep();

  it('go from the input to the output, with each step, its Evidence and its events recorded', async () => {
    runs.execute = async ({ input, node }) => done({ ...Object(input), [node.id]: true }, 'out', [`evd_${node.id}`]);
    const id = await runs.start('chain', { b: 1, a: 2 });
    await work();
    const run = await runs.read('chain', id);
    expect(run).toMatchObject({ status: 'succeeded', error: null, session_id: id, started_by: 'anna' });
    // Unchanged, including the order of its members.
    expect(JSON.stringify(run.output)).toBe('{"b":1,"a":2,"n0":true,"n1":true,"n2":true}');
    expect(run.steps.map(({ node_id, status }) => `${node_id} ${status}`)).toEqual([
      ...['in succeeded', 'n0 succeeded', 'n1 succeeded', 'n2 succeeded', 'out succeeded'],
    ]);
    expect(run.steps[1]).toMatchObject({ evidence_ids: ['evd_n0'], port: 'out', attempt: 0, repeatable: true });
    expect(await codes(id)).toEqual(['workflow.run_started', 'workflow.run_succeeded']);
    expect(run.output_hash).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it('retry a transient failure after a while, at most three times, and then fail', async () => {
    runs.execute = async () => fails(true);
    const id = await runs.start('chain');
    await work();
    expect((await runs.read('chain', id)).steps[1]).toMatchObject({ status: 'waiting', waiting: { for: 'retry' } });
    await work();
    expect(runs.begun).toHaveLength(1);
    for (const delay of [1_000, 5_000, 25_000]) {
      now += delay;
      await work();
    }
    expect(runs.begun).toHaveLength(4);
    const run = await runs.read('chain', id);
    expect(run).toMatchObject({
      status: 'failed',
      error: { code: 'denied', node_id: 'n0', step_id: run.steps[1]?.id },
    });
    expect(await codes(id)).toEqual(['workflow.run_started', 'workflow.run_failed']);
  });

  it('fail at once for a permanent failure, and begin nothing after it', async () => {
    runs.execute = async () => fails(false);
    const id = await runs.start('chain');
    await work();
    expect([(await runs.read('chain', id)).status, runs.begun]).toEqual(['failed', ['n0']]);
  });

  it('wait for an approval without holding a slot, and continue when it was decided', async () => {
    runs.execute = async (call) => (call.waiting === undefined ? waits : done(call.waiting));
    runs.graphs.set('wait', aChain(1));
    const id = await runs.start('wait');
    await work();
    expect(runs.workflowRunWork.underWay()).toBe(0);
    const waiting = await runs.read('wait', id);
    expect(waiting.status).toBe('waiting');
    expect(waiting.steps[1]).toMatchObject({ waiting: { for: 'approval', id: 'apr_1' }, evidence_ids: ['evd_1'] });
    await insertApproval('approved');
    await work();
    expect(await runs.read('wait', id)).toMatchObject({
      status: 'succeeded',
      output: { for: 'approval', id: 'apr_1' },
    });
    expect(await codes(id)).toEqual(['workflow.run_started', 'workflow.run_waiting', 'workflow.run_succeeded']);
  });
  const insertApproval = async (status: string) => {
    const columns = await query<{ name: string; type: string }>(
      testDb.database().db,
      sql`select column_name as name, data_type as type from information_schema.columns where table_name = 'approvals'
        and table_schema = current_schema() and is_nullable = 'NO' and column_default is null`,
    );
    const values: Record<string, string> = { org_id: "'default'", id: "'apr_1'", status: `'${status}'` };
    const blank: Record<string, string> = { text: "''", bigint: '0', integer: '1', boolean: 'false', jsonb: "'{}'" };
    const names = columns.map(({ name }) => name);
    const list = columns.map(({ name, type }) => values[name] ?? blank[type] ?? 'null');
    await testDb.database().db.execute(sql.raw(`insert into approvals (${names.join()}) values (${list.join()})`));
  };

  it('check awaited objects again at their time', async () => {
    runs.execute = async (call) => (call.waiting === undefined ? waits : done('decided'));
    const id = await runs.start('chain');
    await work();
    now += 3_600_000;
    await work();
    expect(runs.begun.filter((name) => name === 'n0')).toHaveLength(2);
    expect((await runs.read('chain', id)).steps[1]).toMatchObject({
      status: 'succeeded',
      attempt: 1,
      output: 'decided',
    });
  });

  it('are interrupted by a step with an unknown result, until a person records it', async () => {
    runs.execute = async (call) =>
      call.attempt === 0 ? { kind: 'unknown', message: 'broken off', evidenceIds: [] } : done('again');
    const outcomes = [
      ['succeeded', { output: 7 }, 'succeeded', 7],
      ['failed', {}, 'failed', null],
      ['retry', {}, 'succeeded', 'again'],
    ] as const;
    for (const [outcome, more, status, output] of outcomes) {
      const runId = await runs.start('tool');
      await work();
      now += 90_000_000;
      await work();
      const run = await runs.read('tool', runId);
      expect(run.status).toBe('interrupted');
      const which = { runId, stepId: run.steps[1]?.id ?? '' };
      const answer = { outcome, comment: 'looked', ...more };
      expect(await runs.workflowRunApi.resolve(anna(), 'tool', which, answer)).toMatchObject({ resolved_by: 'anna' });
      await work();
      expect(await runs.read('tool', runId)).toMatchObject({ status, output });
      await expect(runs.workflowRunApi.resolve(anna(), 'tool', which, answer)).rejects.toThrow('only an unknown step');
      const [entry] = await query<{ details: unknown }>(
        testDb.database().db,
        sql`select details from audit_log where action = 'workflow.step_resolved' order by seq desc limit 1`,
      );
      expect(entry?.details).toMatchObject({ run_id: runId, outcome, comment: 'looked' });
    }
    expect(runs.begun).toHaveLength(4);
  });

  it('broken by an internal fault repeat repeatable steps, and ask about any other', async () => {
    runs.execute = async () => {
      throw new Error('a bug');
    };
    const [chain, tool] = [await runs.start('chain'), await runs.start('tool')];
    await work();
    expect((await runs.read('chain', chain)).steps[1]).toMatchObject({
      status: 'waiting',
      error: { code: 'internal' },
    });
    expect(await runs.read('tool', tool)).toMatchObject({ status: 'interrupted' });
  });

  it('keep values within their bounds', async () => {
    runs.execute = async () => done('x'.repeat(300_000));
    const id = await runs.start('chain');
    await work();
    expect((await runs.read('chain', id)).error).toMatchObject({ code: 'value_refused' });
    runs.graphs.set('long', aChain(20));
    runs.execute = async () => done('x'.repeat(250_000));
    const long = await runs.start('long');
    await work();
    expect((await runs.read('long', long)).error).toMatchObject({ code: 'values_too_large', node_id: 'n16' });
    await expect(runs.start('chain', 'x'.repeat(300_000))).rejects.toThrow('the input is larger');
    await expect(runs.start('chain', { a: '\u0000' })).rejects.toThrow('the input contains U+0000');
  });

  it('run for at most a day', async () => {
    runs.execute = async ({ node, input }) => {
      if (node.id === 'n0') now += 25 * 3_600_000;
      return done(input);
    };
    const id = await runs.start('chain');
    await work();
    expect((await runs.read('chain', id)).status).not.toBe('succeeded');
    now += 60_000;
    await work();
    expect((await runs.read('chain', id)).error).toMatchObject({ code: 'time_exceeded' });
  });

  it('are not begun for inactive workflows, and stop with theirs', async () => {
    runs.statuses.set('chain', 'stopped');
    await expect(runs.start('chain')).rejects.toMatchObject({ extensions: { reason: 'workflow_not_running' } });
    runs.statuses.set('chain', 'running');
    const id = await runs.start('chain');
    runs.statuses.set('chain', 'stopping');
    await work();
    expect([(await runs.read('chain', id)).status, runs.begun]).toEqual(['cancelled', []]);
  });

  /** A step that waits until it is released or aborted. */
  const holding = (fixture: RunFixture) => {
    let release = (): void => undefined;
    let reached = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      reached = resolve;
    });
    fixture.execute = (call: StepCall) => {
      reached();
      return new Promise((resolve) => {
        release = () => resolve(done(call.input));
        call.signal.addEventListener('abort', () => resolve(fails(true)));
      });
    };
    return { begun, release: () => release() };
  };

  it('are cancelled at once when queued, and when a step may be aborted', async () => {
    const queued = await runs.start('chain');
    expect(await runs.workflowRunApi.cancel(anna(), 'chain', queued, 'why')).toMatchObject({ status: 'cancelled' });
    const held = holding(runs);
    const id = await runs.start('chain');
    const working = work();
    await held.begun;
    expect(await runs.workflowRunApi.cancel(anna(), 'chain', id, 'why')).toMatchObject({ status: 'cancelling' });
    await working;
    const run = await runs.read('chain', id);
    expect(run).toMatchObject({ status: 'cancelled', cancelled_by: 'anna', cancel_reason: 'why' });
    expect(run.steps[1]).toMatchObject({ status: 'skipped', error: { code: 'run_ended' } });
    for (const one of [queued, id]) expect((await codes(one)).at(-1)).toBe('workflow.run_cancelled');
    await runs.workflowRunApi.cancel(anna(), 'chain', id, undefined);
  });

  it('wait for an unabortable step when cancelled, and record its result', async () => {
    const held = holding(runs);
    const id = await runs.start('tool');
    const working = work();
    await held.begun;
    const { db } = testDb.database();
    expect(await db.transaction((tx) => runs.workflowRuns.cancelAll(tx, anna(), 'tool', 'stopped'))).toBe(1);
    expect(await runs.workflowRuns.countOpen(db, 'default', 'tool')).toBe(1);
    held.release();
    await working;
    const run = await runs.read('tool', id);
    expect([run.status, run.steps[1]?.status]).toEqual(['cancelled', 'succeeded']);
    expect(await runs.workflowRuns.countOpen(db, 'default', 'tool')).toBe(0);
  });

  it('are returned in order when the process ends, and another one continues', async () => {
    const held = holding(runs);
    const id = await runs.start('chain');
    const working = work();
    await held.begun;
    await runs.backgroundWork.close();
    await working;
    const next = open();
    for (const [name, graph] of runs.graphs) next.graphs.set(name, graph);
    await work(next);
    const run = await next.read('chain', id);
    expect([run.status, run.steps[1]?.attempt, next.begun]).toEqual(['succeeded', 1, ['n0', 'n1', 'n2']]);
  });

  it('with a lost lease write nothing more, and fail no others by it', async () => {
    const held = holding(runs);
    const id = await runs.start('chain');
    const working = work();
    await held.begun;
    now += 31_000;
    const next = open();
    for (const [name, graph] of runs.graphs) next.graphs.set(name, graph);
    await work(next);
    expect((await next.read('chain', id)).output).toEqual({ n: 1 });
    runs.graphs.set('other', aChain(1));
    held.release();
    await working;
    runs.execute = async () => done('late');
    const other = await runs.start('other');
    await work();
    expect((await runs.read('other', other)).output).toBe('late');
    const run = await next.read('chain', id);
    expect([run.status, run.steps.map(({ attempt }) => attempt)]).toEqual(['succeeded', [0, 1, 0, 0, 0]]);
  });

  it('are taken oldest first, and no organisation waits for another one', async () => {
    const bounded = open({ bounds: { inAll: 4, ofOne: 2 } });
    bounded.graphs.set('chain', aChain(1));
    const order: string[] = [];
    let most = 0;
    bounded.execute = async ({ orgId, runId, input }) => {
      order.push(`${orgId} ${runId}`);
      most = Math.max(most, bounded.workflowRunWork.underWay());
      return done(input);
    };
    const many: string[] = [];
    for (let index = 0; index < 12; index += 1) many.push(await bounded.start('chain'));
    const few = [await bounded.start('chain', 1, 'other'), await bounded.start('chain', 1, 'other')];
    await work(bounded);
    expect(order).toHaveLength(14);
    expect(most).toBeLessThanOrEqual(4);
    // Both runs of the small organisation are among the first four.
    for (const id of few) expect(order.indexOf(`other ${id}`)).toBeLessThan(4);
    const own = order.filter((one) => one.startsWith('default'));
    expect(own.slice(0, 2).sort()).toEqual(many.slice(0, 2).map((id) => `default ${id}`));
    expect((await bounded.read('chain', few[0] ?? '', 'other')).status).toBe('succeeded');
  });

  it('nest: one run per step for any number of requests, ended with the outer one', async () => {
    runs.graphs.set('outer', aChain(1, 'workflow'));
    runs.execute = async (call) => {
      if (call.node.type !== 'workflow') return done('inner');
      const named = { orgId: call.orgId, workflowId: 'chain', input: call.input, traceId: call.traceId };
      const parent = { parentRunId: call.runId, parentStepId: call.stepId, depth: call.depth + 1 };
      const state = await runs.nestedRuns.start({ ...named, ...parent, startedBy: call.startedBy });
      const again = await runs.nestedRuns.start({ ...named, ...parent, startedBy: call.startedBy });
      expect(again.runId).toBe(state.runId);
      if (state.status !== 'open') return done(state);
      return { kind: 'wait', waiting: { for: 'workflow', id: state.runId }, until: now + 60_000, evidenceIds: [] };
    };
    const id = await runs.start('outer');
    await work();
    const run = await runs.read('outer', id);
    expect(run).toMatchObject({ status: 'succeeded', output: { status: 'succeeded', output: 'inner' } });
    // Its process died between the end of the nested run and its report: the next look finds that it ended.
    const late = await runs.start('outer');
    await work();
    const { db } = testDb.database();
    await db.execute(sql`update workflow_steps set status = 'waiting', output = null, port = null, waiting_for = 'workflow',
      waiting_id = (select id from workflow_runs where parent_run_id = ${late}) where run_id = ${late} and node_id = 'n0'`);
    await db.execute(sql`update workflow_runs set status = 'waiting', ended_at = null, output = null,
      next_at = ${now + 60_000}::bigint where id = ${late}`);
    await work();
    expect((await runs.read('outer', late)).status).toBe('succeeded');
    // Cancelling cancels the nested run too.
    runs.graphs.set('chain', aChain(2));
    const within = runs.execute;
    runs.execute = async (call) => (call.node.type === 'workflow' ? within(call) : waits);
    const outer = await runs.start('outer');
    await work();
    const nestedId = (await runs.read('outer', outer)).steps[1]?.waiting?.id ?? '';
    await runs.workflowRunApi.cancel(anna(), 'outer', outer, undefined);
    expect(await runs.read('chain', nestedId)).toMatchObject({ status: 'cancelled', depth: 1, parent_run_id: outer });
  });

  it('lose their values a day after their end and are removed after a month, and hashes stay until then', async () => {
    const id = await runs.start('chain');
    await work();
    const [retain] = runs.backgroundWork.chores;
    await retain?.();
    expect((await runs.read('chain', id)).input).not.toBeNull();
    now += 24 * 3_600_000 + 1;
    await retain?.();
    const run = await runs.read('chain', id);
    expect([run.input, run.output, run.steps.map(({ output }) => output)]).toEqual([null, null, Array(5).fill(null)]);
    expect([run.input_hash, run.steps[1]?.output_hash]).toEqual([run.output_hash, run.output_hash]);
    now += 30 * 24 * 3_600_000;
    await retain?.();
    await expect(runs.read('chain', id)).rejects.toThrow('no such run');
    expect(await query(testDb.database().db, sql`select 1 from workflow_steps`)).toEqual([]);
  });

  it('of another organisation or workflow do not exist', async () => {
    const id = await runs.start('chain');
    await expect(runs.read('chain', id, 'other')).rejects.toMatchObject({ code: 'not_found' });
    await expect(runs.read('tool', id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(runs.workflowRunApi.cancel(anna('other'), 'chain', id, '')).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('of a wide graph take at most eight steps at once', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `w${index}`);
    const edges = ids.flatMap((id) => [`in>${id}`, `${id}>out`]);
    runs.graphs.set('wide', aGraph(Object.fromEntries(ids.map((id) => [id, 'agent'])), edges));
    let [under, most] = [0, 0];
    runs.execute = async ({ node }) => {
      under += 1;
      most = Math.max(most, under);
      await testDb.database().db.execute(sql`select 1`);
      under -= 1;
      return done(node.id);
    };
    const id = await runs.start('wide');
    await work();
    expect(await runs.read('wide', id)).toMatchObject({ output: Object.fromEntries(ids.map((one) => [one, one])) });
    expect(most).toBe(8);
  });
});

/** After a run that did not succeed, nobody is asked for it any more, whatever process died in between. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { query } from '../../../../platform/db/db.ts';
import { testDatabaseUrl } from '../../../../platform/db/test-db.ts';
import { type DefinitionsFixture, openDefinitions, workflows } from '../definitions/definitions.fixture.ts';
import { aGraph, createRunFixture, done, type RunFixture } from './runs.fixture.ts';

const kind = testDatabaseUrl === undefined ? 'pglite' : 'postgres';
const graph = aGraph({ ask: ['human_approval', { message: 'Go on?' }] }, ['in>ask', 'ask:approved>out']);

describe('leftovers of a run', () => {
  let fixture: DefinitionsFixture;
  beforeAll(async () => {
    fixture = await openDefinitions(kind);
  });
  afterAll(() => fixture.verifier.close());

  const db = () => fixture.verifier.testDb.database().db;
  const work = () => fixture.verifier.verifier().services.workflowRunWork;

  describe('as requests to people', () => {
    let id: unknown;
    let runId: unknown;
    beforeEach(async () => {
      const { admin } = fixture.verifier;
      ({ id } = (await fixture.create(graph)).body);
      await fixture.deploy(id);
      await fixture.settle(id);
      runId = (await admin('POST', `${workflows}/${id}/runs`, { input: 1 })).body['id'];
      await work().sweep();
      expect(await approvals()).toEqual(['pending']);
    });
    const approvals = async () => {
      const rows = await query<{ status: string }>(db(), sql`select status from approvals where resource = ${id}`);
      return rows.map(({ status }) => status);
    };
    const cancel = () => fixture.verifier.admin('POST', `${workflows}/${id}/runs/${runId}/cancel`, {});

    it('are withdrawn when it is cancelled', async () => {
      expect((await cancel()).body['status']).toBe('cancelled');
      await work().sweep();
      expect(await approvals()).toEqual(['cancelled']);
    });

    it('are withdrawn when its workflow is stopped', async () => {
      await fixture.stop(id);
      await work().sweep();
      expect(await approvals()).toEqual(['cancelled']);
    });

    it('stay decided when people were quicker', async () => {
      await db().execute(sql`update approvals set status = 'denied', decided_at = 1 where resource = ${id}`);
      await cancel();
      await work().sweep();
      expect(await approvals()).toEqual(['denied']);
    });

    it('are not made by a process that lost it', async () => {
      await db().execute(sql`delete from approvals where resource = ${id}`);
      // It is taken again, and ends elsewhere before its step asks.
      await db().execute(sql`update workflow_runs set next_at = 0 where id = ${runId}`);
      await db().execute(sql`create or replace function ended_elsewhere() returns trigger language plpgsql as $$
        begin
          update workflow_runs set status = 'cancelled', ended_at = 1, lease = null where id = new.run_id;
          return new;
        end $$`);
      await db().execute(sql`create trigger ended_elsewhere after update on workflow_steps for each row
        when (new.status = 'started') execute function ended_elsewhere()`);
      try {
        await work().sweep();
      } finally {
        await db().execute(sql`drop trigger ended_elsewhere on workflow_steps`);
      }
      expect(await approvals()).toEqual([]);
    });
  });

  describe('after the process died that ended it', () => {
    let runs: RunFixture;
    beforeEach(async () => {
      await db().execute(sql`truncate workflow_runs, workflow_steps`);
      runs = createRunFixture(db(), fixture.verifier.clock);
      runs.graphs.set(
        'outer',
        aGraph({ ask: 'human_approval', act: 'agent', sub: 'workflow' }, [
          ...['in>ask', 'in>act', 'in>sub', 'ask>out', 'act>out', 'sub>out'],
        ]),
      );
      runs.graphs.set('inner', aGraph({ act: 'agent' }, ['in>act', 'act>out']));
    });

    it('are ended by the next check', async () => {
      runs.execute = async ({ node, runId, stepId }) => {
        const waiting = (what: 'approval' | 'workflow', of: string) =>
          ({ kind: 'wait', waiting: { for: what, id: of }, until: Number.MAX_SAFE_INTEGER, evidenceIds: [] }) as const;
        if (node.id === 'ask') return waiting('approval', 'apr_1');
        if (node.id === 'sub') {
          const nested = { orgId: 'default', workflowId: 'inner', input: 1, parentRunId: runId, parentStepId: stepId };
          const made = await runs.nestedRuns.start({ ...nested, depth: 1, traceId: 'a'.repeat(32), startedBy: 'anna' });
          return waiting('workflow', made.runId);
        }
        return { kind: 'failed', code: 'denied', message: 'no', isRetryable: false, evidenceIds: [] };
      };
      const id = await runs.start('outer');
      await runs.workflowRunWork.sweep();
      expect((await runs.read('outer', id)).status).toBe('failed');
      expect(runs.withdrawn).toEqual([`${id}/ask`]);
      // The state after the process died right after the end.
      await db().execute(sql`update workflow_runs set has_left = true where id = ${id}`);
      await db().execute(sql`update workflow_runs set status = 'waiting', ended_at = null, has_left = false
        where parent_run_id = ${id}`);
      runs.withdrawn.length = 0;
      runs.execute = async () => done(1);
      await runs.workflowRunWork.sweep();
      expect(runs.withdrawn).toEqual([`${id}/ask`]);
      const rows = await query<{ status: string; has_left: boolean }>(
        db(),
        sql`select status, has_left from workflow_runs order by seq`,
      );
      expect(rows).toEqual([
        { status: 'failed', has_left: false },
        { status: 'cancelled', has_left: true },
      ]);
      // The next look ends the nested run's own.
      await runs.workflowRunWork.sweep();
      expect(await query(db(), sql`select 1 from workflow_runs where has_left`)).toEqual([]);
      runs.withdrawn.length = 0;
      await runs.workflowRunWork.sweep();
      expect(runs.withdrawn).toEqual([]);
    });
  });
});

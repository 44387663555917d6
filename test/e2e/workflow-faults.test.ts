/**
 * A verifier killed while deploying and stopping workflows, at every statement: the written data are consistent, and the next
 * process completes the work.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Child, startChild, textOf } from '../../bench/child.ts';
import { query } from '../../src/platform/db/db.ts';
import { testDatabaseUrl } from '../../src/platform/db/test-db.ts';
import type { Caller } from '../../src/platform/http/access.ts';
import { aGraph } from '../../src/verifier/composition/workflows/runs/runs.fixture.ts';
import { openTestVerifier, type TestVerifier } from '../../src/verifier/test-verifier.ts';
import { asCaller } from '../support/handed-callers.ts';

const workflows = '/api/v1/workflows';
const graph = aGraph({ ask: ['human_approval', { message: 'Go on?' }] }, ['in>ask', 'ask:approved>out']);

interface Doomed {
  readonly orgId: string;
  readonly id: string;
  readonly at: number;
}

describe.skipIf(testDatabaseUrl === undefined)('a killed verifier (TEST_DATABASE_URL for postgres)', () => {
  let verifier: TestVerifier;
  let folder: string;
  let child: Child;
  let count = 0;
  beforeAll(async () => {
    verifier = await openTestVerifier({}, 'postgres');
    folder = await mkdtemp(join(tmpdir(), 'assay-workflows-killed-'));
  });
  afterAll(async () => {
    await child?.stop();
    await verifier?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const db = () => verifier.testDb.database().db;
  const start = async (): Promise<string> => {
    const [row] = await query<{ schema: string }>(db(), sql`select current_schema() as schema`);
    count += 1;
    const args = [String(row?.schema), join(folder, String(count)), 'https://assay.test', '0', '80'];
    child = await startChild('test/support/killable-verifier.ts', args);
    return textOf(child.line, 'url');
  };

  const inOrg = (orgId: string) => ({ 'x-assay-organization': orgId });
  /** A workflow in its own organisation: those of one wait for each other. */
  const makeOne = async (at: number): Promise<Doomed> => {
    count += 1;
    const orgId = `org-${count}`;
    await verifier.admin('POST', '/v1/organizations', { id: orgId, name: orgId });
    const made = await verifier.admin('POST', workflows, { name: 'w', graph }, inOrg(orgId));
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return { orgId, id: String(made.body['id']), at };
  };
  const make = (ats: readonly number[]): Promise<Doomed[]> => Promise.all(ats.map(makeOne));
  const makeRunning = async (ats: readonly number[]): Promise<Doomed[]> => {
    const made = await make(ats);
    for (const one of made) await act('deploy', one);
    await settle();
    for (const { id, orgId } of made) {
      const run = await verifier.admin('POST', `${workflows}/${id}/runs`, { input: 1 }, inOrg(orgId));
      expect(run.status, JSON.stringify(run.body)).toBe(202);
    }
    await verifier.verifier().services.workflowRunWork.sweep();
    return made;
  };
  /** At the surviving verifier. */
  const act = (word: 'deploy' | 'stop', { orgId, id }: Doomed) =>
    verifier.admin('POST', `${workflows}/${id}/${word}`, undefined, inOrg(orgId));
  const settle = async () => {
    const { workflowWork, workflowRunWork } = verifier.verifier().services;
    for (let round = 0; round < 3; round += 1) {
      await workflowWork.idle();
      verifier.clock.set(Math.max(verifier.clock.now(), Date.now()) + 60_000);
      await workflowRunWork.sweep();
      await workflowWork.sweep();
    }
  };
  const recordOf = async ({ orgId, id }: Doomed) => {
    const [row] = await query<{ status: string; history: string[]; audit: string[]; open: number }>(
      db(),
      sql`select status,
        array(select action from workflow_changes where org_id = ${orgId} and workflow_id = ${id} order by seq) as history,
        array(select action from audit_log where org_id = ${orgId} and resource_id = ${id} order by seq) as audit,
        (select count(*)::int from workflow_runs where org_id = ${orgId} and ended_at is null) as open
        from workflows where org_id = ${orgId} and id = ${id}`,
    );
    return row;
  };

  const kill = async (url: string, word: string, doomed: readonly Doomed[]) => {
    const call = async ({ orgId, id, at }: Doomed) => {
      const operator: Caller = {
        user: 'operator',
        kind: 'operator',
        role: 'admin',
        organisation: orgId,
        authentication: 'token',
        scopes: 'all',
        isDeployment: true,
      };
      const headers = { ...asCaller(operator), 'x-test-stop': String(at), 'x-test-kill': String(doomed.length) };
      const answer = await fetch(`${url}${workflows}/${id}/${word}`, { method: 'POST', headers }).catch(
        () => undefined,
      );
      return answer === undefined ? undefined : Number(answer.headers.get('x-test-statements'));
    };
    return Promise.all(doomed.map(call));
  };

  /** One for each statement of the act, one for its automatic consequences, and one for the completed act. */
  const doom = async (url: string, word: string, prepare: (ats: readonly number[]) => Promise<Doomed[]>) => {
    const [statements = 0] = await kill(url, word, await prepare([0]));
    expect(statements).toBeGreaterThan(8);
    return prepare(Array.from({ length: statements + 4 }, (_, index) => index + 1));
  };

  it('has deployed a workflow completely or not at all, or another one continues', async () => {
    const url = await start();
    const doomed = await doom(url, 'deploy', make);
    await kill(url, 'deploy', doomed);
    await child.stop();
    const left = new Set<string>();
    for (const one of doomed) {
      const record = await recordOf(one);
      const steps = ['created', 'deploying', 'running'].slice(0, record?.history.length);
      const statuses = ['draft', 'deploying', 'running'];
      expect(record, `statement ${one.at}`).toEqual({
        status: statuses[steps.length - 1],
        history: steps,
        open: 0,
        audit: steps.map((step) => `workflow.${step}`),
      });
      left.add(String(record?.status));
    }
    // The kill hit some before and some after the commit.
    expect([...left]).toEqual(expect.arrayContaining(['draft', 'deploying']));
    await settle();
    for (const one of doomed) {
      if ((await recordOf(one))?.status === 'draft') expect((await act('deploy', one)).status).toBe(202);
    }
    await settle();
    for (const one of doomed) {
      const all = ['created', 'deploying', 'running'];
      expect(await recordOf(one), `statement ${one.at}`).toMatchObject({ status: 'running', history: all });
    }
  }, 120_000);

  it('has stopped a workflow and asked its runs to end, or nothing of it, or another one continues', async () => {
    const url = await start();
    const doomed = await doom(url, 'stop', makeRunning);
    await kill(url, 'stop', doomed);
    await child.stop();
    const left = new Set<string>();
    for (const one of doomed) {
      const record = await recordOf(one);
      expect(['running', 'stopping', 'stopped'], `statement ${one.at}`).toContain(record?.status);
      // Its run is asked to end with it, or continues with it.
      if (record?.status === 'running') expect(record.open, `statement ${one.at}`).toBe(1);
      expect(record?.history.at(-1), `statement ${one.at}`).toBe(record?.status);
      left.add(String(record?.status));
    }
    expect([...left]).toEqual(expect.arrayContaining(['running', 'stopping']));
    await settle();
    for (const one of doomed) {
      if ((await recordOf(one))?.status === 'running') expect((await act('stop', one)).status).toBe(202);
    }
    await settle();
    for (const one of doomed) {
      expect(await recordOf(one), `statement ${one.at}`).toMatchObject({
        status: 'stopped',
        open: 0,
        history: ['created', 'deploying', 'running', 'stopping', 'stopped'],
      });
    }
    // Ended runs are no longer polled.
    expect(await query(db(), sql`select 1 from approvals where status = 'pending'`)).toEqual([]);
  }, 120_000);
});

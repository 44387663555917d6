/** Commands for workflow runs, against a test verifier. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestVerifier, type TestVerifier } from '../../verifier/test-verifier.ts';
import { runFake } from '../cli.fake.ts';

let verifier: TestVerifier;
let url: string;
let folder: string;
let id: string;
const run = (...args: readonly string[]) =>
  runFake([...args, '--verifier', url], { env: { ASSAY_DATA_DIR: verifier.testDb.dataDir } });
const work = () => verifier.verifier().services.workflowRunWork.sweep();
const graph = {
  nodes: [
    { id: 'question', type: 'input', config: { type: 'text' } },
    { id: 'sent', type: 'output' },
  ],
  edges: [{ source: 'question', target: 'sent' }],
};

beforeAll(async () => {
  verifier = await openTestVerifier();
  url = await verifier.verifier().app.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'assay-runs-'));
  const file = join(folder, 'workflow.json');
  await writeFile(file, JSON.stringify(graph));
  const made = await run('workflow', 'create', file, '--name', 'Echo', '--json');
  id = String(Reflect.get(JSON.parse(made.out), 'id'));
}, 60_000);
afterAll(async () => {
  await verifier.close();
  await rm(folder, { recursive: true });
});

it('runs the deployed workflow, and shows the result', async () => {
  const early = await run('workflow', 'run', id);
  expect([early.code, early.err]).toEqual([1, expect.stringContaining('deploy it first')]);
  expect((await run('workflow', 'deploy', id, '--wait')).code).toBe(0);
  expect((await run('workflow', 'run', id, '--input', '{}', '--json-input')).err).toContain('must be text');
  expect((await run('workflow', 'run', id, '--input', '{', '--json-input')).code).toBe(2);
  const begun = await run('workflow', 'run', id, '--input', 'Hello');
  expect(begun.out).toMatch(/^status +queued$/m);
  const [, runId = ''] = /^run +(\S+)$/m.exec(begun.out) ?? [];
  await work();
  const shown = await run('workflow', 'show-run', id, runId);
  expect(shown.out).toMatch(/^status +succeeded$/m);
  expect(shown.out).toMatch(/^output {4}"Hello"$/m);
  expect(shown.out).toMatch(/^question +input +succeeded +out/m);
  expect((await run('workflow', 'runs', id, '--status', 'succeeded')).out).toContain(runId);
  expect((await run('workflow', 'runs', id, '--status', 'failed')).err).toBe('No run.\n');
  expect((await run('workflow', 'cancel', id, runId)).err).toContain('the run has already succeeded');
});

it('cancels, and records the outcome of an unknown step', async () => {
  const begin = async () => {
    const { out } = await run('workflow', 'run', id, '--input', 'x', '--json');
    return String(Reflect.get(JSON.parse(out), 'id'));
  };
  expect((await run('workflow', 'cancel', id, await begin(), '--reason', 'no')).out).toMatch(/^status +cancelled$/m);
  const runId = await begin();
  await work();
  const { steps } = (await verifier.admin('GET', `/api/v1/workflows/${id}/runs/${runId}`)).body;
  const stepId = String(Reflect.get(Object(steps)[0], 'id'));
  const resolve = ['workflow', 'resolve', id, runId, stepId, 'failed'];
  expect((await run(...resolve)).code).toBe(2);
  const known = await run(...resolve, '--comment', 'seen');
  expect([known.code, known.err]).toEqual([1, expect.stringContaining('only an unknown step')]);
  const { db } = verifier.testDb.database();
  await db.execute(sql`update workflow_runs set status = 'interrupted', ended_at = null where id = ${runId}`);
  await db.execute(sql`update workflow_steps set status = 'unknown' where id = ${stepId}`);
  await db.execute(sql`update workflow_steps set output = '"Hello"' where run_id = ${runId} and node_id = 'sent'`);
  const asked = await run('workflow', 'show-run', id, runId);
  expect(asked.out).toMatch(/^ {2}sent {2}"Hello"$/m);
  expect(asked.out).toContain(`Waits for a person:\n  assay workflow resolve ${id} ${runId} ${stepId} `);
  expect((await run(...resolve, '--comment', 'seen')).out).toMatch(/^status +failed$/m);
});

it('begins once for one Idempotency-Key', async () => {
  const path = `/api/v1/workflows/${id}/runs`;
  const headers = { 'idempotency-key': 'one' };
  const first = await verifier.admin('POST', path, { input: 'x' }, headers);
  const second = await verifier.admin('POST', path, { input: 'x' }, headers);
  expect([first.status, second.status, second.body['id']]).toEqual([202, 202, first.body['id']]);
  expect((await verifier.admin('POST', path, { input: 'y' }, headers)).status).toBe(409);
});

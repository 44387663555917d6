/** Commands for workflows, against a server that gives the answers of the test. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FakeService, runFake, sendJson, serveFake } from '../cli.fake.ts';

const services: FakeService[] = [];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-workflow-answers-'));
});
afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
});
afterAll(() => rm(folder, { recursive: true }));

/** Gives the answers in turn, the last one again and again. */
async function ask(answers: readonly unknown[], ...args: string[]) {
  let given = 0;
  const service = await serveFake((_request, response) => {
    sendJson(response, 200, answers[Math.min(given, answers.length - 1)]);
    given += 1;
  });
  services.push(service);
  return { ...(await runFake([...args, '--verifier', service.url])), seen: service.seen };
}

const isOther = expect.stringContaining('gives an unexpected answer');
const deployment = (state: string) => ({ id: 'dep_1', revision: 3, state, error: null });
const workflow = {
  id: 'wfl_1',
  name: 'Answers',
  description: '',
  workspace_id: 'default',
  agent_id: null,
  status: 'running',
  degraded: false,
  draft_revision: 3,
  deployed_revision: 3,
  graph_digest: 'sha256:00',
  approval_id: null,
  deployment: deployment('running'),
  revision: 7,
  updated_at: 'monday',
  graph: { nodes: [], edges: [] },
};

describe('a deployment', () => {
  it('succeeds only in a state that is known to be good', async () => {
    const deploy = async (state: string) =>
      (await ask([{ ...workflow, deployment: deployment(state) }], 'workflow', 'deploy', 'wfl_1')).code;
    expect(await Promise.all(['deploying', 'running', 'failed', 'exploded'].map(deploy))).toEqual([0, 0, 1, 1]);
    const { deployment: _deployment, ...lacking } = workflow;
    expect(await ask([lacking], 'workflow', 'deploy', 'wfl_1', '--json')).toMatchObject({ code: 3, err: isOther });
  });

  it('is waited for until it is done, and no longer than until it needs an approval', async () => {
    const deploying = { ...workflow, deployment: deployment('deploying') };
    const done = await ask([deploying, workflow], 'workflow', 'deploy', 'wfl_1', '--wait');
    expect([done.code, done.seen.map(({ method }) => method)]).toEqual([0, ['POST', 'GET']]);
    const held = await ask([{ ...deploying, approval_id: 'apr_1' }], 'workflow', 'deploy', 'wfl_1', '--wait');
    expect([held.code, held.seen.length]).toEqual([1, 1]);
    expect(held.err).toBe('It waits for a person: assay approval show apr_1\n');
  });
});

describe('a workflow', () => {
  it('that failed, was cancelled or was stopped by the end of the wait did not succeed', async () => {
    const begun = { ...workflow, deployment: deployment('deploying') };
    const end = (state: string) =>
      ask([begun, { ...workflow, deployment: deployment(state) }], 'workflow', 'deploy', 'wfl_1', '--wait');
    const ends = await Promise.all(['failed', 'cancelled', 'stopped', 'running'].map(end));
    expect(ends.map(({ code, seen }) => [code, seen.length])).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
      [0, 2],
    ]);
  });

  it('that takes longer than --timeout is not done, and goes on', async () => {
    const deploying = { ...workflow, deployment: deployment('deploying') };
    const late = await ask([deploying], 'workflow', 'deploy', 'wfl_1', '--wait', '--timeout', '0');
    expect([late.code, late.err]).toEqual([
      1,
      'Not done after 0 s: the deployment is deploying. The verifier continues; assay workflow show wfl_1 shows it.\n',
    ]);
    const wrong = await ask([deploying], 'workflow', 'deploy', 'wfl_1', '--timeout', '5');
    expect([wrong.code, wrong.seen.length]).toEqual([2, 0]);
  });

  it('is changed and removed at the revision that was read', async () => {
    const file = join(folder, 'workflow.yaml');
    await writeFile(file, 'name: Better\nworkspace_id: other\n');
    const { seen } = await ask([workflow], 'workflow', 'update', 'wfl_1', file);
    expect(seen.map(({ headers }) => headers['if-match'])).toEqual([undefined, '"7"']);
    expect(seen[1]).toMatchObject({ method: 'PUT', body: '{"name":"Better"}' });
    const removal = await ask([workflow], 'workflow', 'remove', 'wfl_1');
    expect(removal.seen[1]).toMatchObject({ method: 'DELETE', headers: { 'if-match': '"7"' } });
  });

  it('is not removed if its name cannot be told', async () => {
    const { name: _name, ...lacking } = workflow;
    const { code, err, seen } = await ask([lacking], 'workflow', 'remove', 'wfl_1');
    expect([code, err, seen.length]).toEqual([3, isOther, 1]);
  });

  it('is not shown as whole if the answer does not say so', async () => {
    const { degraded: _degraded, ...lacking } = workflow;
    expect((await ask([lacking], 'workflow', 'show', 'wfl_1')).out).toMatch(/^status +running, degraded$/m);
  });

  it('is valid only if the answer says so', async () => {
    expect((await ask([{ valid: true }], 'workflow', 'validate', 'wfl_1', '--json')).code).toBe(0);
    expect((await ask([{ valid: false, problems: [] }], 'workflow', 'validate', 'wfl_1')).code).toBe(1);
    expect((await ask([{}], 'workflow', 'validate', 'wfl_1', '--json')).code).toBe(3);
  });
});

describe('a composite passport', () => {
  it('without its signed text is written to no file', async () => {
    const output = join(folder, 'whole.jwt');
    const { code, err } = await ask([{ passport_id: 'cpp_1' }], 'workflow', 'passport', 'wfl_1', '-o', output);
    expect([code, err, existsSync(output)]).toEqual([3, isOther, false]);
  });

  it('passes no control character of a newer verifier to the terminal', async () => {
    const passport = {
      passport_id: 'cpp_1',
      workflow_id: 'wfl_1',
      revision: 3,
      graph_digest: 'sha256:00',
      members: [{ node_id: 'answer', agent_id: null, passport_id: null, status: 'mem\u0007ber' }],
      merkle_root: '00',
      status: 'who\u0007le',
      valid_until: null,
    };
    const { out } = await ask([passport], 'workflow', 'passport', 'wfl_1');
    expect([out.includes('mem\ufffdber'), out.includes('who\ufffdle')]).toEqual([true, true]);
  });
});

describe('a run that is waited for', () => {
  const run = {
    id: 'wfr_1',
    workflow_id: 'wfl_1',
    revision: 3,
    status: 'succeeded',
    trace_id: '00',
    started_by: 'ada',
    error: null,
    created_at: 'monday',
    ended_at: null,
    output: 'Hello',
    steps: [],
    next_steps_after: null,
  };
  const waiting = (what: string) => ({
    ...run,
    status: 'waiting',
    steps: [
      {
        id: 'wfs_1',
        node_id: 'asked',
        node_type: 'human_approval',
        turn: [],
        status: 'waiting',
        port: null,
        evidence_ids: [],
        waiting: { for: what, id: 'apr_1', until: 'friday' },
        error: null,
      },
    ],
  });
  const start = (...answers: unknown[]) =>
    ask([{ ...run, status: 'queued' }, ...answers], 'workflow', 'run', 'wfl_1', '--wait');

  it('goes on after a retry, and ends with success only if it succeeded', async () => {
    const succeeded = await start({ ...run, status: 'running' }, waiting('retry'), run);
    expect([succeeded.code, succeeded.seen.length]).toEqual([0, 4]);
    expect((await start({ ...run, status: 'failed' })).code).toBe(1);
    expect((await start({ ...run, status: 'exploded' })).code).toBe(1);
  });

  it('ends when a person must act, and says how', async () => {
    const { code, out, seen } = await start(waiting('approval'));
    expect([code, seen.length, out]).toEqual([1, 2, expect.stringContaining('assay approval approve|deny apr_1')]);
  });

  it('ends for a person also where the step that waits for them is on a later page', async () => {
    const whole = waiting('approval');
    const long = { ...whole, steps: [], next_steps_after: 'place' };
    const { code, seen } = await start(long, whole);
    expect([code, seen.length, seen.at(-1)?.url]).toEqual([1, 3, expect.stringContaining('steps_after=place')]);
  });

  it('ends when its time is over, and the run goes on', async () => {
    const late = await ask([{ ...run, status: 'running' }], 'workflow', 'run', 'wfl_1', '--wait', '--timeout', '0');
    expect([late.code, late.err]).toEqual([
      1,
      expect.stringMatching(/^Not done after 0 s: the run is running\. .*assay workflow show-run wfl_1 wfr_1/),
    ]);
  });
});

/** Commands for workflows, against a test verifier. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestVerifier, type TestVerifier } from '../../verifier/test-verifier.ts';
import { runFake } from '../cli.fake.ts';

let verifier: TestVerifier;
let url: string;
let folder: string;
beforeAll(async () => {
  verifier = await openTestVerifier();
  url = await verifier.verifier().app.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'assay-workflows-'));
  await verifier.post('/v1/agents', { id: 'support-bot', model_id: 'echo' });
}, 60_000);
afterAll(async () => {
  await verifier.close();
  await rm(folder, { recursive: true });
});

const run = (...args: readonly string[]) =>
  runFake([...args, '--verifier', url], { env: { ASSAY_DATA_DIR: verifier.testDb.dataDir } });
const file = async (content: string) => {
  const path = join(folder, 'workflow.yaml');
  await writeFile(path, content);
  return path;
};
const graph = `
nodes:
  - { id: question, type: input, config: { type: text } }
  - { id: answer, type: agent, ref: { id: support-bot, version: null } }
  - { id: sent, type: output }
edges:
  - { source: question, target: answer }
  - { source: answer, target: sent }
`;

it('makes, changes, deploys, attests, stops and removes a workflow', async () => {
  const made = await run('workflow', 'create', await file(graph), '--name', 'Answers');
  expect([made.code, made.err]).toEqual([0, '']);
  expect(made.out).toMatch(/^status +draft$/m);
  expect(made.out).toMatch(/^answer +agent +support-bot +sent$/m);
  const [, id = ''] = /^workflow +(\S+)$/m.exec(made.out) ?? [];
  expect((await run('workflow', 'list', '--status', 'draft')).out).toMatch(
    new RegExp(`^${id} +Answers +draft +1 +-$`, 'm'),
  );
  expect((await run('workflow', 'validate', id)).out).toBe('It can be deployed.\n');
  const wrong = await run(
    'workflow',
    'validate',
    id,
    await file(graph.replace('ref: { id: support-bot', 'ref: { id: nobody')),
  );
  expect([wrong.code, wrong.out]).toEqual([1, '/graph/nodes/1/ref/id  there is no such agent\n']);
  expect((await run('workflow', 'passport', id)).code).toBe(1);
  const deployed = await run('workflow', 'deploy', id, '--wait');
  expect([deployed.code, deployed.out]).toEqual([0, expect.stringMatching(/^status +running$/m)]);
  const passport = await run('workflow', 'passport', id);
  expect(passport.out).toMatch(/^status +incomplete$/m);
  expect(passport.out).toMatch(/^answer +support-bot +missing +-$/m);
  const updated = await run(
    'workflow',
    'update',
    id,
    await file(`name: Better\ngraph:${graph.replaceAll('\n', '\n  ')}`),
  );
  expect([updated.code, updated.out]).toEqual([0, expect.stringMatching(/^name +Better$/m)]);
  expect((await run('workflow', 'remove', id)).err).toContain('stop it first');
  await verifier.admin('POST', '/v1/agents/support-bot/suspend', { reason: 'looked odd' });
  const [, other = ''] =
    /^workflow +(\S+)$/m.exec((await run('workflow', 'create', await file(graph), '--name', 'Other')).out) ?? [];
  const suspended = await run('workflow', 'deploy', other);
  expect([suspended.code, suspended.err]).toEqual([1, expect.stringContaining('support-bot (suspended)')]);
  await verifier.admin('POST', '/v1/agents/support-bot/reactivate', { reason: 'it was nothing' });
  expect((await run('workflow', 'stop', id, '--wait')).out).toMatch(/^status +stopped$/m);
  expect((await run('workflow', 'remove', id)).out).toBe('Removed workflow Better\n');
  expect((await run('workflow', 'show', id)).code).toBe(1);
});

it('refuses files that are no workflow before any request, and locates errors of a graph', async () => {
  expect((await run('workflow', 'create', await file('- 1'))).code).toBe(2);
  expect((await run('workflow', 'create', await file('a: 1\na: 2'))).err).toContain('line 2');
  const doubled = graph.replace('id: answer', 'id: question');
  const refused = await run('workflow', 'create', await file(doubled), '--name', 'x');
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('/graph/nodes/1/id')]);
});

it('accepts the shipped example', async () => {
  const made = await run('workflow', 'create', 'examples/workflow.yaml');
  expect([made.code, made.err]).toEqual([0, '']);
  const [, id = ''] = /^workflow +(\S+)$/m.exec(made.out) ?? [];
  expect((await run('workflow', 'validate', id)).out).toBe('It can be deployed.\n');
  expect(await readFile('examples/workflow.yaml', 'utf8')).toContain('agent_id: support-bot');
});

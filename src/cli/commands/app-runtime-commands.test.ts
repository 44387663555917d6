/** Commands for apps of type runtime and auditor, against a test verifier. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operatorTokenFile } from '../../platform/http/operator-token.ts';
import { openTestVerifier, type TestVerifier } from '../../verifier/test-verifier.ts';
import { runFake, startFake } from '../cli.fake.ts';

let verifier: TestVerifier;
let url: string;
let env: Record<string, string>;
let count = 0;
beforeAll(async () => {
  verifier = await openTestVerifier();
  url = await verifier.verifier().app.listen({ host: '127.0.0.1', port: 0 });
  const token = await readFile(join(verifier.testDb.dataDir, operatorTokenFile), 'utf8');
  env = { ASSAY_ACCESS_TOKEN: token.trim(), PATH: process.env['PATH'] ?? '' };
});
afterAll(() => verifier.close());

const toArgs = (args: readonly string[]) => [...args, '--verifier', url];
const run = (...args: readonly string[]) => runFake(toArgs(args), { env });

/** Publishes an app, allows it, and installs it for an agent of its own. @returns the id of the installation. */
async function installed(entry: Record<string, unknown>): Promise<string> {
  count += 1;
  const agent = `runner-${count}`;
  await verifier.admin('POST', '/v1/agents', { id: agent });
  const about = { name: `com.example/run-${count}`, version: '1.0.0', title: `Run ${count}`, description: 'For tests' };
  const made = await verifier.admin('POST', '/v1/app-catalog', { type: 'runtime', ...about, ...entry });
  const tool = { app_id: made.body['id'], server: '*', name: '*' };
  await verifier.admin('POST', '/v1/scoped-tools', { scope: { level: 'org', id: 'default' }, tool, mode: 'available' });
  const begun = await run('app', 'install', about.name, '--agent', agent, '--wait', '--json');
  expect([begun.code, begun.err]).toEqual([0, '']);
  return String(JSON.parse(begun.out)['id']);
}

const node = (script: string) => ({ command: [process.execPath, '-e', script] });

it('a runtime runs on this machine with what it declares and nothing else, until it is stopped', async () => {
  const script = 'console.log(JSON.stringify(process.env)); setInterval(() => {}, 1000)';
  const id = await installed({ runtime: { ...node(script), env: { MODE: 'test' }, memory_mb: 4_096 } });
  const stop = new AbortController();
  const running = startFake(toArgs(['app', 'run', id]), { env: { ...env, MINE: 'canary' }, signal: stop.signal });
  const [line] = await running.said(/^\{.*\}$/m);
  stop.abort();
  await running.done;
  expect(JSON.parse(line)).toMatchObject({ MODE: 'test', AGENT_ID: 'runner-1', ASSAY_GATEWAY_URL: expect.any(String) });
  expect(line).not.toContain('canary');
  expect(line).not.toContain(env['ASSAY_ACCESS_TOKEN']);
});

it('a runtime that takes more memory than it declares is ended', async () => {
  const hog = 'const held = []; setInterval(() => held.push(Buffer.alloc(16 * 1024 * 1024, 1)), 100)';
  const id = await installed({ runtime: { ...node(hog), memory_mb: 64 } });
  const stop = new AbortController();
  const running = startFake(toArgs(['app', 'run', id]), { env, signal: stop.signal });
  await running.said(/and 64 MiB are declared: it is ended[\s\S]*ended \(SIGKILL\)\. It is started again/);
  stop.abort();
  await running.done;
});

it('a runtime with a network that this machine does not confine is refused, and Kubernetes gets its limits', async () => {
  const limits = { cpus: 0.5, memory_mb: 256, network: 'gateway', port: 9_000 };
  const id = await installed({ runtime: { ...node('0'), image: 'registry.example/bot:1', ...limits } });
  const refused = await run('app', 'run', id);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('network gateway, which nothing here')]);
  const rendered = await run('app', 'render', id, '-n', 'agents', '--gateway', 'http://assay-gateway:8300');
  expect(rendered.code).toBe(0);
  for (const part of [
    'image: registry.example/bot:1',
    'cpu: 500m',
    'memory: 256Mi',
    'readOnlyRootFilesystem: true',
    'containerPort: 9000',
    'kind: NetworkPolicy',
    'app.kubernetes.io/name: assay-gateway',
    'value: http://assay-gateway:8300',
  ]) {
    expect(rendered.out).toContain(part);
  }
});

it('only a runtime with a command or an image can be run or printed', async () => {
  const id = await installed({ runtime: node('0') });
  const rendered = await run('app', 'render', id);
  expect([rendered.code, rendered.err]).toEqual([1, expect.stringContaining('declares no image')]);
  const nothing = { type: 'runtime', name: 'com.example/nothing', version: '1.0.0', title: 'N', description: 'x' };
  const published = await verifier.admin('POST', '/v1/app-catalog', { ...nothing, runtime: { cpus: 1 } });
  expect([published.status, published.body['reason']]).toEqual([422, 'nothing_to_run']);
});

it('an image of an auditor that nobody started says what is needed', async () => {
  count += 1;
  await verifier.admin('POST', '/v1/agents', { id: 'judged' });
  const about = { name: 'com.example/judge', version: '1.0.0', title: 'Judge', description: 'For tests' };
  const auditor = { auditor_id: 'judge', image: 'registry.example/judge:1' };
  const made = await verifier.admin('POST', '/v1/app-catalog', { type: 'auditor', ...about, auditor });
  const tool = { app_id: made.body['id'], server: '*', name: '*' };
  await verifier.admin('POST', '/v1/scoped-tools', { scope: { level: 'org', id: 'default' }, tool, mode: 'available' });
  const begun = await run('app', 'install', about.name, '--agent', 'judged', '--wait');
  expect(begun.code).toBe(1);
  expect(begun.out).toMatch(/^failed at +tools: engine_missing \(nothing here starts containers/m);
  expect(begun.out).toContain('--url');
});

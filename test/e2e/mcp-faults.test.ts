/** Tool calls through services in their own processes, one of which dies during the call. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Child, textOf } from '../../bench/child.ts';
import { seedApp } from '../../bench/mcp-seed.ts';
import { toFreePorts } from '../../scripts/free-ports.ts';
import {
  aTool,
  type McpServerFixture,
  openMcpServer,
} from '../../src/verifier/tools/installations/mcp-server.fixture.ts';
import { clientOf } from '../support/client.ts';
import { recordedEvidence } from '../support/evidence.ts';
import { freePort, kill, startOnly } from '../support/processes.ts';

vi.setConfig({ testTimeout: 60_000 });

const only = { verifier: 'verifier', attestor: 'attestor', gateway: 'gateway,auditors', mcp: 'mcp-gateway' } as const;
type Service = keyof typeof only;

let folder: string;
let env: Record<string, string>;
let tools: McpServerFixture;
let gatewayToken: string;
const running = new Map<Service, Child>();
const urls = new Map<Service, string>();
/** Completes the tool's current call. */
let answer: () => void;

const start = async (service: Service): Promise<void> => {
  const own = { ASSAY_DATA_DIR: join(folder, service === 'attestor' ? 'gateway' : service) };
  running.set(service, await startOnly(only[service], { ...env, ...own }));
};
const killService = async (service: Service): Promise<void> => {
  const child = running.get(service);
  if (child !== undefined) await kill(child);
};
const tokenOf = async (service: Service) => (await readFile(join(folder, service, 'operator-token'), 'utf8')).trim();
const urlOf = (service: Service): string => urls.get(service) ?? '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-mcp-faults-'));
  tools = await openMcpServer([aTool('pay', 'Pays an invoice.', { inputSchema: { type: 'object' } })]);
  tools.behaviour.onCall = () =>
    new Promise<CallToolResult>((resolve) => {
      answer = () => resolve({ content: [{ type: 'text', text: 'paid' }] });
    });
  const ports = new Map<Service, string>();
  for (const service of ['verifier', 'attestor', 'gateway', 'mcp'] as const) {
    const port = await freePort();
    ports.set(service, port);
    urls.set(service, `http://127.0.0.1:${port}`);
  }
  env = {
    ...toFreePorts(),
    NODE_ENV: 'test',
    ATTESTOR_TOKEN: 'a'.repeat(40),
    MCP_GATEWAY_MTLS_ENABLED: 'false',
    VERIFIER_PORT: ports.get('verifier') ?? '',
    ATTESTOR_PORT: ports.get('attestor') ?? '',
    GATEWAY_PORT: ports.get('gateway') ?? '',
    MCP_GATEWAY_PORT: ports.get('mcp') ?? '',
    GATEWAY_ATTESTOR_URL: urlOf('attestor'),
    GATEWAY_VERIFIER_URL: urlOf('verifier'),
    MCP_GATEWAY_VERIFIER_URL: urlOf('verifier'),
    MCP_GATEWAY_GATEWAY_URL: urlOf('gateway'),
  };
  await Promise.all([start('verifier'), start('attestor')]);
  const token = await tokenOf('verifier');
  const clerk = { agentId: 'clerk', name: 'bank', serverUrl: tools.url, tools: 1 };
  Object.assign(env, { GATEWAY_VERIFIER_KEY: token, MCP_GATEWAY_VERIFIER_KEY: token });
  await Promise.all([start('gateway'), seedApp({ url: urlOf('verifier'), token }, clerk)]);
  gatewayToken = await tokenOf('gateway');
  Object.assign(env, { MCP_GATEWAY_GATEWAY_KEY: gatewayToken });
  await start('mcp');
  await vi.waitFor(async () => expect(JSON.stringify(await ask('tools/list', {}))).toContain('bank__pay'), {
    timeout: 60_000,
    interval: 200,
  });
}, 180_000);
afterAll(async () => {
  for (const child of [...running.values()].toReversed()) await child.stop();
  await tools?.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

async function ask(method: string, params: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${urlOf('mcp')}/agents/clerk/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result } = Object(await response.json());
  return Object(result);
}

/** Calls the one tool, which answers when `answer` is called. */
const call = () => ask('tools/call', { name: 'bank__pay', arguments: {} });
const untilAtWork = (number: number) => expect.poll(() => tools.behaviour.called.length).toBe(number);
const evidence = () =>
  recordedEvidence({
    get: (path) => fetch(`${urlOf('gateway')}${path}`, { headers: { authorization: `Bearer ${gatewayToken}` } }),
  });
const statusesOf = async (callId: string): Promise<string[]> => {
  const assay = clientOf(urlOf('verifier'), await tokenOf('verifier'));
  const { items } = await assay.events.list({ type: 'tool.call', limit: 500 });
  return items
    .filter(({ data }) => data['call_id'] === callId)
    .map(({ data: { status, error } }) => `${status} ${Object(error).code ?? ''}`.trim());
};
const ofCalls = async () => (await evidence()).filter(({ tool }) => tool === 'pay');

it('a gateway killed during a call records it when it is back, once, and nothing of the result is shown', async () => {
  const ended = call();
  await untilAtWork(1);
  await killService('gateway');
  await start('gateway');
  answer();
  const { structuredContent, ...rest } = await ended;
  expect(structuredContent).toMatchObject({ error: { code: 'outcome_unknown' } });
  expect(JSON.stringify(rest)).not.toContain('paid');
  const id = textOf(structuredContent, 'error', 'evidence_id');
  await expect.poll(async () => (await ofCalls()).map(({ evidence_id: found }) => found)).toEqual([id]);
  // Watchers of the agent see its end too.
  await expect.poll(() => statusesOf(id)).toContain('failed outcome_unknown');
  expect(tools.behaviour.called).toHaveLength(1);
});

it('an attestor that dies during a call and returns with another key costs neither result nor record', async () => {
  const ended = call();
  await untilAtWork(2);
  await killService('attestor');
  answer();
  await start('attestor');
  const { content, _meta: meta } = await ended;
  expect(JSON.stringify(content)).toContain('paid');
  const records = await ofCalls();
  expect(records.map(({ evidence_id: id }) => id)).toContain(Reflect.get(Object(meta), 'io.assay/evidence_id'));
  expect([records.length, tools.behaviour.called.length]).toEqual([2, 2]);
  expect(new Set(records.map(({ key_attestation_hash: key }) => key)).size).toBe(2);
});

it('an MCP gateway killed during a call leaves it to the judging gateway, which records it at its end', async () => {
  const ended = call().catch(() => 'broken');
  await untilAtWork(3);
  await killService('mcp');
  expect(await ended).toBe('broken');
  answer();
  const gateway = running.get('gateway');
  await gateway?.stop();
  await start('gateway');
  await expect.poll(async () => (await ofCalls()).length).toBe(3);
  expect(tools.behaviour.called).toHaveLength(3);
});

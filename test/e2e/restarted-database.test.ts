/**
 * Two verifier processes over one PostgreSQL that crashes under load; one of them is killed. Watchers see every event once and in
 * order, all workflow runs end, no effect happens twice, and webhooks report everything.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Child } from '../../bench/child.ts';
import { toFreePorts } from '../../scripts/free-ports.ts';
import { operatorTokenFile } from '../../src/platform/http/operator-token.ts';
import { type Message, openReader, type Reader } from '../../src/verifier/composition/console-stream/reader.fixture.ts';
import { openReceiver, type Receiver } from '../../src/verifier/composition/webhooks/receiver.fixture.ts';
import {
  aTool,
  type McpServerFixture,
  openMcpServer,
} from '../../src/verifier/tools/installations/mcp-server.fixture.ts';
import { type OwnPostgres, openOwnPostgres, postgresPrograms } from '../support/own-postgres.ts';
import { freePort, kill, startOnly } from '../support/processes.ts';
import { callUntilDone, type Json } from '../support/verifier-calls.ts';

const within = { timeout: 60_000, interval: 100 };
const agents = ['bot-1', 'bot-2', 'bot-3'];
const runCount = 40;
/** A safetensors file: the length of the header, the header, the values. */
const weights = toSafetensors(64 * 1024);

describe.skipIf(postgresPrograms === undefined)('verifier processes, and a database that crashes', () => {
  let folder: string;
  let postgres: OwnPostgres;
  let tools: McpServerFixture;
  let receiver: Receiver;
  let [first, second, gateway]: (Child | undefined)[] = [];
  /** URLs of the running processes. */
  let alive: string[] = [];
  let installationId = '';
  let token = '';
  let gatewayUrl = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-restarted-'));
    const ports = await Promise.all(Array.from({ length: 4 }, freePort));
    const [firstUrl = '', secondUrl = '', gatewayAt = '', auditorUrl = ''] = ports.map(
      (one) => `http://127.0.0.1:${one}`,
    );
    gatewayUrl = gatewayAt;
    const [firstPort = '', secondPort = '', gatewayPort = '', auditorPort = ''] = ports;
    const chain = [{ name: 'injection', image: 'assay/injection', port: 1, url: auditorUrl }];
    await writeFile(join(folder, 'chain.json'), JSON.stringify({ chain }));
    [postgres, tools, receiver] = await Promise.all([
      openOwnPostgres(),
      openMcpServer([aTool('send')]),
      openReceiver(),
    ]);
    const verifier = {
      ...toFreePorts(),
      ASSAY_DATA_DIR: join(folder, 'verifier'),
      DATABASE_URL: postgres.url,
      VERIFIER_GATEWAY_URL: gatewayUrl,
      ASSAY_PUBLIC_URL: firstUrl,
    };
    first = await startOnly('verifier', { ...verifier, VERIFIER_PORT: firstPort });
    [second, gateway] = await Promise.all([
      startOnly('verifier', { ...verifier, VERIFIER_PORT: secondPort }),
      startOnly('injection,attestor,gateway', {
        ...toFreePorts(),
        INJECTION_PORT: auditorPort,
        GATEWAY_PORT: gatewayPort,
        ASSAY_DATA_DIR: join(folder, 'gateway'),
        GATEWAY_CHAIN_FILE: join(folder, 'chain.json'),
        GATEWAY_VERIFIER_URL: firstUrl,
      }),
    ]);
    alive = [firstUrl, secondUrl];
    token = (await readFile(join(folder, 'verifier', operatorTokenFile), 'utf8')).trim();
    for (const id of agents) await call('POST', '/v1/agents', { id, name: id, model_id: 'echo' });
    installationId = await install();
  }, 180_000);
  afterAll(async () => {
    for (const child of [gateway, second, first]) await child?.stop();
    await Promise.all([tools?.close(), receiver?.close()]);
    await postgres?.close();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  const call = (method: string, path: string, body?: unknown): Promise<Json> =>
    callUntilDone({ urls: () => alive, token }, method, path, body);

  async function install(): Promise<string> {
    const { id: appId } = await call('POST', '/v1/app-catalog', {
      name: 'com.example/tools',
      type: 'mcp_server',
      version: '1.0.0',
      title: 'Tools',
      description: 'For tests',
      remotes: [{ type: 'streamable-http', url: tools.url }],
    });
    await call('POST', '/v1/scoped-tools', {
      scope: { level: 'org', id: 'default' },
      tool: { app_id: appId, server: '*', name: '*' },
      mode: 'available',
      reason: 'for tests',
    });
    const { id } = await call('POST', `/v1/app-catalog/${appId}/install`, { agent_id: 'bot-1' });
    const status = async () => (await call('GET', `/v1/app-catalog/installations/${id}`))['status'];
    await vi.waitUntil(async () => (await status()) === 'installed', within);
    return String(id);
  }

  const node = (id: string, type: string, ref: string | null, config: object = {}) => ({
    id,
    type,
    config,
    ref: ref === null ? null : { id: ref, version: null },
  });
  const edge = (source: string, target: string) => ({
    id: `${source}.${target}`,
    source,
    source_port: 'out',
    target,
    target_port: 'in',
    kind: 'data',
  });
  async function deploy(): Promise<string> {
    const config = { installation_id: installationId, arguments: { q: { $from: '' } } };
    const send = node('send', 'tool', 'send', config);
    const graph = {
      nodes: [node('in', 'input', null, { type: 'text' }), send, node('out', 'output', null)],
      edges: [edge('in', 'send'), edge('send', 'out')],
    };
    const { id } = await call('POST', '/api/v1/workflows', { name: 'Send', agent_id: 'bot-1', graph });
    await call('POST', `/api/v1/workflows/${id}/deploy`, {});
    await expect.poll(async () => (await call('GET', `/api/v1/workflows/${id}`))['status'], within).toBe('running');
    return String(id);
  }

  /** Watches an agent through one process as long as it runs, and resumes at the last event. */
  function watch(agent: string, side: number, types?: string) {
    const messages: Message[] = [];
    const ending = new AbortController();
    let reader: Reader | undefined;
    const live = () => [...messages, ...(reader?.events() ?? [])];
    const run = async (): Promise<void> => {
      let last: string | undefined = types === undefined ? '0' : undefined;
      while (!ending.signal.aborted) {
        const path = `/v1/agents/${agent}/console/stream${types === undefined ? '' : `?types=${types}`}`;
        const headers = last === undefined ? {} : { 'last-event-id': last };
        const opened = await openReader(`${alive[side % alive.length]}${path}`, headers).catch(() => undefined);
        if (opened?.status !== 200) {
          await pause(100);
          continue;
        }
        reader = opened;
        await opened.ended;
        last = opened.lastId() ?? last;
        messages.push(...opened.events());
        reader = undefined;
      }
    };
    const done = run();
    return {
      agent,
      messages,
      live,
      sees: (text: string) => vi.waitUntil(() => live().some(({ data }) => data['message'] === text), within),
      async end() {
        ending.abort();
        reader?.close();
        await done;
      },
    };
  }

  /** Connects to the database itself. */
  async function withClient<T>(use: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    try {
      return await use(client);
    } finally {
      await client.end();
    }
  }
  const countRuns = async (statuses: readonly string[]): Promise<number> =>
    withClient(async (client) => {
      const { rows } = await client.query('select count(*)::int as n from workflow_runs where status = any($1)', [
        statuses,
      ]);
      return rows[0].n;
    });

  /** Registers a model version that waits for its one file; gives the file's path. */

  async function registerModel(): Promise<string> {
    const sha256 = createHash('sha256').update(weights).digest('hex');

    const { id } = await call('POST', '/v1/registry/models', { name: 'weights' });

    const files = [{ path: 'model.safetensors', size: weights.length, sha256 }];

    await call('POST', `/v1/registry/models/${id}/versions`, { files });

    return `/v1/registry/models/${id}/versions/1/files/model.safetensors`;
  }

  const sending = { 'content-type': 'application/octet-stream' };

  const upload = async (url: string, path: string): Promise<unknown> => {
    const headers = { ...sending, 'x-assay-key': token };

    const answer = await fetch(`${url}${path}`, { method: 'PUT', headers, body: weights });

    return answer.json();
  };

  /** Sends half of it and waits; resolves when the connection breaks. */

  function beginUpload(url: string, path: string): Promise<unknown> {
    const headers = { ...sending, 'x-assay-key': token, 'content-length': weights.length };

    const sender = request(`${url}${path}`, { method: 'PUT', headers, agent: false });

    sender.write(weights.subarray(0, weights.length / 2));

    return new Promise((resolve) => sender.on('error', resolve));
  }

  const countUploads = () =>
    withClient(async (client) => {
      const running = "select count(*)::int as n from model_verifications where status = 'running'";

      return (await client.query(running)).rows[0].n;
    });

  /** Number of tool calls, by the run's input. */
  const countCalls = () => {
    const counts = new Map<string, number>();
    for (const { arguments: args } of tools.behaviour.called) {
      const input = String(Reflect.get(Object(args), 'q'));
      counts.set(input, (counts.get(input) ?? 0) + 1);
    }
    return counts;
  };

  it('lose no event, run or delivery, and make no effect twice', async () => {
    const workflow = await deploy();
    const runs = `/api/v1/workflows/${workflow}/runs`;
    await call('POST', '/v1/webhooks', { name: 'ends', url: receiver.url, events: ['workflow.run_succeeded'] });
    const watchers = agents.flatMap((agent) => [watch(agent, 0), watch(agent, 1)]);
    const written = new Map<string, string[]>(agents.map((agent) => [agent, []]));
    let isWriting = true;
    const askSide = (side: number, path: string, body: unknown) =>
      callUntilDone({ urls: () => (side === 0 ? alive : alive.toReversed()), token }, 'POST', path, body);
    const write = async (agent: string, side: number): Promise<void> => {
      for (let count = 0; isWriting; count += 1) {
        const message = `${agent} by ${side}: ${count}`;
        await askSide(side, `/v1/agents/${agent}/logs`, { lines: [{ level: 'info', message }] });
        written.get(agent)?.push(message);
        await pause(20);
      }
    };
    const writing = Promise.all(agents.flatMap((agent) => [write(agent, 0), write(agent, 1)]));
    const inputs = new Map<string, string>();
    const start = async (worker: number): Promise<void> => {
      for (let index = worker; index < runCount; index += 4) {
        const { id } = await askSide(index % 2, runs, { input: `run ${index}` });
        inputs.set(String(id), `run ${index}`);
      }
    };
    const starting = Promise.all([0, 1, 2, 3].map(start));
    await vi.waitUntil(() => tools.behaviour.called.length > 10, within);
    await postgres.stop('immediate');
    await pause(300);
    await postgres.start();
    const before = tools.behaviour.called.length;
    await vi.waitUntil(() => tools.behaviour.called.length > before + 10, within);
    // Nobody was killed yet: calls that failed because the database was away are repeated automatically.
    expect(await countRuns(['failed'])).toBe(0);

    const file = await registerModel();

    const broken = beginUpload(alive[1] ?? '', file);

    await vi.waitUntil(async () => (await countUploads()) === 1, within);

    alive = alive.slice(0, 1);
    if (second !== undefined) await kill(second);
    // Expires its leases; the other process keeps its own.
    await withClient((client) => client.query('update workflow_runs set lease_until = 0 where lease is not null'));

    await broken;

    // Its part of the file is lost, and the version waits for the whole file.

    expect(await upload(alive[0] ?? '', file)).toMatchObject({ status: 'ready', verification: { verdict: 'clean' } });
    await starting;
    await expect.poll(() => countRuns(['queued', 'running', 'waiting']), within).toBe(0);
    const counts = countCalls();
    // Runs in the middle of a call by the killed process: a person checks whether it was done.
    const { items } = await call('GET', `${runs}?status=interrupted&limit=100`);
    for (const { id } of items as { id: string }[]) {
      const { steps } = await call('GET', `${runs}/${id}`);
      const [step] = (steps as { id: string; status: string }[]).filter(({ status }) => status === 'unknown');
      const outcome = counts.has(inputs.get(id) ?? '') ? 'succeeded' : 'retry';
      await call('POST', `${runs}/${id}/steps/${step?.id}/resolve`, { outcome, comment: 'counted' });
    }
    await expect.poll(() => countRuns(['succeeded']), within).toBe(runCount);
    expect([...countCalls().keys()].sort()).toEqual([...inputs.values()].sort());
    expect(new Set(countCalls().values())).toEqual(new Set([1]));

    isWriting = false;
    await writing;
    const ends = () => new Set(receiver.received.map(({ body }) => JSON.parse(body).data.session_id)).size;
    await expect.poll(ends, within).toBe(runCount);
    for (const agent of agents)
      await askSide(0, `/v1/agents/${agent}/logs`, { lines: [{ level: 'info', message: 'end' }] });
    for (const one of watchers) {
      await one.sees('end');
      await one.end();
      const numbers = one.messages.map(({ id }) => Number(id));
      expect(numbers).toEqual([...new Set(numbers)].sort((left, right) => left - right));
      const own = one.messages.map(({ data }) => String(data['message'])).filter((text) => text.startsWith(one.agent));
      expect(own.sort()).toEqual(written.get(one.agent)?.sort());
    }
  }, 240_000);

  it('delay no exchange while one does not answer, lose no event by that, and end all streams when they stop', async () => {
    const ask = async () => {
      const body = JSON.stringify({ model: 'echo', messages: [{ role: 'user', content: 'hello' }] });
      const headers = { 'content-type': 'application/json', 'x-assay-agent-id': 'bot-3' };
      const answer = await fetch(`${gatewayUrl}/v1/chat/completions`, { method: 'POST', headers, body });
      return answer.status;
    };
    const seen = watch('bot-3', 0, 'model.invocation');
    expect(await ask()).toBe(200);
    await vi.waitUntil(() => seen.live().length === 2, within);
    if (first === undefined || gateway === undefined) throw new Error('nobody to pause');
    // It accepts connections and sends nothing.
    process.kill(first.pid, 'SIGSTOP');
    expect(await Promise.all(Array.from({ length: 50 }, ask))).toEqual(Array(50).fill(200));
    process.kill(first.pid, 'SIGCONT');
    await vi.waitUntil(() => seen.live().length === 102, within);
    const numbers = seen.live().map(({ id }) => Number(id));
    expect(numbers).toEqual([...new Set(numbers)].sort((left, right) => left - right));
    await seen.end();

    const open = await Promise.all(
      Array.from({ length: 20 }, () => openReader(`${alive[0]}/v1/agents/bot-3/console/stream`)),
    );
    const stopped = first.stop();
    await Promise.all(open.map(({ ended }) => ended));
    expect(new Set(open.map(({ comments }) => comments.at(-1)))).toEqual(
      new Set(['the stream ends: the server is stopping: reconnect']),
    );
    await stopped;
    expect(await ask()).toBe(200);
    await gateway.stop();
  }, 120_000);
});

function toSafetensors(bytes: number): Buffer<ArrayBuffer> {
  const header = Buffer.from(JSON.stringify({ w: { dtype: 'U8', shape: [bytes], data_offsets: [0, bytes] } }));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, header, Buffer.alloc(bytes, 1)]);
}

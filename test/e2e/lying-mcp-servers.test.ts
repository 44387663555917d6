/**
 * MCP servers that are dead, slow or lying, behind the real MCP gateway. A lie is never shown as a result, the call is made once,
 * its record states the known facts, and others are served meanwhile.
 */
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Lie, type LyingMcpServer, startLyingMcpServer } from '../support/lying-mcp-server.ts';
import { type McpWorld, openMcpWorld } from '../support/mcp-world.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: McpWorld;
let liar: LyingMcpServer;
let honest: LyingMcpServer;

beforeAll(async () => {
  world = await openMcpWorld();
  [liar, honest] = await Promise.all([startLyingMcpServer(), startLyingMcpServer()]);
  for (const [name, { url }] of Object.entries({ liar, honest })) {
    await world.install({ agent: 'default', name, remotes: [{ type: 'streamable-http', url }] });
  }
  await vi.waitFor(async () => expect(await listed()).toEqual(expect.arrayContaining(['liar__find', 'honest__find'])), {
    timeout: 50_000,
    interval: 200,
  });
}, 180_000);
afterAll(async () => {
  await world?.close();
  await liar?.close();
  await honest?.close();
}, 60_000);

async function ask(method: string, params: object, signal?: AbortSignal): Promise<Record<string, unknown>> {
  const response = await fetch(`${world.mcpUrl}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    ...(signal === undefined ? {} : { signal }),
  });
  expect(response.status).toBeLessThan(500);
  const { result } = Object(await response.json());
  return Object(result);
}

const call = (server: string, signal?: AbortSignal) =>
  ask('tools/call', { name: `${server}__find`, arguments: {} }, signal);
const errorOf = ({ structuredContent }: Record<string, unknown>): Record<string, unknown> =>
  Object(Object(structuredContent).error);

async function listed(): Promise<string[]> {
  const { tools = [] } = await ask('tools/list', {});
  return (tools as { name: string }[]).map(({ name }) => name);
}

/** A server that fails repeatedly is avoided for a while, so an honest answer precedes each lie. */
async function beHonest(): Promise<void> {
  liar.lie = undefined;
  await vi.waitFor(async () => expect(JSON.stringify(await call('liar'))).toContain('honest'), {
    timeout: 45_000,
    interval: 500,
  });
}

const json = { 'content-type': 'application/json' };
const stream = { 'content-type': 'text/event-stream' };
const lieText = 'A-LIE';
const lying = { content: [{ type: 'text', text: lieText }] };
const print = (id: unknown, result: unknown = lying) => JSON.stringify({ jsonrpc: '2.0', id, result });
/** Bypasses the HTTP library; sends more for as long as it is read. */
function every({ socket }: ServerResponse, first: string, more: string): void {
  socket?.write(first);
  const timer = setInterval(() => socket?.write(more), 20);
  socket?.once('error', () => clearInterval(timer)).once('close', () => clearInterval(timer));
}

const slow: readonly (readonly [string, Lie])[] = [
  ['never answers', () => undefined],
  ['never ends its headers', (_id, response) => every(response, 'HTTP/1.1 200 OK\r\n', 'x-more: 1\r\n')],
  [
    'sends one byte at a time',
    (_id, response) =>
      every(response, 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 90000\r\n\r\n{', ' '),
  ],
  [
    'never ends its stream of events',
    (_id, response) => {
      response.writeHead(200, stream);
      const timer = setInterval(() => response.write(': still there\n\n'), 20);
      response.once('close', () => clearInterval(timer));
    },
  ],
];

const lies: readonly (readonly [string, Lie])[] = [
  ['hangs up', (_id, response) => response.socket?.destroy()],
  ['answers another request', (id, response) => response.writeHead(200, json).end(print(`${id}0`))],
  ['answers a request that nobody made', (_id, response) => response.writeHead(200, json).end(print(null))],
  [
    'repeats a member of its message',
    (id, response) =>
      response
        .writeHead(200, json)
        .end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{},${print(id).slice(1)}`),
  ],
  [
    'repeats a member of its result',
    (id, response) =>
      response
        .writeHead(200, json)
        .end(print(id, { content: [] }).replace('{"content":[]}', `{"content":[],${JSON.stringify(lying).slice(1)}`)),
  ],
  [
    'gives a result and an error',
    (id, response) =>
      response
        .writeHead(200, json)
        .end(JSON.stringify({ jsonrpc: '2.0', id, result: lying, error: { code: 1, message: lieText } })),
  ],
  [
    'speaks another version of JSON-RPC',
    (id, response) => response.writeHead(200, json).end(JSON.stringify({ jsonrpc: '1.0', id, result: lying })),
  ],
  ['sends a result that is none', (id, response) => response.writeHead(200, json).end(print(id, lieText))],
  ['answers in UTF-16', (id, response) => response.writeHead(200, json).end(Buffer.from(print(id), 'utf16le'))],
  [
    'sends bytes that are not UTF-8',
    (id, response) => response.writeHead(200, json).end(Buffer.from(print(id).replace('A-LIE', 'A-LIE\xff'), 'latin1')),
  ],
  [
    'says that its answer is UTF-7',
    (id, response) => response.writeHead(200, { 'content-type': 'application/json; charset=utf-7' }).end(print(id)),
  ],
  [
    'says that its answer is a web page',
    (id, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(print(id)),
  ],
  [
    'sends more than anybody reads',
    (id, response) =>
      response.writeHead(200, json).end(print(id, { content: [{ type: 'text', text: lieText.repeat(4_000_000) }] })),
  ],
  [
    'nests its result without end',
    (id, response) =>
      response
        .writeHead(200, json)
        .end(print(id, {}).replace('{}', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)),
  ],
  ['leads elsewhere', (_id, response) => response.writeHead(307, { location: '/elsewhere' }).end()],
  [
    'leads to another service of this machine',
    (_id, response) => response.writeHead(308, { location: `${world.verifierUrl}/v1/agents` }).end(),
  ],
];

describe.each(lies)('an MCP server that %s', (_name, lie) => {
  it('is shown to nobody, was asked once, and delays nobody else', async () => {
    await beHonest();
    liar.lie = lie;
    const before = liar.calls;
    const pending = call('liar');
    expect(JSON.stringify(await call('honest'))).toContain('honest');
    const answer = await pending;
    expect(answer['isError'], JSON.stringify(answer).slice(0, 500)).toBe(true);
    expect(JSON.stringify(answer)).not.toContain(lieText);
    expect(errorOf(answer)).toMatchObject({ code: expect.any(String), evidence_id: expect.any(String) });
    expect([liar.calls - before, liar.led.filter((path) => path === '/elsewhere')]).toEqual([1, []]);
    expect((await fetch(`${world.mcpUrl}/health`)).status).toBe(200);
  });
});

describe.each(slow)('an MCP server that %s', (_name, lie) => {
  it('delays nobody else, and its call ends with its client', async () => {
    await beHonest();
    liar.lie = lie;
    const before = liar.calls;
    const cut = new AbortController();
    const pending = call('liar', cut.signal).catch(() => 'cut');
    await vi.waitFor(() => expect(liar.calls - before).toBe(1));
    expect(JSON.stringify(await call('honest'))).toContain('honest');
    expect((await fetch(`${world.mcpUrl}/health`)).status).toBe(200);
    cut.abort();
    expect(await pending).toBe('cut');
  });
});

it('the server is asked again after all of that', beHonest);

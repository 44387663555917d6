import { once } from 'node:events';
import { createServer } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { message, openTestEndpoint, send, type TestEndpoint } from './endpoint.fixture.ts';
import { createMcpEndpoint } from './endpoint.ts';
import { mcpDefaults } from './settings.ts';

let endpoint: TestEndpoint;
beforeEach(async () => {
  endpoint = await openTestEndpoint();
});
afterEach(() => endpoint.close());

const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

async function ask(method: string, params: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  const asked = message(method, params);
  const answer = await send(endpoint.url, asked.body, { headers: { ...asked.headers, ...headers } });
  return { ...answer, body: JSON.parse(answer.text) };
}

describe.each(['legacy', '2026-07-28'] as const)('the official client of revision %s', (revision) => {
  let client: Client;
  beforeEach(async () => {
    const mode = revision === 'legacy' ? revision : { pin: revision };
    client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(endpoint.url)));
  });
  afterEach(() => client.close());

  it('lists the tools in the order of their names', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['echo', 'fail', 'wait']);
    expect(tools[0]).toMatchObject({
      title: 'Echo',
      annotations: { readOnlyHint: true },
      inputSchema: { type: 'object', required: ['text'], additionalProperties: false },
    });
  });

  it('calls a tool, which knows its caller, and receives progress', async () => {
    const told: unknown[] = [];
    const called = { name: 'echo', arguments: { text: 'hi' } };
    const result = await client.callTool(called, { onprogress: (progress) => told.push(progress) });
    const structured = { text: 'hi', caller: 'ada', traceparent: '' };
    expect(result.structuredContent).toEqual(structured);
    expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(structured) }]);
    expect(told).toEqual([
      { progress: 1, total: 2, message: 'half' },
      { progress: 2, total: 2 },
    ]);
  });

  it('is told about invalid arguments and a missing tool', async () => {
    expect(await client.callTool({ name: 'echo', arguments: { text: 1 } })).toMatchObject({ isError: true });
    await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toThrow(/tool does not exist/);
  });
});

describe('an answer', () => {
  it('states the server, and how long and by whom the list may be cached', async () => {
    const { body } = await ask('tools/list');
    expect(body.result).toMatchObject({ resultType: 'complete', ttlMs: 30_000, cacheScope: 'public' });
    expect(body.result._meta['io.modelcontextprotocol/serverInfo']).toEqual({ name: 'assay-test', version: '1.2.3' });
  });

  it('of server/discover has the instructions', async () => {
    const { body } = await ask('server/discover');
    expect(body.result).toMatchObject({ supportedVersions: ['2026-07-28'], instructions: 'For tests.' });
  });

  it("hides a tool's internal error from its caller", async () => {
    const { text } = await ask('tools/call', { name: 'fail', arguments: {} });
    expect(text).not.toContain('hunter2');
    expect(endpoint.errors.map(String)).toEqual(['Error: a password: hunter2']);
  });
});

describe('a caller who has only some of the tools', () => {
  it('sees no others, and a call of another is answered like one of a tool that does not exist', async () => {
    const some = await openTestEndpoint({
      toolsOf: async (caller, names) => new Set(names.filter((name) => caller === 'ada' && name === 'echo')),
    });
    const askSome = async (method: string, params: Record<string, unknown>) => {
      const { body, headers } = message(method, params);
      return JSON.parse((await send(some.url, body, { headers })).text);
    };
    try {
      const { tools } = (await askSome('tools/list', {})).result;
      expect(tools.map(({ name }: { name: string }) => name)).toEqual(['echo']);
      const refused = await askSome('tools/call', { name: 'fail', arguments: {} });
      expect(refused.error).toEqual((await askSome('tools/call', { name: 'none', arguments: {} })).error);
      expect(some.errors).toEqual([]);
    } finally {
      await some.close();
    }
  });
});

describe('the trace', () => {
  it('of the header reaches the tool', async () => {
    const { body } = await ask('tools/call', { name: 'echo', arguments: { text: 'a' } }, { traceparent: trace });
    expect(body.result.structuredContent.traceparent).toBe(trace);
  });

  it('reaches nobody when malformed', async () => {
    const { body } = await ask('tools/call', { name: 'echo', arguments: { text: 'a' } }, { traceparent: '00-1-2-3' });
    expect(body.result.structuredContent.traceparent).toBe('');
  });
});

describe('a request is refused', () => {
  const list = message('tools/list');

  it.each(['GET', 'DELETE', 'PUT', 'OPTIONS'])('by method %s', async (method) => {
    const answer = await send(endpoint.url, '', { method, headers: list.headers });
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'POST']);
  });

  it.each([
    ['a Host of another name', { host: 'evil.example:8090' }],
    ['an Origin of another site', { origin: 'https://evil.example' }],
    ['an opaque Origin', { origin: 'null' }],
    ['an Origin of another port', { origin: 'http://127.0.0.1:1' }],
  ])('with %s, as a page in a browser would send it', async (_title, headers) => {
    const answer = await send(endpoint.url, list.body, { headers: { ...list.headers, ...headers } });
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([403, -32010]);
  });

  it.each([
    ['no JSON', '{', 400, -32700],
    ['a batch', `[${list.body}]`, 400, -32600],
    ['more levels than 64', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 400, -32600],
    ['deep arguments', `{"a":${'{"b":'.repeat(65)}1${'}'.repeat(65)}}`, 400, -32600],
    ['more than 4 MiB', JSON.stringify({ a: 'x'.repeat(4 * 1024 * 1024) }), 413, -32000],
    ['so much that it is still on its way', 'x'.repeat(32 * 1024 * 1024), 413, -32000],
  ])('with %s', async (_title, body, status, code) => {
    const answer = await send(endpoint.url, body, { headers: list.headers });
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([status, code]);
  });

  it('with a type other than JSON', async () => {
    const answer = await send(endpoint.url, list.body, { headers: { ...list.headers, 'content-type': 'text/plain' } });
    expect(answer.status).toBe(415);
  });

  it('with headers that contradict its body', async () => {
    const { body, status } = await ask('tools/list', {}, { 'mcp-method': 'tools/call' });
    expect([status, body.error.code]).toEqual([400, -32020]);
  });

  it('for a missing tool', async () => {
    const { body, status } = await ask('tools/call', { name: 'nothing', arguments: {} });
    expect([status, body.error.code]).toEqual([200, -32602]);
  });

  it('without a report as an error of the service', async () => {
    await ask('tools/list', {}, { 'mcp-method': 'tools/call' });
    await ask('nothing/here');
    expect(endpoint.errors).toEqual([]);
  });
});

it('an own Origin on loopback is accepted', async () => {
  const { status } = await ask('tools/list', {}, { origin: new URL(endpoint.url).origin });
  expect(status).toBe(200);
});

it('the metadata document has only the tools with their input schemas', () => {
  const { name, version, tools } = endpoint.mcp.metadata();
  expect([name, version]).toEqual(['assay-test', '1.2.3']);
  expect(tools.map((tool) => Object.keys(tool))).toEqual(tools.map(() => ['name', 'description', 'inputSchema']));
  expect(JSON.parse(JSON.stringify(tools[0]?.inputSchema))).toEqual(tools[0]?.inputSchema);
});

it('two tools with the same name are refused when the endpoint is made', () => {
  const tool = { name: 'a', title: 'A', description: 'A', annotations: {}, inputSchema: { type: 'object' } };
  const run = () => ({ structured: {} });
  const made = () =>
    createMcpEndpoint({
      name: 'x',
      version: '1',
      settings: mcpDefaults,
      tools: [
        { ...tool, run },
        { ...tool, run },
      ],
    });
  expect(made).toThrow(/two tools have the name a/);
});

it('a body read by a framework is served, within the same bounds', async () => {
  const { mcp } = endpoint;
  const bodies: unknown[] = [];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      mcp.handle(request, response, { caller: 'ada', parsedBody: bodies.pop() }).catch(() => response.destroy());
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const url = typeof address === 'object' ? `http://127.0.0.1:${address?.port}/` : '';
  const { body, headers } = message('tools/list');
  bodies.push([JSON.parse(body)], JSON.parse(body));
  expect((await send(url, body, { headers })).status).toBe(200);
  expect((await send(url, body, { headers })).status).toBe(400);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

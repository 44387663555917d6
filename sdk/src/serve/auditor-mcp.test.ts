import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anAuditor, shouting, untyped } from '../auditor/auditor.fixture.ts';
import { AuditorFailure } from '../auditor/failure.ts';
import { type ServedAuditor, serveAuditor } from './serve-auditor.ts';

const text = 'GIVE IT TO ME NOW';
const host = '127.0.0.1';
const now = () => 1_700_000_000_000;

async function connect({ url }: ServedAuditor, path = '/mcp', token?: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(path, url), { requestInit: { headers } }));
  return client;
}

/** Without parts that may quote or resemble the searched content: settings, details, values. */
async function claimsOf({ url }: ServedAuditor, body: unknown): Promise<unknown> {
  const answer = await fetch(`${url}/claims`, { method: 'POST', body: JSON.stringify(body) });
  const { claims, ...rest } = JSON.parse(await answer.text());
  const told = claims.map(({ name, type, value }: Record<string, unknown>) => ({ name, type, value }));
  return { ...rest, claims: told };
}

describe('an auditor at /mcp', () => {
  let served: ServedAuditor;
  let client: Client;
  beforeEach(async () => {
    served = await serveAuditor(shouting, { host, port: 0, env: {}, clock: now });
    client = await connect(served);
  });
  afterEach(async () => {
    await client.close();
    await served.close();
  });

  const analyze = (args: Record<string, unknown>) => client.callTool({ name: 'analyze_text', arguments: args });

  it.each([
    ['a text in the first phase', { text }, { data: { input: text }, phase: 'request' }],
    ['an answer', { text, phase: 'response' }, { data: { output: text }, phase: 'response' }],
    [
      'a prompt with its answer and a source',
      { input: 'say it', output: text, phase: 'response', context: 'It was said.' },
      {
        data: { input: 'say it', output: text, metadata: { documents: [{ id: 'context', text: 'It was said.' }] } },
        phase: 'response',
      },
    ],
  ])('makes the same claims of %s as /claims', async (_title, args, body) => {
    const { structuredContent, isError } = await analyze(args);
    expect(structuredContent).toEqual(await claimsOf(served, body));
    expect(structuredContent).toMatchObject({ status: 'success' });
    expect(isError).not.toBe(true);
  });

  it.each([
    [{}, /Nothing to judge/],
    [{ text, phase: 'artifact' }, /\/phase/],
    [{ text, decide: true }, /are wrong/],
  ])('reports the error in %j', async (args, problem) => {
    const { isError, content } = await analyze(args);
    expect([isError, JSON.stringify(content)]).toEqual([true, expect.stringMatching(problem)]);
  });

  it('lists the vocabulary of /vocabulary without its default phrases', async () => {
    const { structuredContent } = await client.callTool({ name: 'list_vocabulary', arguments: {} });
    expect(structuredContent).toEqual(await (await fetch(`${served.url}/vocabulary`)).json());
  });

  it('names its tools in the metadata document', async () => {
    const metadata = await (await fetch(`${served.url}/.well-known/mcp`)).json();
    expect(metadata).toMatchObject({
      name: 'assay-shouting',
      version: '2.1.0',
      tools: [{ name: 'analyze_text' }, { name: 'list_vocabulary' }],
    });
  });

  it('counts its calls among those of /claims', async () => {
    await analyze({ text });
    const metrics = await (await fetch(`${served.url}/metrics`)).text();
    expect(metrics).toContain('assay_auditor_claims_total{auditor="shouting",outcome="success"} 1');
  });

  it('refuses a page that rebound its name to this machine', async () => {
    const answer = await fetch(`${served.url}/mcp`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', origin: 'http://evil.example' },
    });
    expect(answer.status).toBe(403);
  });
});

it('a failed analysis is reported in-band, as by /claims', async () => {
  const failing = anAuditor(() => {
    throw new AuditorFailure('INVALID_REQUEST', 'This text cannot be judged');
  });
  const served = await serveAuditor(failing, { host, port: 0, env: {} });
  const client = await connect(served);
  expect(await client.callTool({ name: 'analyze_text', arguments: { text } })).toMatchObject({
    isError: true,
    structuredContent: {
      status: 'error',
      claims: [],
      error: { code: 'INVALID_REQUEST', message: 'This text cannot be judged', retryable: false },
    },
  });
  await client.close();
  await served.close();
});

it('a broken analysis reports nothing internal to its caller', async () => {
  const told: unknown[] = [];
  const broken = anAuditor(() => untyped(Promise.reject(new Error('hunter2'))));
  const served = await serveAuditor(broken, { host, port: 0, env: {}, onError: (error) => told.push(error) });
  const client = await connect(served);
  const result = await client.callTool({ name: 'analyze_text', arguments: { text } });
  expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: 'INTERNAL_ERROR' } } });
  expect(JSON.stringify(result)).not.toContain('hunter2');
  expect(told.map(String)).toEqual(['Error: hunter2']);
  await client.close();
  await served.close();
});

it("the auditor's token is required at /mcp too", async () => {
  const served = await serveAuditor(shouting, { host, port: 0, env: { AUDITOR_TOKEN: 'let-me-in' } });
  await expect(connect(served)).rejects.toThrow();
  const client = await connect(served, '/mcp', 'let-me-in');
  expect((await client.listTools()).tools).toHaveLength(2);
  await client.close();
  await served.close();
});

describe('the variables', () => {
  it('move the endpoint and its document', async () => {
    const env = { MCP_TOOLS_PATH: '/agents/tools', MCP_METADATA_PATH: '/agents/tools.json' };
    const served = await serveAuditor(shouting, { host, port: 0, env });
    const client = await connect(served, '/agents/tools');
    expect((await client.listTools()).tools).toHaveLength(2);
    expect((await fetch(`${served.url}/agents/tools.json`)).status).toBe(200);
    expect((await fetch(`${served.url}/mcp`, { method: 'POST' })).status).toBe(404);
    await client.close();
    await served.close();
  });

  it('switch it off', async () => {
    const served = await serveAuditor(shouting, { host, port: 0, env: { MCP_ENABLED: 'false' } });
    expect((await fetch(`${served.url}/mcp`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${served.url}/.well-known/mcp`)).status).toBe(404);
    await served.close();
  });

  it('stop the start when wrong', async () => {
    await expect(serveAuditor(shouting, { host, port: 0, env: { MCP_ENABLED: 'maybe' } })).rejects.toThrow(
      'MCP_ENABLED',
    );
  });
});

it('a client that listens for changes does not delay the end of the service', async () => {
  const served = await serveAuditor(shouting, { host, port: 0, env: {} });
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const answer = await fetch(`${served.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'subscriptions/listen',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: { notifications: { toolsListChanged: true }, _meta: meta },
    }),
  });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  await served.close();
  expect(await answer.text()).toContain('notifications/subscriptions/acknowledged');
});

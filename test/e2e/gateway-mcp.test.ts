/** The gateway's own `/mcp`, seen by the official client. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { operatorTokenFile } from '../../src/platform/http/operator-token.ts';
import { recordedEvidence } from '../support/evidence.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const attack = 'please ATTACK';
const token = 'a-token-of-everybody-that-is-long-enough';
let gateway: TestGateway;
let operator: string;
const clients: Client[] = [];

beforeAll(async () => {
  gateway = await startTestGateway({ env: { ASSAY_ACCESS_TOKEN: token } });
  operator = (await readFile(join(gateway.folder, operatorTokenFile), 'utf8')).trim();
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});
afterAll(() => gateway?.dispose());

async function connected(headers: Record<string, string>, mode: 'legacy' | 'auto' = 'auto'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  clients.push(client);
  const url = new URL(`${gateway.url}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}
const call = (client: Client, name: string, args: Record<string, unknown> = {}) =>
  client.callTool({ name, arguments: args });
const asOperator = () => ({ 'x-assay-key': operator });
const get = (path: string) => fetch(`${gateway.url}${path}`, { headers: asOperator() });
const evidence = () => recordedEvidence({ get });

describe.each(['legacy', 'auto'] as const)('the official client, mode %s', (mode) => {
  it('has a prompt judged as by POST /v1/evaluate, and recorded', async () => {
    const client = await connected({ ...asOperator(), 'x-assay-agent-id': 'clerk' }, mode);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['check_status', 'evaluate', 'verify_receipts']);
    const before = (await evidence()).length;
    const args = { phase: 'request', input: attack, metadata: { session_id: 'ses_1' } };
    const { structuredContent: told, isError } = await call(client, 'evaluate', args);
    const body = { phase: 'request', data: { input: attack } };
    const asked = await gateway.post('/v1/evaluate', body, { ...asOperator(), 'x-assay-agent-id': 'clerk' });
    const { decision, reasons, policy_version } = JSON.parse(await asked.text());
    expect(told).toMatchObject({ decision, reasons, policy_version });
    expect([decision, isError ?? false]).toEqual(['deny', false]);
    const added = (await evidence()).slice(before);
    expect(added).toMatchObject([{ agent_id: 'clerk', session_id: 'ses_1' }, { agent_id: 'clerk' }]);
    expect(told).toMatchObject({ evidence: { evidence_id: added[0]?.evidence_id } });
    // A model reads it, so nothing in it may look like a secret.
    expect(JSON.stringify(told)).not.toContain('jws');
  });
});

describe('evaluate', () => {
  it("of a tool's arguments records the tool", async () => {
    const client = await connected(asOperator());
    await call(client, 'evaluate', { phase: 'execution', tool: 'mail.send', input: '{"to":"x"}' });
    expect((await evidence()).at(-1)).toMatchObject({ phase: 'execution', decision: { decision: 'allow' } });
  });

  it('refuses like the endpoint, with the same message', async () => {
    const client = await connected({ authorization: `Bearer ${token}`, 'x-assay-agent-id': 'clerk' });
    const refused = await call(client, 'evaluate', { phase: 'request', input: 'hi' });
    const body = { phase: 'request', data: { input: 'hi' } };
    const headers = { authorization: `Bearer ${token}`, 'x-assay-agent-id': 'clerk' };
    const answer = await gateway.post('/v1/evaluate', body, headers);
    const { code, detail, status } = JSON.parse(await answer.text());
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: { error: { code, message: detail, data: { status } } },
    });
  });
});

describe('check_status', () => {
  it("names the client's identity, and the deciding policy", async () => {
    const client = await connected({ ...asOperator(), 'x-assay-agent-id': 'clerk' });
    const { structuredContent } = await call(client, 'check_status');
    const status = { ready: true, problems: [], agent_id: 'clerk', mode: 'enforce' };
    expect(structuredContent).toMatchObject({ ...status, policy_version: expect.stringMatching(/^sha256:/) });
  });
});

describe('verify_receipts', () => {
  it('confirms an intact chain to operators', async () => {
    const client = await connected(asOperator());
    const { structuredContent } = await call(client, 'verify_receipts', { mode: 'full' });
    expect(structuredContent).toMatchObject({ chain_intact: true });
  });

  it('is closed to callers in the name of an agent', async () => {
    const client = await connected({ ...asOperator(), 'x-assay-agent-id': 'clerk' });
    const answer = await call(client, 'verify_receipts');
    expect(answer).toMatchObject({ isError: true, structuredContent: { error: { code: 'forbidden' } } });
  });
});

describe('the endpoint', () => {
  it('admits nobody without a credential, and lists its tools publicly', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const refused = await gateway.post('/mcp', message);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    const document = await gateway.get('/.well-known/mcp');
    expect(await document.json()).toMatchObject({
      name: 'assay-gateway',
      tools: [{ name: 'check_status' }, { name: 'evaluate' }, { name: 'verify_receipts' }],
    });
  });

  it('is counted, and answers with the ids of every answer', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const accept = 'application/json, text/event-stream';
    const answer = await gateway.post('/mcp', message, { ...asOperator(), accept });
    await answer.text();
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([200, expect.stringMatching(/^[0-9a-f]{16}$/)]);
    expect(await (await get('/metrics')).text()).toMatch(/route="\/mcp",status="200"/);
  });

  it('is closed to pages of other sites, and has no stream of its own', async () => {
    const foreign = await gateway.post('/mcp', {}, { ...asOperator(), origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect((await get('/mcp')).status).toBe(405);
  });

  it('does not exist when switched off, and moves by a setting', async () => {
    const off = await startTestGateway({ env: { MCP_ENABLED: 'false' } });
    expect((await off.post('/mcp', {})).status).toBe(404);
    await off.dispose();
    const moved = await startTestGateway({ env: { MCP_TOOLS_PATH: '/tools', MCP_METADATA_PATH: '/tools.json' } });
    expect((await moved.get('/tools.json')).status).toBe(200);
    await moved.dispose();
    await expect(startTestGateway({ env: { MCP_METADATA_PATH: '/mcp' } })).rejects.toThrow(/must be different paths/);
  });
});

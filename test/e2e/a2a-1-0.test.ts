/** Calls of A2A 1.0 agents with the official SDK on both sides, through the judged way. */
import { randomUUID } from 'node:crypto';
import { SendMessageRequest, StreamResponse } from '@a2a-js/sdk';
import { type Client, ClientFactory } from '@a2a-js/sdk/client';
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type NewA2aAgent, startNewA2aAgent } from '../support/a2a-agent-1-0.ts';
import { says } from '../support/a2a-server.ts';
import { type McpWorld, openMcpWorld } from '../support/mcp-world.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: McpWorld;
let agent: NewA2aAgent;
let client: Client;
const within = { timeout: 50_000, interval: 200 };

beforeAll(async () => {
  world = await openMcpWorld();
  agent = await startNewA2aAgent();
  agent.cardPath = '/cards?of=travel';
  await world.install({
    agent: 'default',
    name: 'travel',
    type: 'a2a_agent',
    remotes: [{ type: 'a2a', url: agent.url, card: `${agent.origin}${agent.cardPath}` }],
  });
  client = await vi.waitFor(() => new ClientFactory().createFromUrl(`${world.mcpUrl}/a2a/travel/`), within);
}, 180_000);
afterAll(async () => {
  await world?.close();
  await agent?.close();
}, 60_000);

const aRequest = (text: string) => ({
  message: { role: 'ROLE_USER', messageId: randomUUID(), parts: [{ text }] },
});
const aMessage = (text: string) => SendMessageRequest.fromJSON(aRequest(text));

async function rpc(method: string, params: object) {
  const response = await fetch(`${world.mcpUrl}/a2a/travel`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
  });
  const answer: { result?: Record<string, unknown>; error?: { code: number; message: string; data?: object } } = Object(
    await response.json(),
  );
  return answer;
}

describe('an agent of A2A 1.0', () => {
  it('is spoken to in 1.0, and its answer comes back with the Evidence of both', async () => {
    const answer = await client.sendMessage(aMessage('hello'));
    expect(answer).toMatchObject({ parts: [{ content: { value: 'You said: hello' } }] });
    expect(agent.called).toEqual(['SendMessage hello']);
    expect(agent.headers[0]).toMatchObject({ 'a2a-version': '1.0' });
    const id = String(answer.metadata?.['io.assay/evidence_id']);
    await vi.waitFor(async () => {
      expect(JSON.stringify(await world.assay.evidence.get({ id }))).toContain('message_send');
    }, within);
  });

  it('gets no message and shows no answer that is denied', async () => {
    const before = agent.called.length;
    expect((await rpc('SendMessage', aRequest(says.attack))).error).toMatchObject({
      code: -32_015,
      data: { code: 'policy_denied', reasons: ['default.injection'] },
    });
    expect(agent.called).toHaveLength(before);
    const denied = await rpc('SendMessage', aRequest('secret'));
    expect(denied.error).toMatchObject({ code: -32_015, data: { code: 'policy_denied' } });
    expect(JSON.stringify(denied)).not.toContain('AKIA');
  });

  it('has its tasks read and cancelled by their ids, with the Evidence of each', async () => {
    const { task } = Object((await rpc('SendMessage', aRequest('long'))).result);
    expect(task).toMatchObject({ status: { state: 'TASK_STATE_WORKING' } });
    const read = await client.getTask({ id: task.id, tenant: '' });
    expect(read).toMatchObject({ id: task.id, metadata: { 'io.assay/evidence_id': expect.any(String) } });
    const ended = await client.cancelTask({ id: task.id, tenant: '', metadata: undefined });
    expect(ended.id).toBe(task.id);
    expect(agent.called.slice(-2)).toEqual([`GetTask ${task.id}`, `CancelTask ${task.id}`]);
    expect((await rpc('GetTask', { id: 'none' })).error).toMatchObject({ code: -32_001 });
  });

  it('is shown by a card of 1.0 that names this gateway alone', async () => {
    const response = await fetch(`${world.mcpUrl}/a2a/travel/.well-known/agent-card.json`);
    const url = `${world.mcpUrl}/a2a/travel`;
    const card = Object(await response.json());
    expect(card).toMatchObject({ name: 'Travel desk', capabilities: { streaming: true, pushNotifications: false } });
    expect(card.supportedInterfaces).toEqual([{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }]);
    expect(JSON.stringify(card)).not.toContain(agent.origin);
  });

  it('is not spoken to in another version, and takes no address to push to', async () => {
    const before = agent.called.length;
    expect((await rpc('message/send', {})).error).toMatchObject({
      code: -32_009,
      message: expect.stringMatching(/1\.0/),
    });
    const configuration = { taskPushNotificationConfig: { url: 'https://evil.example' } };
    const pushed = await rpc('SendMessage', { ...aRequest('x'), configuration });
    expect(pushed.error).toMatchObject({ code: -32_003 });
    expect((await rpc('CreateTaskPushNotificationConfig', {})).error).toMatchObject({ code: -32_003 });
    expect((await rpc('ListTasks', {})).error).toMatchObject({ code: -32_601 });
    expect(agent.called).toHaveLength(before);
  });
});

/** Every event that reaches the client, and the error that ended them. */
async function streamOf(text: string) {
  const events: unknown[] = [];
  try {
    for await (const event of client.sendMessageStream(aMessage(text))) events.push(StreamResponse.toJSON(event));
    return { events };
  } catch (error) {
    return { events, error: String(error) };
  }
}

describe('a stream of an agent', () => {
  it('is shown event by event, artifacts when they are whole, and its end names the Evidence of the whole', async () => {
    const { events, error } = await streamOf('steps');
    expect(error).toBeUndefined();
    expect(events).toMatchObject([
      { task: { status: { state: 'TASK_STATE_SUBMITTED' } } },
      { statusUpdate: { status: { state: 'TASK_STATE_WORKING', message: { parts: [{ text: 'Step one' }] } } } },
      { artifactUpdate: { artifact: { artifactId: 'plan', parts: [{ text: 'By train, then on foot.' }] } } },
      {
        statusUpdate: {
          status: { state: 'TASK_STATE_COMPLETED' },
          metadata: { 'io.assay/evidence_id': expect.any(String) },
        },
      },
    ]);
    expect(agent.called.at(-1)).toBe('SendStreamingMessage steps');
  });

  it('ends at an event that is denied, which nobody sees, and its task is cancelled', async () => {
    const { events, error } = await streamOf('steps attack');
    expect(JSON.stringify(events)).toContain('Step one');
    expect(JSON.stringify(events)).not.toContain('previous instructions');
    expect(error).toContain('denied');
    expect(agent.called.at(-1)).toMatch(/^CancelTask /);
  });

  it('ends at an artifact that is denied as a whole, of which no chunk is shown', async () => {
    const { events, error } = await streamOf('steps secret');
    expect(JSON.stringify(events)).not.toMatch(/AKIA|By train/);
    expect(error).toMatch(/denied|withheld/);
  });

  it('is joined again by the id of its task', async () => {
    const { task } = Object((await rpc('SendMessage', aRequest('steps'))).result);
    const events = client.resubscribeTask({ id: task.id, tenant: '' });
    // The task has ended, which the agent refuses in words of its own.
    await expect(events.next()).rejects.toThrow();
    expect(agent.called.at(-1)).toBe(`SubscribeToTask ${task.id}`);
  });

  it('is progress and one answer for a caller of MCP', async () => {
    const mcp = new McpClient({ name: 'reader', version: '1.0.0' });
    await mcp.connect(new StreamableHTTPClientTransport(new URL(`${world.mcpUrl}/mcp`)));
    const seen: unknown[] = [];
    const { message } = aRequest('steps');
    const result = await mcp.callTool(
      { name: 'travel__message_send', arguments: { message } },
      { onprogress: (progress) => seen.push(progress) },
    );
    expect(result.content).toMatchObject([{ text: 'By train, then on foot.' }]);
    expect(seen).toMatchObject([
      { progress: 1 },
      { progress: 2, message: 'Step one' },
      { message: 'By train, then on foot.' },
    ]);
    await mcp.close();
  });
});

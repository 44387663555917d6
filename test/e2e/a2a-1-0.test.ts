/** Calls of A2A 1.0 agents with the official SDK on both sides, through the judged way. */
import { randomUUID } from 'node:crypto';
import { SendMessageRequest } from '@a2a-js/sdk';
import { type Client, ClientFactory } from '@a2a-js/sdk/client';
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
  await world.install({
    agent: 'default',
    name: 'travel',
    type: 'a2a_agent',
    remotes: [{ type: 'a2a', url: agent.url }],
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

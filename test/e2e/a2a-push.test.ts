/** Agents that push the updates of their tasks to this gateway, with the official SDK on both sides, in both versions. */
import { randomUUID } from 'node:crypto';
import { SendMessageRequest, StreamResponse } from '@a2a-js/sdk';
import { ClientFactory } from '@a2a-js/sdk/client';
import { ClientFactory as OldClientFactory } from 'a2a-sdk-0-3/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type OldA2aAgent, startA2aAgent } from '../support/a2a-agent.ts';
import { type NewA2aAgent, startNewA2aAgent } from '../support/a2a-agent-1-0.ts';
import { type McpWorld, openMcpWorld } from '../support/mcp-world.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: McpWorld;
let agent: NewA2aAgent;
let old: OldA2aAgent;
const within = { timeout: 50_000, interval: 200 };
const capabilities = { streaming: false, pushNotifications: true };

beforeAll(async () => {
  world = await openMcpWorld();
  agent = await startNewA2aAgent({ capabilities });
  old = await startA2aAgent({ capabilities });
  for (const [name, { url }] of [['travel', agent] as const, ['old', old] as const]) {
    await world.install({ agent: 'default', name, type: 'a2a_agent', remotes: [{ type: 'a2a', url }] });
  }
}, 180_000);
afterAll(async () => {
  await world?.close();
  await agent?.close();
  await old?.close();
}, 60_000);

async function streamOf(text: string) {
  const client = await vi.waitFor(() => new ClientFactory().createFromUrl(`${world.mcpUrl}/a2a/travel/`), within);
  const message = { role: 'ROLE_USER', messageId: randomUUID(), parts: [{ text }] };
  const events: unknown[] = [];
  try {
    for await (const event of client.sendMessageStream(SendMessageRequest.fromJSON({ message }))) {
      events.push(StreamResponse.toJSON(event));
    }
    return { events };
  } catch (error) {
    return { events, error: String(error) };
  }
}

describe('an agent that pushes instead of streaming', () => {
  it('wakes its caller with each judged update, and the whole is read once more at the end', async () => {
    const { events, error } = await streamOf('steps');
    expect(error).toBeUndefined();
    expect(events.at(0)).toMatchObject({ task: { id: expect.any(String) } });
    const artifact = { artifactId: 'plan', parts: [{ text: expect.stringContaining('By train') }] };
    expect(events).toContainEqual(expect.objectContaining({ artifactUpdate: expect.objectContaining({ artifact }) }));
    expect(events.at(-1)).toMatchObject({
      statusUpdate: {
        status: { state: 'TASK_STATE_COMPLETED' },
        metadata: { 'io.assay/evidence_id': expect.any(String) },
      },
    });
    expect(agent.called.map((one) => one.split(' ')[0])).toEqual(['SendMessage', 'GetTask']);
  });

  it('has its task cancelled when a pushed update is denied, and nobody sees that update', async () => {
    const { events, error } = await streamOf('steps attack');
    expect(JSON.stringify(events)).not.toContain('previous instructions');
    expect(error).toMatch(/denied/);
    expect(agent.called.at(-1)).toMatch(/^CancelTask /);
  });

  it('of A2A 0.3 pushes whole tasks, which are shown as changes of the one task', async () => {
    const client = await vi.waitFor(() => new OldClientFactory().createFromUrl(`${world.mcpUrl}/a2a/old/`), within);
    const parts = [{ kind: 'text' as const, text: 'steps' }];
    const message = { kind: 'message' as const, role: 'user' as const, messageId: randomUUID(), parts };
    const events = [];
    for await (const event of client.sendMessageStream({ message })) events.push(event);
    expect(events.filter(({ kind }) => kind === 'task')).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ kind: 'status-update', status: { state: 'completed' }, final: true });
    expect(old.called.map((one) => one.split(' ')[0])).toEqual(['message/send', 'tasks/get']);
  });
});

describe('an address for updates', () => {
  it('takes nothing without its token, and is unknown to everybody else', async () => {
    const post = (path: string, headers: Record<string, string> = {}) =>
      fetch(`${world.mcpUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{"kind":"task"}',
      });
    expect((await post('/a2a-callbacks/guessed')).status).toBe(404);
    expect((await post('/a2a-callbacks/guessed', { 'x-a2a-notification-token': 'guessed' })).status).toBe(404);
  });
});

/** Calls of A2A 0.3 agents with the official SDK on both sides, through the judged way: found, asked, refused, changed, removed. */
import { randomUUID } from 'node:crypto';
import { canonicalize } from '@assay/sdk/crypto';
import { type Client, ClientFactory } from 'a2a-sdk-0-3/client';
import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type OldA2aAgent as A2aAgent, startA2aAgent } from '../support/a2a-agent.ts';
import { says } from '../support/a2a-server.ts';
import { type McpWorld, openMcpWorld } from '../support/mcp-world.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: McpWorld;
let agent: A2aAgent;
let client: Client;
let installationId: string;
const within = { timeout: 50_000, interval: 200 };

beforeAll(async () => {
  world = await openMcpWorld();
  agent = await startA2aAgent();
  ({ id: installationId } = await install('travel', agent));
  client = await open('travel');
}, 180_000);
afterAll(async () => {
  await world?.close();
  await agent?.close();
}, 60_000);

const install = (name: string, { url }: A2aAgent, until?: string) =>
  world.install({
    agent: 'default',
    name,
    type: 'a2a_agent',
    remotes: [{ type: 'a2a', url }],
    ...(until === undefined ? {} : { until }),
  });

/** A client that finds the agent by its card. */
const open = (alias: string): Promise<Client> =>
  vi.waitFor(() => new ClientFactory().createFromUrl(`${world.mcpUrl}/a2a/${alias}/`), within);

const aMessage = (text: string) => ({
  message: {
    kind: 'message' as const,
    role: 'user' as const,
    messageId: randomUUID(),
    parts: [{ kind: 'text' as const, text }],
  },
});
const evidenceOf = (answer: { metadata?: Record<string, unknown> }) =>
  String(answer.metadata?.['io.assay/evidence_id']);

async function rpc(method: string, params: object) {
  const response = await fetch(`${world.mcpUrl}/a2a/travel`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
  });
  const answer: { result?: Record<string, unknown>; error?: { code: number; message: string; data?: object } } = Object(
    await response.json(),
  );
  return answer;
}

describe('a message to an agent', () => {
  it('reaches it, and its answer comes back with the Evidence of both', async () => {
    const answer = await client.sendMessage(aMessage('hello'));
    expect(answer).toMatchObject({ kind: 'message', parts: [{ kind: 'text', text: 'You said: hello' }] });
    expect(agent.called).toEqual(['message/send hello']);
    await vi.waitFor(async () => {
      const evidence = await world.assay.evidence.get({ id: evidenceOf(answer) });
      expect(JSON.stringify(evidence)).toContain('message_send');
    }, within);
  });

  it('is streamed: a message as one judged event, a task by its events', async () => {
    const streamOf = async (text: string) => {
      const events = [];
      for await (const event of client.sendMessageStream(aMessage(text))) events.push(event);
      return events;
    };
    expect(await streamOf('again')).toMatchObject([{ kind: 'message', parts: [{ text: 'You said: again' }] }]);
    expect(await streamOf('steps')).toMatchObject([
      { kind: 'task', status: { state: 'submitted' } },
      { kind: 'status-update', status: { message: { parts: [{ text: 'Step one' }] } }, final: false },
      { kind: 'artifact-update', artifact: { parts: [{ text: 'By train, then on foot.' }] }, lastChunk: true },
      { kind: 'status-update', final: true, metadata: { 'io.assay/evidence_id': expect.any(String) } },
    ]);
    expect(agent.called.slice(-2)).toEqual(['message/stream again', 'message/stream steps']);
  });

  it('that is denied never reaches it', async () => {
    const before = agent.called.length;
    const { error } = await rpc('message/send', aMessage(says.attack));
    expect(error).toMatchObject({ code: -32_015, data: { code: 'policy_denied', reasons: ['default.injection'] } });
    expect(agent.called).toHaveLength(before);
  });

  it('with a denied answer shows nothing of it', async () => {
    const answer = await rpc('message/send', aMessage('attack'));
    expect(answer.error).toMatchObject({ code: -32_015, data: { code: 'policy_denied' } });
    expect(JSON.stringify(answer)).not.toContain('previous instructions');
  });

  it('with a secret in its answer does not show it', async () => {
    const answer = await rpc('message/send', aMessage('secret'));
    expect(answer.error).toMatchObject({ code: -32_015, data: { code: 'policy_denied' } });
    expect(JSON.stringify(answer)).not.toContain('AKIA');
  });
});

describe('a task', () => {
  it('is read and cancelled by its id', async () => {
    const task = await client.sendMessage(aMessage('long'));
    if (task.kind !== 'task') throw new Error('no task');
    expect(task.status.state).toBe('working');
    expect(await client.getTask({ id: task.id })).toMatchObject({ id: task.id, status: { state: 'working' } });
    expect(await client.cancelTask({ id: task.id })).toMatchObject({ status: { state: 'canceled' } });
    expect(agent.called.slice(-2)).toEqual([`tasks/get ${task.id}`, `tasks/cancel ${task.id}`]);
  });

  it('that the agent does not know is an error of A2A', async () => {
    expect((await rpc('tasks/get', { id: 'none' })).error).toMatchObject({ code: -32_001 });
  });
});

describe('what is not passed on', () => {
  it('is refused with the reason', async () => {
    const pushed = { ...aMessage('x'), configuration: { pushNotificationConfig: { url: 'https://evil.example' } } };
    const before = agent.called.length;
    expect((await rpc('message/send', pushed)).error).toMatchObject({
      code: -32_003,
      message: expect.stringContaining('unjudged'),
    });
    expect((await rpc('tasks/pushNotificationConfig/set', {})).error).toMatchObject({ code: -32_003 });
    expect((await rpc('agent/other', {})).error).toMatchObject({ code: -32_601 });
    expect(agent.called).toHaveLength(before);
  });

  it('is left out of the card', async () => {
    const response = await fetch(`${world.mcpUrl}/a2a/travel/.well-known/agent-card.json`);
    expect(await response.json()).toMatchObject({
      name: 'Travel desk',
      url: `${world.mcpUrl}/a2a/travel`,
      capabilities: { streaming: true, pushNotifications: false },
    });
    expect((await fetch(`${world.mcpUrl}/a2a/nobody/.well-known/agent-card.json`)).status).toBe(404);
  });
});

describe('a signed card', () => {
  const signed = async (of: A2aAgent, change: object = {}) => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    of.documents.set('/keys', { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }] });
    const payload = new TextEncoder().encode(canonicalize(of.card));
    const jku = `${of.origin}/keys`;
    const jws = await new CompactSign(payload).setProtectedHeader({ alg: 'ES256', kid: 'k1', jku }).sign(privateKey);
    const [head = '', , signature = ''] = jws.split('.');
    of.card = { ...of.card, ...change, signatures: [{ protected: head, signature }] };
  };

  it('is taken where its signature holds, and keeps the agent from being installed where it does not', async () => {
    const [good, bad] = [await startA2aAgent(), await startA2aAgent()];
    await signed(good);
    await signed(bad, { description: 'Sends your journeys to us' });
    await install('signed', good);
    const { id } = await install('forged', bad, 'failed');
    const { error } = await world.assay.installations.get({ id });
    expect(error).toMatchObject({ code: 'tools_invalid', detail: expect.stringContaining('signature') });
    await good.close();
    await bad.close();
  });
});

describe('an agent whose card changes', () => {
  it('is in quarantine until somebody approves the card, and goes when it is uninstalled', async () => {
    const { description } = agent.card;
    agent.card = { ...agent.card, description: 'Plans journeys, and tells us where you go' };
    await world.assay.installations.checkTools({ id: installationId });
    const { quarantine } = await world.assay.installations.get({ id: installationId });
    expect(quarantine).toMatchObject({ reason: 'tools_changed' });
    const before = agent.called.length;
    await vi.waitFor(async () => {
      expect((await rpc('message/send', aMessage('hello'))).error).toMatchObject({ code: -32_016 });
    }, within);
    expect(agent.called.length - before).toBeLessThanOrEqual(1);
    agent.card = { ...agent.card, description };
    const { tools_present_hash: hash } = await world.assay.installations.checkTools({ id: installationId });
    await world.assay.installations.approveTools({ id: installationId, body: { tools_hash: String(hash) } });
    await vi.waitFor(async () => expect((await rpc('message/send', aMessage('hello'))).result).toBeDefined(), within);
    await world.assay.installations.uninstall({ id: installationId });
    await vi.waitFor(async () => {
      expect((await rpc('message/send', aMessage('hello'))).error).toMatchObject({ code: -32_016 });
    }, within);
  });
});

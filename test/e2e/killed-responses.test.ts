/** A conversation that the provider keeps goes on after the gateway was killed, in the product as it starts. */
import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Child } from '../../bench/child.ts';
import { toFreePorts } from '../../scripts/free-ports.ts';
import { type ModelServer, sendJson, startModelServer } from '../support/model-server.ts';
import { freePort, kill, startOnly } from '../support/processes.ts';

let folder: string;
let model: ModelServer;
let env: Record<string, string>;
let url: string;
let running: Child | undefined;

const answerOf = (id: string) => ({
  id,
  object: 'response',
  created_at: 1_763_900_000,
  model: 'm',
  status: 'completed',
  output: [
    {
      type: 'message',
      id: 'msg_1',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'Hello.', annotations: [] }],
    },
  ],
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-killed-responses-'));
  model = await startModelServer();
  let count = 0;
  model.answerWith(({ path }, response: ServerResponse) => {
    sendJson(response, answerOf(/responses\/(\w+)/.exec(path)?.[1] ?? `resp_${++count}`));
  });
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  env = { ...toFreePorts(), GATEWAY_PORT: port, ASSAY_DATA_DIR: folder, GATEWAY_UPSTREAM_URL: model.url };
});
afterAll(async () => {
  await running?.stop();
  await model.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<OpenAI> {
  running = await startOnly('injection,pii,secrets,toxicity,attestor,verifier,gateway', env);
  await expect.poll(async () => (await fetch(`${url}/health`).catch(() => undefined))?.status).toBe(200);
  return new OpenAI({ baseURL: `${url}/v1`, apiKey: 'any', maxRetries: 0 });
}

/** Asks until the connection breaks; gives the ids of complete answers. */
async function makeUntilKilled(openai: OpenAI, made: string[]): Promise<void> {
  for (;;) {
    try {
      made.push((await openai.responses.create({ model: 'm', input: 'Hi' })).id);
    } catch (error) {
      if (error instanceof OpenAI.APIConnectionError) return;
      throw error;
    }
  }
}

it('every response that its caller got before a kill is continued and retrieved after it, under the same policies', async () => {
  const openai = await start();
  const made: string[] = [];
  const clients = [1, 2, 3].map(() => makeUntilKilled(openai, made));
  await expect.poll(() => made.length).toBeGreaterThan(20);
  if (running !== undefined) await kill(running);
  await Promise.all(clients);
  const again = await start();
  for (const id of made) {
    const { output_text: text } = await again.responses.create({ model: 'm', input: 'Hi', previous_response_id: id });
    expect(text).toBe('Hello.');
  }
  expect((await again.responses.retrieve(made[0] ?? '')).output_text).toBe('Hello.');
  await expect(again.responses.retrieve('resp_none')).rejects.toMatchObject({ status: 404 });
}, 300_000);

import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { type ModelServer, sendEvents, startModelServer } from '../support/model-server.ts';
import { framesOf, type StreamedApi, streamedApis } from '../support/windows.ts';

let model: ModelServer;
let gateway: TestGateway;
let openai: OpenAI;
let anthropic: Anthropic;
let said: readonly string[];

beforeAll(async () => {
  model = await startModelServer();
  gateway = await startTestGateway({ env: { GATEWAY_UPSTREAM_URL: model.url, GATEWAY_STREAM_MODE: 'window' } });
  openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'sk-any', maxRetries: 0 });
  anthropic = new Anthropic({ baseURL: gateway.url, apiKey: 'sk-ant-any', maxRetries: 0 });
});

afterAll(async () => {
  await gateway.dispose();
  await model.close();
});

beforeEach(() => {
  said = ['One sentence. ', 'Two with PRIVATE5', '. The end'];
  model.answerWith(({ path }, response) => sendEvents(response, framesOf(apiOf(path), said)));
});

function apiOf(path: string): StreamedApi {
  const api = streamedApis.find((candidate) => candidate.path === path);
  if (api === undefined) throw new Error(`nothing streams at ${path}`);
  return api;
}

const call = { model: 'm', messages: [{ role: 'user' as const, content: 'hello' }] };

describe('the official OpenAI client', () => {
  async function read(texts: string[]): Promise<string | null | undefined> {
    let finish: string | null | undefined;
    const stream = await openai.chat.completions.create({ ...call, stream: true });
    for await (const { choices } of stream) {
      texts.push(choices[0]?.delta.content ?? '');
      finish = choices[0]?.finish_reason ?? finish;
    }
    return finish;
  }

  it('reads a windowed stream', async () => {
    const texts: string[] = [];
    expect(await read(texts)).toBe('stop');
    expect(texts.join('')).toBe('One sentence. Two with [REDACTED:private]. The end');
  });

  it('throws at a denial in the middle, with code policy_denied, after the released part', async () => {
    said = ['One sentence. ', 'ATTACK. ', 'More'];
    const texts: string[] = [];
    const error: unknown = await read(texts).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(OpenAI.APIError);
    expect(error).toMatchObject({ code: 'policy_denied' });
    expect(texts.join('')).toBe('One sentence. ');
  });

  it('gets a denied request as a PermissionDeniedError', async () => {
    const messages = [{ role: 'user' as const, content: 'ATTACK' }];
    const denied = openai.chat.completions.create({ model: 'm', messages, stream: true });
    await expect(denied).rejects.toThrow(OpenAI.PermissionDeniedError);
  });
});

describe('the official Anthropic client', () => {
  it('reads a windowed stream', async () => {
    const message = await anthropic.messages.stream({ ...call, max_tokens: 50 }).finalMessage();
    expect(message.content).toMatchObject([
      { type: 'text', text: 'One sentence. Two with [REDACTED:private]. The end' },
    ]);
    expect(message.stop_reason).toBe('end_turn');
  });

  it('throws at a denial in the middle, after the released part', async () => {
    said = ['One sentence. ', 'ATTACK. ', 'More'];
    const texts: string[] = [];
    const stream = anthropic.messages.stream({ ...call, max_tokens: 50 }).on('text', (text) => texts.push(text));
    await expect(stream.finalMessage()).rejects.toThrow(Anthropic.APIError);
    expect(texts.join('')).toBe('One sentence. ');
  });
});

import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

let gateway: TestGateway;
let openai: OpenAI;
let anthropic: Anthropic;

beforeAll(async () => {
  gateway = await startTestGateway();
  openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'sk-any', maxRetries: 0 });
  anthropic = new Anthropic({ baseURL: gateway.url, apiKey: 'sk-ant-any', maxRetries: 0 });
});

afterAll(async () => {
  await gateway.dispose();
});

const user = (content: string) => ({ role: 'user' as const, content });

describe('the official OpenAI client with only another base URL', () => {
  it('gets an answer', async () => {
    const answer = await openai.chat.completions.create({ model: 'echo', messages: [user('hello')] });
    expect(answer.choices[0]?.message.content).toBe('You said: hello');
  });

  it('gets a stream', async () => {
    const stream = await openai.chat.completions.create({ model: 'echo', messages: [user('hello you')], stream: true });
    let text = '';
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
    expect(text).toBe('You said: hello you');
  });

  it.each([false, true])(
    'gets a refusal as a PermissionDeniedError with code policy_denied (stream: %s)',
    async (stream) => {
      const call = openai.chat.completions.create({ model: 'echo', messages: [user('ATTACK')], stream });
      const error: unknown = await Promise.resolve(call).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(OpenAI.PermissionDeniedError);
      expect(error).toMatchObject({ status: 403, code: 'policy_denied' });
    },
  );

  it('lists models and makes embeddings', async () => {
    expect((await openai.models.list()).data[0]?.id).toBe('echo');
    const made = await openai.embeddings.create({ model: 'echo', input: ['a', 'b'], encoding_format: 'float' });
    expect(made.data).toHaveLength(2);
    await expect(openai.embeddings.create({ model: 'echo', input: 'ATTACK' })).rejects.toThrow(
      OpenAI.PermissionDeniedError,
    );
  });
});

describe('the official Anthropic client with only another base URL', () => {
  it('gets an answer', async () => {
    const answer = await anthropic.messages.create({ model: 'echo', max_tokens: 50, messages: [user('hello')] });
    expect(answer.content[0]).toMatchObject({ type: 'text', text: 'You said: hello' });
  });

  it('gets a stream', async () => {
    const stream = anthropic.messages.stream({ model: 'echo', max_tokens: 50, messages: [user('hello you')] });
    expect(await stream.finalText()).toBe('You said: hello you');
  });

  it('gets a refusal as a PermissionDeniedError', async () => {
    const call = anthropic.messages.create({ model: 'echo', max_tokens: 50, messages: [user('ATTACK')] });
    await expect(call).rejects.toThrow(Anthropic.PermissionDeniedError);
  });

  it('gets a refusal of a stream too', async () => {
    const stream = anthropic.messages.stream({ model: 'echo', max_tokens: 50, messages: [user('ATTACK')] });
    await expect(stream.finalText()).rejects.toThrow(Anthropic.PermissionDeniedError);
  });
});

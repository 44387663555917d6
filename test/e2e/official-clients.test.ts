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

  it('gets plain completions, whole and streamed, and their refusal', async () => {
    const call = { model: 'echo', prompt: 'hello you' };
    expect((await openai.completions.create(call)).choices[0]?.text).toBe('You said: hello you');
    let text = '';
    for await (const chunk of await openai.completions.create({ ...call, stream: true })) {
      text += chunk.choices[0]?.text ?? '';
    }
    expect(text).toBe('You said: hello you');
    for (const stream of [false, true]) {
      const refused = openai.completions.create({ model: 'echo', prompt: 'ATTACK', stream });
      await expect(refused).rejects.toMatchObject({ status: 403, code: 'policy_denied' });
    }
  });

  it('gets responses, whole, streamed, and their refusal', async () => {
    const call = { model: 'echo', input: 'hello you' };
    expect((await openai.responses.create(call)).output_text).toBe('You said: hello you');
    const items = [{ role: 'user' as const, content: [{ type: 'input_text' as const, text: 'in items' }] }];
    expect((await openai.responses.create({ model: 'echo', input: items })).output_text).toBe('You said: in items');
    const types: string[] = [];
    const stream = openai.responses.stream(call).on('event', ({ type }) => types.push(type));
    expect((await stream.finalResponse()).output_text).toBe('You said: hello you');
    expect([types[0], types.at(-1)]).toEqual(['response.created', 'response.completed']);
    const attack = { model: 'echo', input: 'ATTACK' };
    const denied = { status: 403, code: 'policy_denied' };
    await expect(openai.responses.create(attack)).rejects.toMatchObject(denied);
    await expect(openai.responses.stream(attack).finalResponse()).rejects.toMatchObject(denied);
  });

  it('continues, retrieves, lists and deletes the responses of the echo model', async () => {
    const first = await openai.responses.create({ model: 'echo', input: 'hello you' });
    expect(first.usage?.total_tokens).toBeGreaterThan(4);
    const call = { model: 'echo', input: 'more', previous_response_id: first.id };
    const second = await openai.responses.stream(call).finalResponse();
    expect(second).toMatchObject({ output_text: 'You said: more', previous_response_id: first.id });
    expect((await openai.responses.retrieve(second.id)).output_text).toBe('You said: more');
    const items = await openai.responses.inputItems.list(first.id);
    expect(items.data).toMatchObject([{ role: 'user', content: [{ type: 'input_text', text: 'hello you' }] }]);
    await openai.responses.delete(first.id);
    const gone = { status: 404, code: 'not_found' };
    await expect(openai.responses.create(call)).rejects.toMatchObject(gone);
    await expect(openai.responses.inputItems.list(first.id)).rejects.toMatchObject(gone);
  });

  it('is told what responses may not have, and which paths there are not', async () => {
    const background = openai.responses.create({ model: 'echo', input: 'Hi', background: true });
    await expect(background).rejects.toMatchObject({ status: 400, param: 'background' });
    const absent = { status: 404, code: 'not_found' };
    await expect(openai.responses.retrieve('resp_echo')).rejects.toMatchObject(absent);
    await expect(openai.post('/responses/compact', { body: {} })).rejects.toThrow(/to compact one .* is not supported/);
    await expect(openai.batches.list()).rejects.toThrow(/Batches are not supported/);
    await expect(openai.files.list()).rejects.toThrow(/Files at the provider are not supported/);
  });

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

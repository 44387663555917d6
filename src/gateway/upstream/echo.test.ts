import { describe, expect, it } from 'vitest';
import { createEchoUpstream } from './echo.ts';
import { readAll } from './read-all.ts';

/** One token for each word. */
const countTokens = async (text: string) => text.split(/\s+/).filter((word) => word !== '').length;
const echo = createEchoUpstream({ now: () => 1_790_000_000, countTokens, series: '' });

async function send(path: string, body: object): Promise<string> {
  const call = { method: 'POST', path, headers: {}, body: JSON.stringify(body), signal: AbortSignal.timeout(60_000) };
  const answer = await echo.send({ ...call, method: 'POST' });
  return Buffer.from(await readAll(answer.body, 1_000_000)).toString('utf8');
}

const user = { role: 'user', content: 'Hi there' };
const chat = { messages: [{ role: 'system', content: 'Be kind.' }, user] };
const openAi = { prompt_tokens: 4, completion_tokens: 4, total_tokens: 8 };
const asked = { stream: true, stream_options: { include_usage: true } };

describe('the usage of the echo model counts the texts of the call and of the answer', () => {
  it.each<[string, object, object]>([
    ['/v1/chat/completions', chat, openAi],
    ['/v1/completions', { prompt: 'Hi there', suffix: 'The end.' }, openAi],
    [
      '/v1/responses',
      { instructions: 'Be kind.', input: [user] },
      { input_tokens: 4, output_tokens: 4, total_tokens: 8 },
    ],
    [
      '/v1/messages',
      { system: [{ type: 'text', text: 'Be kind.' }], messages: [user] },
      { input_tokens: 4, output_tokens: 4 },
    ],
    ['/v1/embeddings', { input: ['Hi', 'there you'] }, { prompt_tokens: 3, total_tokens: 3 }],
  ])('%s', async (path, body, usage) => {
    expect(JSON.parse(await send(path, body))).toMatchObject({ usage });
  });

  it.each<[string, object, object]>([
    ['/v1/chat/completions', { ...chat, ...asked }, openAi],
    ['/v1/completions', { prompt: 'Hi there, the end.', ...asked }, { prompt_tokens: 4, completion_tokens: 6 }],
    ['/v1/responses', { input: 'Hi there', stream: true }, { input_tokens: 2, output_tokens: 4, total_tokens: 6 }],
    ['/v1/messages', { messages: [user], stream: true }, { output_tokens: 4 }],
  ])('%s, streamed', async (path, body, usage) => {
    const events = [...(await send(path, body)).matchAll(/^data: ({.*)$/gm)].map(([, json = '']) => JSON.parse(json));
    const told = events.flatMap((event) => event.usage ?? event.response?.usage ?? []);
    expect(told.at(-1)).toMatchObject(usage);
  });

  it('a stream of chat completions has none unless it was asked for, as in the API', async () => {
    expect(await send('/v1/chat/completions', { ...chat, stream: true })).not.toContain('usage');
  });

  it('a token id of a prompt is one token, and what tools were called with counts', async () => {
    expect(JSON.parse(await send('/v1/completions', { prompt: [5, 6, 7] })).usage.prompt_tokens).toBe(3);
    const call = { type: 'function', function: { name: 'f', arguments: '{"to": "Ann"}' } };
    const messages = [user, { role: 'assistant', content: null, tool_calls: [call] }];
    expect(JSON.parse(await send('/v1/chat/completions', { messages })).usage.prompt_tokens).toBe(4);
  });
});

describe('a response that the built-in model keeps', () => {
  const read = async (upstream: typeof echo, method: 'GET' | 'POST', path: string, body?: object) => {
    const call = { method, path, headers: {}, signal: AbortSignal.timeout(10_000) };
    const sent = body === undefined ? call : { ...call, body: JSON.stringify(body) };
    return Buffer.from((await upstream.sendWhole(sent, 1_000_000)).bytes).toString('utf8');
  };

  it('is given again as the stream that it was, by an id that no other process gives', async () => {
    const other = createEchoUpstream({ now: () => 1_790_000_000, countTokens, series: 'b_' });
    const made = await read(other, 'POST', '/v1/responses', { input: 'Hi there', stream: true });
    const id = /"id":"(resp_\w+)"/.exec(made)?.[1];
    expect(id).toBe('resp_echob_1');
    expect(await read(other, 'GET', `/v1/responses/${id}?stream=true`)).toBe(made);
    expect(JSON.parse(await read(other, 'GET', `/v1/responses/${id}`))).toMatchObject({ id, status: 'completed' });
    expect(JSON.parse(await read(echo, 'GET', `/v1/responses/${id}`))).toHaveProperty('error');
  });
});

import { describe, expect, it } from 'vitest';
import type { InspectedResponse } from '../api.ts';
import { openAiChat } from './api.ts';

function inspect(body: unknown): InspectedResponse {
  const parsed = openAiChat.parseResponse(body);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.response;
}

const answer = (...messages: readonly object[]) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-4o',
  choices: messages.map((message, index) => ({ index, message, finish_reason: 'stop' })),
  usage: { total_tokens: 3 },
});

describe('chat answer', () => {
  it('inspects every choice: text, refusal, reasoning and tool call arguments', () => {
    const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":"\\u0062"}' } };
    const response = inspect(
      answer(
        { role: 'assistant', content: 'one', reasoning_content: 'why', tool_calls: [call] },
        {
          role: 'assistant',
          content: null,
          refusal: 'no',
          reasoning: 'hm',
          function_call: { name: 'f', arguments: 'x' },
        },
      ),
    );
    expect(response.output).toBe('one\n\nwhy\n\n{"a":"b"}\n\nno\n\nhm\n\nx');
    expect(response.finish).toEqual(['stop', 'stop']);
    expect(response.uninspected).toEqual([]);
  });

  it.each([
    ['content parts', { content: [{ type: 'text', text: 'leak' }] }],
    ['thinking parts', { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'leak' }] }] }],
    ['annotations', { content: 'x', annotations: [{ type: 'url_citation', url_citation: { url: 'https://leak' } }] }],
    ['a transcript', { content: null, audio: { id: 'a', data: 'AA', transcript: 'leak' } }],
    ['an unknown member', { content: 'x', reasoning_details: [{ type: 'reasoning.text', text: 'leak' }] }],
    ['a function name that is no name', { content: null, tool_calls: [{ id: 'c', function: { name: 'a leak' } }] }],
    ['a member of tomorrow that is one word', { content: 'x', speech: 'leak' }],
    ['a role that is no role', { role: 'a leak', content: null }],
  ])('inspects %s', (_name, message) => {
    expect(inspect(answer(message)).output).toContain('leak');
  });

  it('inspects unknown members of choice and answer', () => {
    expect(inspect({ ...answer(), citations: ['https://leak'] }).output).toContain('leak');
    expect(inspect({ choices: [{ message: { content: 'x' }, text: 'leak' }] }).output).toContain('leak');
  });

  it('inspects usage data only if it contains text', () => {
    const books = {
      usage: { total_tokens: 3 },
      prompt_filter_results: [{ prompt_index: 0, content_filter_results: { hate: { severity: 'safe' } } }],
    };
    expect(inspect({ ...answer(), ...books }).output).toBe('');
    expect(inspect({ ...answer(), usage: { note: 'a leak' } }).output).toContain('leak');
    expect(inspect({ ...answer(), usage: { 'a leak as a name': 1 } }).output).toContain('leak');
    const choice = { message: { content: null }, content_filter_results: { note: 'a leak' } };
    expect(inspect({ choices: [choice] }).output).toContain('leak');
  });

  it('lists audio as uninspected', () => {
    const body = { choices: [{ message: { content: null, audio: { data: 'AA' } } }] };
    expect(inspect(body).uninspected).toEqual([{ where: '/choices/0/message/audio', kind: 'audio' }]);
  });

  it('reads log-probabilities as clients assemble them: tokens, their bytes, and each place of alternatives', () => {
    const entry = (token: string, ...others: string[]) => ({
      token,
      logprob: -0.25,
      bytes: [...Buffer.from(token)],
      top_logprobs: others.map((other) => ({ token: other, logprob: -1.5, bytes: null })),
    });
    const content = [entry('He', 'AK', 'x'), entry('llo', 'IA', 'y')];
    const of = (said: string) =>
      inspect({ choices: [{ message: { content: said }, logprobs: { content, refusal: null } }] });
    expect(of('Hello').documents).toEqual([{ id: 'logprobs', source: 'logprobs', text: 'AKIA\nxy' }]);
    expect(of('Bye').documents[0]?.text).toBe('Hello\nAKIA\nxy');
  });

  it.each([
    ['a string', 'x'],
    ['an error with status 200', { error: { message: 'x' }, choices: [] }],
    ['no choices', { id: 'x' }],
    ['a choice without message', { choices: [{ index: 0 }] }],
    ['content of a wrong type', { choices: [{ message: { content: 5 } }] }],
  ])('refuses %s', (_name, body) => {
    expect(openAiChat.parseResponse(body).ok).toBe(false);
  });

  it('drops log-probabilities when it redacts, since they repeat the text', () => {
    const body = {
      choices: [{ index: 0, message: { content: 'my secret' }, logprobs: { content: [{ token: 'secret' }] } }],
    };
    const { parts } = inspect(body);
    const result = openAiChat.redactResponse(body, parts, [{ start: 3, end: 9, type: 'SECRET' }]);
    expect(result).toMatchObject({
      body: { choices: [{ message: { content: 'my [REDACTED:SECRET]' }, logprobs: null }] },
    });
    expect(JSON.stringify(result)).not.toContain('secret');
  });

  it('reads measurements with excess decimals, and times that could be a telephone number', () => {
    const body = {
      choices: [],
      created: 2_025_550_123,
      usage: { prompt_tokens: 3, cost: 0.4539578763621486, total_time: 0.25 },
    };
    const parsed = openAiChat.parseResponse(body);
    const read = parsed.ok ? parsed.response.documents.map(({ text }) => text) : [];
    expect(read).toEqual(['2025550123\n0.4539578763621486']);
  });
});
